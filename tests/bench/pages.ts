// Public pages against the JSON of the operation they show, by the same process in the same run. A page that is made
// anew costs what its operations cost and its markup; one that is kept costs about what a kept answer does.
import { inTurn, medianOf, ratioOf, type Line } from './measure.ts'
import type { LoadMaker } from './processes.ts'
import { get, mixed } from './requests.ts'
import type { Bench } from './setting.ts'

const html = { accept: 'text/html' }

export async function benchPages({ start, slugs }: Bench, load: LoadMaker): Promise<Line[]> {
  const section = 'Pages'
  const [product, fresh] = [await start.product(), await start.product({ FRESH: 'on' })]
  const some = mixed(slugs).slice(0, 400)
  const kinds: Record<string, [page: string[], json: string[]]> = {
    'a listing': [
      some.map((slug) => get(`/listings/${slug}`, html)),
      some.map((slug) => get(`/api/v1/listings/${slug}`)),
    ],
    'a search': [
      some.map((slug) => get(`/search?q=${slug.split('-')[0]}`, html)),
      some.map((slug) => get(`/api/v1/listings?q=${slug.split('-')[0]}`)),
    ],
    'all-time votes': [
      Array.from({ length: 100 }, (_, at) => get(`/boards/community-all-time?page=${at + 1}`, html)),
      Array.from({ length: 100 }, (_, at) => get(`/api/v1/leaderboards/community-all-time?page=${at + 1}`)),
    ],
    founders: [
      Array.from({ length: 30 }, (_, at) => get(`/founders?page=${at + 1}`, html)),
      Array.from({ length: 30 }, (_, at) => get(`/api/v1/founders?per_page=30&page=${at + 1}`)),
    ],
  }
  const setting = { rounds: 7, connections: 16, warm_up: 4000 }
  const lines: Line[] = []
  for (const [what, [pages, json]] of Object.entries(kinds)) {
    const anew = await inTurn(
      load,
      {
        page: { server: fresh, requests: pages, count: 800 },
        json: { server: fresh, requests: json, count: 800 },
      },
      setting,
    )
    const kept = await inTurn(
      load,
      {
        page: { server: product, requests: pages.slice(0, 30), count: 3000 },
        json: { server: product, requests: json.slice(0, 30), count: 3000 },
      },
      { ...setting, warm_up: 10_000 },
    )
    lines.push(
      {
        section,
        what: `${what}, not kept: CPU of its JSON`,
        ...ratioOf(anew.page, anew.json),
        bound: { most: 3 },
      },
      {
        section,
        what: `${what}, kept: CPU of its JSON`,
        ...ratioOf(kept.page, kept.json),
        bound: { most: 1.2 },
      },
      {
        section,
        what: `CPU a request: ${what}, the page, not kept`,
        ...medianOf(anew.page.cpu_us, 'µs'),
        bound: null,
      },
      {
        section,
        what: `CPU a request: ${what}, the JSON, not kept`,
        ...medianOf(anew.json.cpu_us, 'µs'),
        bound: null,
      },
      {
        section,
        what: `CPU a request: ${what}, the page, kept`,
        ...medianOf(kept.page.cpu_us, 'µs'),
        bound: null,
      },
      {
        section,
        what: `CPU a request: ${what}, the JSON, kept`,
        ...medianOf(kept.json.cpu_us, 'µs'),
        bound: null,
      },
    )
  }
  await Promise.all([product.stop(), fresh.stop()])
  return lines
}
