// What is left of a person who deletes the account, and what is dropped for everybody in time.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteAccount } from '../../auth/accounts.ts'
import { openDrafter } from '../../jobs/drafter.ts'
import { sweepIdentity } from '../../jobs/sweep.ts'
import { pack } from '../../storage/packing.ts'
import { emptyProfile } from '../../tools/drafts/fields.ts'
import { everyTable } from '../../storage/tables/all.ts'
import { onPostgres } from '../support/made_databases.ts'
import { besideRows } from '../support/rows.ts'
import { startService, thursday, type Service } from '../support/service.ts'

let service: Service
beforeAll(async () => void (service = await startService()))
afterAll(() => service.close())

const at = thursday.toISOString()
const email = 'Mira.Quill@tide.example'
const words = [/mira/i, /quill/i, /inkwell/i]

// PostgreSQL counts versions elsewhere.
const isHere = (table: string) => !(onPostgres && table === 'versions')

/** Every row of every table, save the word lists of a full-text index. */
const everything = (): Promise<string> =>
  besideRows(join(service.folder, 'launch.db'), async (rows) => {
    const all = everyTable.map((table) => getTableConfig(table).name).filter(isHere)
    const texts = await Promise.all(all.map((name) => rows.all(`SELECT * FROM "${name}"`)))
    return texts.map((one) => JSON.stringify(one)).join('\n')
  })

/** What anybody reads who has the files, the pages that hold nothing any more too. */
function inFiles(): string {
  const files = readdirSync(service.folder).filter((name) => name.startsWith('launch.db'))
  expect(files.length).toBeGreaterThan(0)
  return files.map((name) => readFileSync(join(service.folder, name), 'latin1')).join('\n')
}

it('nothing that names a deleted person stays, nor what only they had seen', async () => {
  const { user_id, other } = await service.storage.write(async (inside) => {
    const { id } = await inside.users.ensure(email, at)
    const other_id = (await inside.users.ensure('ana@tide.example', at)).id
    const blank = { title: null, country: null, city: null, socials: {} }
    await inside.users.saveProfile(id, { ...blank, name: 'Mira Quill', bio: 'Inkwell' }, 'mira-quill', at)
    await inside.replays.keep({
      user_id: id,
      operation: 'update_draft',
      key: 'k',
      fingerprint: 'f',
      body: '{"story":"inkwell"}',
      created_at: at,
    })
    const draft = (owner: number, host: string) => ({
      id: randomUUID(),
      site_id: 1,
      user_id: owner,
      url: `https://${host}/`,
      url_key: host,
      status: 'ready' as const,
      profile: emptyProfile(),
      progress: { step: 'done' as const, pages_read: 1, reading: null },
      created_at: at,
      updated_at: at,
    })
    const [own, anas] = [draft(id, 'inkwell.example'), draft(other_id, 'tide.example')]
    await inside.drafts.add(own)
    await inside.drafts.add(anas)
    const page = {
      url: 'https://inkwell.example/',
      fetched_at: at,
      hash: 'h',
      text: 'Inkwell',
      html: pack(''),
    }
    await inside.drafts.keepPages(own.id, 'own', [page])
    await inside.drafts.invite({ draft_id: anas.id, email, hash: 'h', created_at: at, expires_at: at })
    const mail = { message_id: 'm', recipient: email, subject: 'Mira', body: 'Quill', created_at: at }
    const mail_id = await inside.mail.add(mail)
    await inside.mail.sent(mail_id, at)
    return { user_id: id, other: anas.id }
  })
  for (const word of words) expect(await everything()).toMatch(word)
  await service.storage.write((inside) => deleteAccount(inside, user_id, thursday))
  for (const word of words) expect(await everything()).not.toMatch(word)
  expect(await service.storage.drafts.byId(other)).toBeDefined()
  await service.storage.refreshStatistics()
  // A word of a name may stand in the word list of a full-text index until that is merged; an address is in none.
  for (const text of [/mira\.quill@/i, /inkwell/i]) expect(inFiles()).not.toMatch(text)
})

it('an answer that its Idempotency-Key leads to no more is dropped', async () => {
  const { storage } = service
  const call = { operation: 'submit_draft', key: 'k' }
  const user_id = await storage.write(async (inside) => {
    const { id } = await inside.users.ensure('ben@tide.example', at)
    await inside.replays.keep({ ...call, user_id: id, fingerprint: 'f', body: '{}', created_at: at })
    return id
  })
  const sweep = async (hours: number) => {
    const now = new Date(thursday.getTime() + hours * 3_600_000)
    const context = { storage, now, clock: () => now, drafter: openDrafter(null) }
    const outcome = await sweepIdentity.run({}, context as unknown as Parameters<typeof sweepIdentity.run>[1])
    await storage.write(async (inside) => outcome!(inside))
  }
  await sweep(23)
  expect(await storage.replays.find({ ...call, user_id })).toBeDefined()
  await sweep(25)
  expect(await storage.replays.find({ ...call, user_id })).toBeUndefined()
})
