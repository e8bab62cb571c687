// What may be said of invented pages, and what lies with the same words. Every line of the page is quoted for each.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { emptyProfile } from '../../../jobs/drafting/extract.ts'
import { readPage } from '../../../jobs/drafting/page/read_page.ts'
import { checkEvidence } from '../../../jobs/drafting/proof/evidence.ts'

type Case = { lang: string; body: string; keep: string[]; lies: string[] }
const cases = JSON.parse(readFileSync(new URL('./claims.json', import.meta.url), 'utf8')) as Case[]

const url = 'https://marelo.io/'
const hero = '<header><a href="/">Marelo</a></header><h1>Marelo keeps watch</h1>'

/** Which of the claims the page proves. */
function proven({ lang, body, keep, lies }: Case): string[] {
  const html = `<!doctype html><html lang="${lang}"><head><title>Marelo</title></head><body>${hero}<main>${body}</main></body></html>`
  const page = readPage({ url, html, fetched_at: '' })
  const evidence = page.blocks.map(({ text }) => ({ quote: text, url, where: 'visible' as const }))
  const features = [...keep, ...lies].map((value) => ({ value, evidence }))
  const known = { start_url: url, categories: [] }
  return checkEvidence({ ...emptyProfile(), features }, [page], known).features.map(({ value }) => value)
}

describe('a page', () => {
  it.each(cases.map((one) => [`${one.lang} ${one.body.slice(0, 90)}`, one] as const))(
    'proves what is left of its lines, and no lie: %s',
    (_, one) => {
      expect(proven(one)).toEqual(one.keep)
    },
  )
})
