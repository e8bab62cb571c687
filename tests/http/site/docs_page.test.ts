import { expect, it } from 'vitest'
import { docsPage } from '../../../http/site/docs_page.ts'
import { catalog } from '../../../tools/catalog.ts'

it('the reference names every operation, and says where a key comes from and how it is sent', () => {
  const page = docsPage('https://launch.example', catalog)
  for (const { name } of catalog) expect(page).toContain(`id="${name}"`)
  expect(page).toContain('href="/account/keys"')
  expect(page).toContain('Authorization: Bearer lk_')
})
