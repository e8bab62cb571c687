// Public pages against the JSON of the operations they show, by the same process in the same run. A page that is made
// anew costs what all its operations cost and its markup; one that is kept costs about what one kept answer does.
import { inTurn, medianOf, ratioOf, type Line } from './measure.ts'
import type { LoadMaker } from './processes.ts'
import { get, mixed } from './requests.ts'
import type { Bench } from './setting.ts'

const html = { accept: 'text/html' }

export async function benchPages({ start, slugs }: Bench, load: LoadMaker): Promise<Line[]> {
  const section = 'Pages'
  const [product, fresh] = [await start.product(), await start.product({ FRESH: 'on' })]
  const some = mixed(slugs).slice(0, 400)
  const pagesOf = (most: number, paths: (page: number) => string[]) =>
    Array.from({ length: most }, (_, at) => paths(at + 1))
  // The page's path, and those of the operations it shows.
  const kinds: Record<string, string[][]> = {
    'a listing': some.map((slug) => [
      `/listings/${slug}`,
      `/api/v1/listings/${slug}`,
      `/api/v1/listings/${slug}/evidence`,
      `/api/v1/listings/${slug}/alternatives?per_page=5`,
    ]),
    'a search': some.map((slug) => [
      `/search?q=${slug.split('-')[0]}`,
      `/api/v1/listings?q=${slug.split('-')[0]}`,
      '/api/v1/categories?include_empty=false&depth=1',
    ]),
    'all-time votes': pagesOf(100, (page) => [
      `/boards/community-all-time?page=${page}`,
      `/api/v1/leaderboards/community-all-time?page=${page}`,
    ]),
    founders: pagesOf(30, (page) => [`/founders?page=${page}`, `/api/v1/founders?per_page=30&page=${page}`]),
  }
  const setting = { rounds: 7, connections: 16, warm_up: 4000 }
  const lines: Line[] = []
  for (const [what, shown] of Object.entries(kinds)) {
    const operations = shown[0]!.length - 1
    const pages = shown.map(([page]) => get(page!, html))
    const first = shown.map(([, path]) => get(path!))
    const json = shown.flatMap(([, ...paths]) => paths.map((path) => get(path)))
    const anew = await inTurn(
      load,
      {
        page: { server: fresh, requests: pages, count: 800 },
        json: { server: fresh, requests: json, count: 800 * operations },
      },
      setting,
    )
    const all = { cpu_us: anew.json.cpu_us.map((us) => us * operations) }
    const kept = await inTurn(
      load,
      {
        page: { server: product, requests: pages.slice(0, 30), count: 3000 },
        json: { server: product, requests: first.slice(0, 30), count: 3000 },
      },
      { ...setting, warm_up: 10_000 },
    )
    lines.push(
      {
        section,
        what: `${what}, not kept: CPU of the JSON of all that it shows`,
        ...ratioOf(anew.page, all),
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
        what: `CPU a request: ${what}, the JSON of all that it shows, not kept`,
        ...medianOf(all.cpu_us, 'µs'),
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
