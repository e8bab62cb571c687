import { afterAll, beforeAll, expect, it } from 'vitest'
import { catalog } from '../../../tools/catalog.ts'
import { startService, type Service } from '../../support/service.ts'

let service: Service
beforeAll(async () => void (service = await startService()))
afterAll(() => service.close())

it('the reference names every operation, and says where a key comes from and how it is sent', async () => {
  const page = await (await service.fetch('/docs')).text()
  for (const { name } of catalog) expect(page).toContain(`id="${name}"`)
  expect(page).toContain('href="/account/keys"')
  expect(page).toContain('Authorization: Bearer lk_')
})
