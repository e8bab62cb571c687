import { z } from 'zod'
import { cosignatureIn, requestOf } from '../tools/ledger/witness.ts'
import { defineJob } from './queue/job.ts'

const mostBytes = 16_384

/** Asks each witness to cosign the newest checkpoint that it has not seen, and checks its answer. */
export const askWitnesses = defineJob({
  kind: 'ask_witnesses',
  lane: 'looking',
  payload: z.object({}),
  max_failures: 5,
  timeout_ms: 120_000,
  every_s: 600,
  starts_after_s: 60,
  async run(_payload, { storage, outbound, signal }) {
    for (const witness of await storage.ledger.witnesses()) {
      const latest = await storage.ledger.latest(witness.site_id)
      if (latest === undefined || latest.size <= witness.size) continue
      const ask = async (before: number) => {
        const { status, body } = await outbound.fetch({
          ...{ url: `${witness.url}/add-checkpoint`, method: 'POST' as const, accept: '*/*', redirects: 0 },
          ...{ max_bytes: mostBytes, timeout_ms: 15_000, cut: true, signal },
          headers: { 'content-type': 'text/plain; charset=utf-8' },
          body: await requestOf(storage, latest, before),
        })
        return { status, text: Buffer.from(body).toString() }
      }
      let fault: string | null = null
      let line: string | null = null
      try {
        let answer = await ask(witness.size)
        // 409: the witness has seen another size than we remember, and answers with it.
        const seen = answer.status === 409 ? Number(answer.text.trim()) : NaN
        if (Number.isInteger(seen) && seen >= 0 && seen <= latest.size) answer = await ask(seen)
        if (answer.status === 200) line = cosignatureIn(answer.text, latest.note, witness.vkey)
        if (line === null)
          fault = answer.status === 200 ? 'Its signature does not hold.' : `It answered ${answer.status}.`
      } catch (error) {
        fault = (error as Error).message
      }
      await storage.write(({ ledger }) => ledger.witnessed(witness.id, latest, { line, fault }))
    }
  },
})
