// The ledger's files, for anybody who recounts: checkpoints, keys, the lines of each week, and proofs.
import type { H3 } from 'h3'
import { FastResponse } from 'srvx'
import { notFound } from '../../tools/errors.ts'
import { licence } from '../../tools/ledger/lines.ts'
import { trusted } from '../../tools/ledger/note.ts'
import { proofOf } from '../../tools/ledger/proofs.ts'
import { cors } from '../cors.ts'
import { documentRoute } from '../documents.ts'
import type { Services } from '../services.ts'

const atOnce = 1000
const none = () => notFound('file of the ledger at this address. /ledger says which there are')

type File = { body: string | ReadableStream; type?: string; for_s?: number }
const plain = 'text/plain; charset=utf-8'

/** The file of this name, which may contain a week or a line number. */
async function fileOf({ storage }: Pick<Services, 'storage'>, site_id: number, name: string): Promise<File> {
  const { ledger } = storage
  const [, week, kind] = /^(\d{4}-\d{2}-\d{2})\.(ndjson|checkpoint)$/.exec(name) ?? []
  const [, line] = /^(\d{1,12})\.tlog-proof$/.exec(name) ?? []
  if (week !== undefined) {
    const signed = await ledger.checkpoint({ site_id, week })
    if (signed === undefined) throw none()
    if (kind === 'checkpoint') return { body: signed.note + signed.cosigned }
    return { body: linesFrom(storage, site_id, signed), type: 'application/x-ndjson', for_s: 86_400 }
  }
  if (line !== undefined) {
    const body = await proofOf(storage, site_id, Number(line))
    if (body === null) throw none()
    return { body }
  }
  const latest = await ledger.latest(site_id)
  if (latest === undefined) throw none()
  if (name === 'checkpoint') return { body: latest.note + latest.cosigned }
  const keys = await ledger.keys(site_id)
  const vkeys = trusted(keys).map(({ vkey }) => vkey)
  if (name === 'keys') return { body: vkeys.map((vkey) => `${vkey}\n`).join('') }
  if (name !== 'weeks.json') throw none()
  const weeks = await ledger.checkpoints(site_id)
  const stolen = keys.flatMap(({ vkey, stolen_since: since }) => (since === null ? [] : [{ vkey, since }]))
  return {
    body: JSON.stringify({ origin: keys.at(-1)!.origin, licence, vkeys, stolen, weeks }),
    type: 'application/json',
  }
}

function linesFrom(
  { ledger }: Services['storage'],
  site_id: number,
  { first, size }: { first: number; size: number },
): ReadableStream {
  let n = first
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const lines = await ledger.lines(site_id, n, Math.min(size, n + atOnce))
      controller.enqueue(encoder.encode(lines.map((line) => `${line}\n`).join('')))
      n += atOnce
      if (n >= size) controller.close()
    },
  })
}

export function ledgerRoutes(app: H3, services: Services): void {
  documentRoute(app, services, '/ledger/:site/:file', async ({ req, context }) => {
    const { site } = services.place(req)
    if (context.params?.site !== site.key) throw none()
    const { body, type = plain, for_s = 60 } = await fileOf(services, site.id, context.params.file ?? '')
    return new FastResponse(body, {
      headers: {
        'content-type': type,
        'cache-control': `public, max-age=${for_s}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        ...cors,
      },
    })
  })
}
