// What functions of the storage are asked about votes, reviews, reports, weeks and the ledger.
import { at, type Asked } from './credential_queries.ts'

const [week, closed] = ['2026-11-16', '2026-11-02']
const all = { limit: 20, offset: 40 }
const report = {
  listing_id: 7,
  user_id: 1000001,
  reason: 'untrue' as const,
  body: '',
  review: null,
  created_at: at,
}

export const voteQueries: Pick<
  Asked,
  'findings' | 'ledger' | 'weeks' | 'votes' | 'rankings' | 'reviews' | 'reports'
> = {
  findings: {
    newcomers: [[{ site_id: 1, week }]],
    launchesIn: [[{ site_id: 1, week: closed }]],
    put: [[{ site_id: 1, week }, [{ listing_id: 7, kind: 'ring', vote_ids: [1] }], at]],
    of: [[{ site_id: 1, week }]],
    decide: [
      [
        { site_id: 1, week },
        { listing_id: 7, kind: 'ring' },
        { decision: 'aside', decided_at: at, decided_by: 1, reason: 'why' },
      ],
    ],
    launches: [[1000001, { site_id: 1, week }]],
  },
  ledger: {
    lines: [[1, 0, 9]],
    hash: [[1, 0, 300]],
    latest: [[1]],
    unsigned: [[]],
    checkpoint: [[{ site_id: 1, week: closed }]],
    checkpoints: [[1]],
    keys: [[1]],
    addKey: [[{ site_id: 1, origin: 'a', vkey: 'a+b+c', secret: 's', made_at: at }, at]],
    replaceStolen: [[{ site_id: 1, origin: 'a', vkey: 'a+b+c', secret: 's', made_at: at }, week, () => 'n']],
    begin: [[{ site_id: 1, week: closed }, 'new']],
    append: [[{ site_id: 1, week: closed }, 'writer', 600, ['{}']]],
    isWriter: [[{ site_id: 1, week: closed }, 'writer']],
    sign: [[{ site_id: 1, week: closed }, 'writer', { size: 1, root: 'r', note: 'n', signed_at: at }]],
    stand: [
      ['award', 1, 1],
      ['revoke', 1, 1],
      ['key', 1, 1],
      ['stolen', 1, 1],
    ],
    witnesses: [[]],
    addWitness: [[{ site_id: 1, vkey: 'w', url: 'https://w.example' }]],
    witnessed: [[1, { site_id: 1, week: closed, size: 300 }, { line: 'l', fault: null }]],
    votesOf: [
      [{ site_id: 1, week }, null, 500],
      [{ site_id: 1, week }, { voted_at: at, id: 7 }, 500],
    ],
    nameVotes: [[[{ id: 1, nonce: 'n' }]]],
    placesOf: [[{ site_id: 1, week: closed }]],
    rulesOf: [[{ site_id: 1, week: closed }]],
    unstated: [[{ site_id: 1, week: closed }]],
    drop: [[]],
  },
  weeks: {
    begun: [[week, 100]],
    unclosed: [[week]],
    isClosed: [[{ site_id: 1, week: closed }]],
    votesWhenClosed: [[{ site_id: 1, week: closed }]],
    close: [[{ site_id: 1, week: '2026-11-09' }, at, 'none']],
    award: [[{ site_id: 1, period: '2026-11-09', week: '2026-11-09', place: 1, listing_id: 7, votes: 1 }]],
    unplaced: [[1, closed, { limit: 20, offset: 40 }]],
    results: [[1, closed, all]],
  },
  votes: {
    isOwn: [[7, 1000001]],
    of: [[1, 1000001]],
    add: [[7, 1000003, { voted_at: at, monday: week }]],
    withdraw: [[1, at]],
    void: [[[1, 2], week, { voided_at: at, voided_why: 'bought' }]],
    weigh: [[[1, 2], 'ring']],
    byIds: [[[1, 2]]],
    own: [[1, 1000001]],
    ofPerson: [[1000001, 1, all]],
    lift: [[[1, 2], week, at]],
    since: [
      [{ listing_id: 1 }, week, 20],
      [{ user_id: 1000001 }, week, 20],
    ],
    leaveOf: [[1000001]],
    standing: [[{ site_id: 1, user_id: 1000001 }, ['product-5', 'product-7']]],
  },
  rankings: {
    board: [
      ['billboard', 1, all],
      ['domain-rating', 1, all],
      ['revenue', 1, all],
    ],
    awards: [
      [1, null, all],
      [1, 'product-7', all],
    ],
  },
  reviews: {
    shown: [[7, all]],
    of: [[7, 1000001]],
    byMark: [[7, 'm7']],
    writtenSince: [[1000001, at]],
    put: [[{ listing_id: 7, user_id: 1000001, rating: 5, body: 'Good.', name: 'Ana', reviewed_at: at }]],
    remove: [[{ listing_id: 7, user_id: 1000001 }]],
    hide: [[7, 'm7', at, 'Spam']],
    dropOf: [[1000001]],
  },
  reports: {
    add: [[report]],
    byId: [[7]],
    openOf: [[7], [7, { user_id: 1000001, review: null }]],
    list: [
      ['open', all],
      ['settled', all],
    ],
    ofListing: [[7, 20]],
    close: [[40, { outcome: 'nothing' as never, note: null, settled_at: at, settled_by: 1000001 }]],
    forgetOf: [[1000001]],
    sweep: [[at]],
  },
}
