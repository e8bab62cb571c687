// Suggestions of the search field while somebody types. Optional: the form works without them.
import type { H3 } from 'h3'
import { FastResponse } from 'srvx'
import { openAnswers, type Answer } from '../answers.ts'
import { problemResponse } from '../errors.ts'
import { answerOtherMethods } from '../methods.ts'
import type { Services } from '../services.ts'
import { counted } from './parts.ts'

const path = '/search/suggest'
const most = { categories: 3, all: 8 }
const longest = 60

export function suggestionRoutes(app: H3, services: Services): void {
  const { storage } = services
  const answers = openAnswers<Answer>(storage)

  async function suggested(site_id: number, typed: string) {
    const found = await storage.search.suggest(site_id, typed, most.all)
    const kinds = await Promise.all(
      found.categories.slice(0, most.categories).map(async ({ id, live }) => {
        const category = await storage.categories.byId(id)
        return (
          category && {
            name: category.name,
            note: counted(live, 'product'),
            href: `/categories/${category.slug}`,
          }
        )
      }),
    )
    const names = await storage.listings.summaries(found.listings)
    return [
      ...kinds.filter((kind) => kind !== undefined),
      ...names.map(({ name, tagline, slug }) => ({ name, note: tagline ?? '', href: `/listings/${slug}` })),
    ].slice(0, most.all)
  }

  app.get(path, async ({ req, url }) => {
    try {
      const { now, site } = services.place(req)
      services.arriveAs(req, null).take({ http: { method: 'GET', path } })
      const typed = (url.searchParams.get('q') ?? '').trim().toLowerCase().slice(0, longest)
      const { text } = await answers.of(`${site.id} ${typed}`, now, async () => ({
        text: JSON.stringify(await suggested(site.id, typed)),
      }))
      return new FastResponse(text, {
        headers: {
          'content-type': 'application/json',
          'cache-control': 'public, max-age=60',
          'x-content-type-options': 'nosniff',
          'x-robots-tag': 'noindex',
        },
      })
    } catch (error) {
      return problemResponse(error, services, req)
    }
  })
  answerOtherMethods(app, services, path, ['GET'])
}
