// Independent witnesses: what they are asked, what of their answers is believed, and what becomes of it.
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askWitnesses } from '../../jobs/ask_witnesses.ts'
import type { JobContext } from '../../jobs/queue/job.ts'
import type { Exchange } from '../../outbound.ts'
import { addWeeks } from '../../tools/launches/week.ts'
import { operatorRecord } from '../../tools/team/audit.ts'
import { operatorWitness } from '../../tools/ledger/operator.ts'
import { sealWeek } from '../../tools/ledger/seal.ts'
import { startService, type Service } from '../support/service.ts'
import { votedBy } from '../support/votes.ts'
import { about, close, launches, over } from '../support/weeks.ts'

const { RFC9162 } = createRequire(import.meta.url)('@transmute/rfc9162') as {
  RFC9162: { verifyConsistencyProof(before: Uint8Array, after: Uint8Array, proof: object): Promise<boolean> }
}
const week = '2026-11-30'
const name = 'witness.example/one'
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const key = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
const idOf = (typed: Buffer) => createHash('sha256').update(`${name}\n`).update(typed).digest().subarray(0, 4)
const vkeyOf = (type: number, typed = Buffer.concat([Buffer.of(type), key])) =>
  `${name}+${idOf(typed).toString('hex')}+${typed.toString('base64')}`
const vkey = vkeyOf(4)
const id = idOf(Buffer.concat([Buffer.of(4), key]))

/** A witness that keeps to the book: it signs nothing but what continues what it has seen. */
const witness = { seen: { size: 0, root: Buffer.alloc(0) }, lies: false, asked: [] as string[] }
async function answer({ url, body }: Exchange): Promise<{ status: number; text: string }> {
  witness.asked.push(body!)
  expect(url).toBe('https://witness.example/add-checkpoint')
  const at = body!.indexOf('\n\n')
  const [old, ...proof] = body!.slice(0, at).split('\n')
  const note = body!.slice(at + 2)
  const text = note.slice(0, note.indexOf('\n\n') + 1)
  const [, size, root] = text.split('\n')
  const before = Number(old!.slice(4))
  if (before !== witness.seen.size) return { status: 409, text: `${witness.seen.size}\n` }
  const holds =
    before === 0 ||
    (await RFC9162.verifyConsistencyProof(witness.seen.root, Buffer.from(root!, 'base64'), {
      ...{ log_id: '', tree_size_1: before, tree_size_2: Number(size) },
      consistency_path: proof.map((one) => Buffer.from(one, 'base64')),
    }))
  if (!holds) return { status: 422, text: 'no' }
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(1_800_000_000n)
  const said = Buffer.from(`cosignature/v1\ntime 1800000000\n${witness.lies ? `${text}x` : text}`)
  if (!witness.lies) witness.seen = { size: Number(size), root: Buffer.from(root!, 'base64') }
  const signed = Buffer.concat([id, time, sign(null, said, privateKey)])
  return { status: 200, text: `— other.example AAAA\n— ${name} ${signed.toString('base64')}\n` }
}

let service: Service
const ask = () =>
  askWitnesses.run({}, {
    storage: service.storage,
    outbound: {
      async fetch(exchange: Exchange) {
        const { status, text } = await answer(exchange)
        return { url: exchange.url, status, headers: {}, body: Buffer.from(text), was_cut: false }
      },
    },
  } as unknown as JobContext)
async function seal(n: number): Promise<void> {
  const its = addWeeks(week, n)
  for (const listing of await launches(service, 3, its))
    await votedBy(service, listing, 5, `${its}T08:00:00.000Z`)
  await close(service, its)
  await sealWeek(service.storage, over(its), about(its, service))
}
const checkpoint = async () => (await service.fetch('/ledger/main/checkpoint')).text()

beforeAll(async () => void (service = await startService()))
afterAll(() => service.close())

it('refuses what is no witness', async () => {
  const add = (key: string, url: string) =>
    operatorWitness(service.storage, { vkey: key, url, now: service.clock.now })
  for (const wrong of ['x', vkeyOf(1), vkey.replace(id.toString('hex'), '00000000')])
    await expect(add(wrong, 'https://witness.example')).rejects.toThrow('no key of a witness')
  await expect(add(vkey, 'http://witness.example')).rejects.toThrow('https')
  await add(vkey, 'https://witness.example/')
  expect(await operatorRecord(service.storage)).toContain('\toperator\tadd_witness\tsite main\t')
})

it('asks for each checkpoint once, with the proof that it continues the one before', async () => {
  await ask()
  expect(witness.asked).toEqual([])
  await seal(0)
  await ask()
  await ask()
  expect(witness.asked).toHaveLength(1)
  expect(await checkpoint()).toContain(`\n— ${name} `)
  expect(await (await service.fetch('/ledger')).text()).toContain(`Seen and signed by ${name}`)
  await seal(1)
  await ask()
  expect(await checkpoint()).toContain(`\n— ${name} `)
  expect(witness.asked.at(-1)).toMatch(/^old [1-9]\d*\n[A-Za-z0-9+/=]{44}\n/)
})

it('believes no signature that does not hold, and begins anew where the witness remembers another size', async () => {
  await seal(2)
  witness.lies = true
  await ask()
  expect(await checkpoint()).not.toContain(`— ${name} `)
  expect((await service.storage.ledger.witnesses())[0]!.fault).toBe('Its signature does not hold.')
  witness.lies = false
  witness.seen = { size: 0, root: Buffer.alloc(0) }
  await ask()
  expect(witness.asked.at(-1)).toMatch(/^old 0\n\n/)
  expect(await checkpoint()).toContain(`— ${name} `)
  expect((await service.storage.ledger.witnesses())[0]!.fault).toBe(null)
})
