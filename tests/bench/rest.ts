// REST against bare node:http doing the same prepared reads, and against Fastify.
import { inTurn, median, medianOf, ratioOf, type Line } from './measure.ts'
import type { LoadMaker } from './processes.ts'
import type { Bench } from './setting.ts'
import { get, mixed } from './requests.ts'

export async function benchRest({ start, slugs }: Bench, load: LoadMaker): Promise<Line[]> {
  const section = 'REST'
  const [bare, fastify, product, fresh] = [
    await start.bare(),
    await start.script('fastify.ts'),
    await start.product(),
    await start.product({ FRESH: 'on' }),
  ]
  const all = mixed(slugs).map((slug) => get(`/api/v1/listings/${slug}`))
  const hot = all.slice(0, 500)
  const pages = Array.from({ length: 200 }, (_, i) => get(`/api/v1/listings?page=${i + 1}`))
  const setting = { rounds: 9, connections: 32, warm_up: 40_000 }
  const [count, fewer] = [3000, 1500]

  const read = await inTurn(
    load,
    {
      bare: { server: bare, requests: all, count },
      fresh: { server: fresh, requests: all, count },
    },
    setting,
  )
  const kept = await inTurn(
    load,
    {
      bare: { server: bare, requests: hot, count },
      product: { server: product, requests: hot, count },
      fastify: { server: fastify, requests: hot, count },
    },
    setting,
  )
  const list = await inTurn(
    load,
    {
      bare: { server: bare, requests: pages, count: fewer },
      fresh: { server: fresh, requests: pages, count: fewer },
    },
    setting,
  )
  await Promise.all([bare, fastify, product, fresh].map((server) => server.stop()))
  const line = (what: string, value: Pick<Line, 'value' | 'unit' | 'noise'>, bound: Line['bound']) => ({
    section,
    what,
    ...value,
    bound,
  })
  return [
    line('GET /listings/{slug}, not kept: CPU of bare node:http', ratioOf(read.fresh, read.bare), {
      most: 3,
    }),
    line('GET /listings/{slug}, kept: CPU of bare node:http', ratioOf(kept.product, kept.bare), { most: 1 }),
    line('GET /listings/{slug}, kept: CPU of Fastify', ratioOf(kept.product, kept.fastify), { most: 1 }),
    line('GET /listings, 20 of them, not kept: CPU of bare node:http', ratioOf(list.fresh, list.bare), {
      most: 2.5,
    }),
    line('GET /listings/{slug}, not kept: p99 under 32 connections', medianOf(read.fresh.p99_ms, 'ms'), {
      most: 20,
    }),
    line('GET /listings/{slug}, kept: p99 under 32 connections', medianOf(kept.product.p99_ms, 'ms'), {
      most: 20,
    }),
    ...Object.entries({
      'bare node:http, a listing': read.bare,
      'ours, a listing, not kept': read.fresh,
      'ours, a listing, kept': kept.product,
      'Fastify, a listing': kept.fastify,
      'bare node:http, a list of 20': list.bare,
      'ours, a list of 20, not kept': list.fresh,
    }).map(([what, { cpu_us }]) => line(`CPU a request: ${what}`, medianOf(cpu_us, 'µs'), null)),
    line(
      'p99 of bare node:http under 32 connections',
      { value: median(read.bare.p99_ms), unit: 'ms', noise: null },
      null,
    ),
  ]
}
