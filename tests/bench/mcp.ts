// MCP with 41 tools, in both generations of the protocol, against bare node:http and against the naive mount.
import type { Bench } from './setting.ts'
import { inTurn, medianOf, ratioOf, type Line } from './measure.ts'
import type { LoadMaker } from './processes.ts'
import { call, mcp, mixed, type Era } from './requests.ts'

const setting = { rounds: 7, connections: 4, warm_up: 8000 }
const tools = '41'

export async function benchMcp({ start, slugs }: Bench, load: LoadMaker): Promise<Line[]> {
  const section = 'MCP'
  const lines: Line[] = []
  const bare = await start.bare()
  const product = await start.product({ PADDED: tools })
  const fresh = await start.product({ PADDED: tools, FRESH: 'on' })
  const naive = await start.script('naive_mcp.ts', { PADDED: tools })
  const pages = Array.from({ length: 100 }, (_, i) => ({ page: i + 1, per_page: 5 }))
  const names = mixed(slugs).slice(0, 500)
  const most = { modern: 6, legacy: 9 }

  for (const era of ['modern', 'legacy'] as Era[]) {
    const calls = {
      'search_listings, 5 hits': pages.map((given) => call(era, 'search_listings', given)),
      get_listing: names.map((slug) => call(era, 'get_listing', { slug })),
    }
    for (const [what, requests] of Object.entries(calls)) {
      const measured = await inTurn(
        load,
        {
          bare: { server: bare, requests, count: 1500 },
          kept: { server: product, requests, count: 1500 },
          fresh: { server: fresh, requests, count: 1500 },
          naive: { server: naive, requests, count: 400 },
        },
        setting,
      )
      for (const [how, ours] of [
        ['kept', measured.kept],
        ['not kept', measured.fresh],
      ] as const) {
        const named = (end: string) => `${era} tools/call ${what}, ${how}: ${end}`
        const bound = era === 'modern' ? { least: 7 } : null
        lines.push(
          {
            section,
            what: named('CPU of bare node:http'),
            ...ratioOf(ours, measured.bare),
            bound: { most: most[era] },
          },
          { section, what: named('the naive mount takes'), ...ratioOf(measured.naive, ours), bound },
          { section, what: named('CPU a call'), ...medianOf(ours.cpu_us, 'µs'), bound: null },
        )
      }
    }
    const requests = [mcp(era, 'tools/list')]
    const listed = await inTurn(
      load,
      {
        product: { server: product, requests, count: 500 },
        naive: { server: naive, requests, count: 60 },
      },
      { ...setting, warm_up: 800 },
    )
    const in_ms = listed.product.cpu_us.map((us) => us / 1000)
    lines.push(
      { section, what: `${era} tools/list, 41 tools: CPU`, ...medianOf(in_ms, 'ms'), bound: { most: 1 } },
      {
        section,
        what: `${era} tools/list: the naive mount takes`,
        ...ratioOf(listed.naive, listed.product),
        bound: null,
      },
    )
  }
  await Promise.all([bare, product, fresh, naive].map((server) => server.stop()))
  return lines
}
