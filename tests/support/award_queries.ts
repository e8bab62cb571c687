// What the storage of awards and programmes is usually asked.
import { at, type Asked } from './credential_queries.ts'

const all = { limit: 20, offset: 40 }
const week = '2026-11-16'
const season = {
  ...{ site_id: 1, slug: 'season', title: '', text: '', from_week: '2026-11-02', to_week: '2026-11-16' },
  ...{ entry: 'entered' as const, category_id: 8, created_at: at, closed_at: null, demo: false },
}

export const awardQueries: Pick<Asked, 'awards' | 'programmes'> = {
  awards: {
    award: [[1, 1]],
    trophies: [
      [1, null, all],
      [1, { listing: 7 }, all],
      [1, { founder: 7 }, all],
      [1, { year: '2026' }, all],
    ],
    years: [[1]],
    firsts: [[1]],
    podiums: [[1]],
    ofListing: [[1, 7]],
    revokedOf: [[1, '2026-11-09']],
    revoke: [[1, at, 'why']],
  },
  programmes: {
    bySlug: [[1, 'season']],
    all: [[1]],
    save: [[season], [{ ...season, id: 1 }]],
    over: [[week]],
    close: [[1, at]],
    enter: [[1, 7, at]],
    leave: [[1, 7]],
    entered: [[1]],
    board: [
      [{ ...season, id: 1 }, 3],
      [{ ...season, id: 1, entry: 'all', category_id: null }, 3],
    ],
    ranked: [[{ site_id: 1, from_week: '2026-01-01', to_week: '2026-12-31' }, 3]],
    toCome: [[{ ...season, id: 1 }, 100]],
    isAwarded: [[1, 'year', '2025']],
  },
}
