// What becomes of claims about invented pages, and of lies in the same words: every line of the page is quoted for each.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { emptyProfile } from '../../../jobs/drafting/extract.ts'
import { readPage } from '../../../jobs/drafting/page/read_page.ts'
import { checkEvidence } from '../../../jobs/drafting/proof/evidence.ts'

type Case = { lang: string; body: string; keep: string[]; lies: string[] }
const cases = JSON.parse(readFileSync(new URL('./claims.json', import.meta.url), 'utf8')) as Case[]

const url = 'https://marelo.io/'
const hero = '<header><a href="/">Marelo</a></header><h1>Marelo keeps watch</h1>'

function open({ lang, body }: Case) {
  const html = `<!doctype html><html lang="${lang}"><head><title>Marelo</title></head><body>${hero}<main>${body}</main></body></html>`
  const page = readPage({ url, html, fetched_at: '' })
  const evidence = page.blocks.map(({ text }) => ({ quote: text, url, where: 'visible' as const }))
  const known = { start_url: url, categories: [] }
  return {
    said: bare(page.blocks.map(({ text }) => text).join(' ')),
    /** What is told for a claim, '' for nothing. */
    told: (value: string): string => {
      const claims = { features: [{ value, evidence }], pricing_summary: { value, evidence } }
      const { features, pricing_summary } = checkEvidence({ ...emptyProfile(), ...claims }, [page], known)
      return features[0]?.value ?? pricing_summary?.value ?? ''
    },
  }
}
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}\p{Sc}]+/gu, '')
/** What stands on the page word for word, sentence by sentence or title by title. */
const stands = (text: string, said: string): boolean =>
  text === '' ||
  said.includes(bare(text)) ||
  text.split(/(?<=[.!?。])\s*|:\s|\s[—·]\s/u).every((part) => said.includes(bare(part)))

describe('a page', () => {
  it.each(cases.map((one) => [`${one.lang} ${one.body.slice(0, 90)}`, one] as const))(
    'answers what is true of it and what is not in its own words: %s',
    (_, one) => {
      const { said, told } = open(one)
      expect(one.lies.filter((lie) => bare(told(lie)) === bare(lie))).toEqual([])
      expect(one.keep.filter((claim) => told(claim) === '')).toEqual([])
      expect([...one.keep, ...one.lies].map(told).filter((text) => !stands(text, said))).toEqual([])
    },
  )
})

it.each([
  ['en', 'Tablets of the other kind are coming this winter.', 'Runs on tablets of the other kind'],
  ['es', 'Estamos preparando un punto de venta para puertos.', 'Punto de venta para puertos'],
  ['ja', '船のウェブ版は準備中です。', '船のウェブ版でも使える'],
])('a plan is not told in place of a claim: %s', (lang, plan, claim) => {
  const { told } = open({ lang, body: `<p>${plan}</p>`, keep: [], lies: [] })
  expect(told(claim)).not.toBe(plan)
})
