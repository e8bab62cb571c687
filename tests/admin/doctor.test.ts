// What the doctor says of a service that is well, and of one that is not.
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { greetMailServer } from '../../jobs/delivery.ts'
import { openPostbox } from '../support/postbox.ts'
import { newFolder, startAdmin, startServer } from '../support/programs.ts'

const folder = newFolder()
const settings = { BACKUP_HOURS: '0' }
let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  server = await startServer(folder.path, settings)
})
afterAll(async () => {
  await server.stop()
  folder.remove()
})

const doctor = (more: Record<string, string> = {}) =>
  startAdmin(folder.path, ['doctor'], { ...settings, PORT: new URL(server.url).port, ...more }).ended

it('finds nothing in a service that is well', async () => {
  const { code, out } = await doctor()
  expect([code, out.split('\n').filter((line) => line.startsWith('BAD'))]).toEqual([0, []])
  expect(out).toContain('well\tintegrity\tthe database is whole')
  expect(out).toMatch(/well\taddress\thttp:\/\/localhost:\d+ leads here/)
})

it('says what is missing, and what to do', async () => {
  const { code, out } = await doctor({ BACKUP_HOURS: '24', MAIL_URL: 'smtp://127.0.0.1:1', PORT: '1' })
  expect(code).toBe(1)
  expect(out).toContain('BAD\tcopy\tNo copy of the database has been made. The log says why')
  expect(out).toMatch(/BAD\tmail\tThe mail server of MAIL_URL says E\w+\. Check its address/)
  expect(out).toMatch(/BAD\taddress\thttp:\/\/localhost:1 is not reached from here/)
})

it('sees a mail server that does not let us in', async () => {
  const postbox = await openPostbox()
  expect(await greetMailServer(postbox.url)).toBeNull()
  expect(await greetMailServer(postbox.url.replace('p%40ss', 'wrong'))).toMatch(/^EAUTH/)
  await postbox.close()
})

it('sees a damaged database', async () => {
  await server.stop()
  const file = folder.file('launch.db')
  writeFileSync(file, readFileSync(file).fill(0xff, 100_000, 200_000))
  const { code, out, err } = await doctor()
  expect(code).toBe(1)
  expect(out + err).toMatch(/damaged/)
})
