// What a model claims of founders and of the price model where no rule of the drafter could tell; founders' pages are quoted whole.
import { describe, expect, it } from 'vitest'
import { emptyProfile, extractProfile } from '../../../jobs/drafting/extract.ts'
import { readPage } from '../../../jobs/drafting/page/read_page.ts'
import { checkEvidence } from '../../../jobs/drafting/proof/evidence.ts'

const home = 'https://marelo.io/'

function open(lang: string, body: string) {
  const page = (path: string, main: string) =>
    readPage({
      url: new URL(path, home).href,
      html: `<!doctype html><html lang="${lang}"><head><title>Marelo</title></head><body><header><a href="/">Marelo</a></header><main>${main}</main><footer>Marelo, owner Iva Kos</footer></body></html>`,
      fetched_at: '',
    })
  const pages = [page('/', '<h1>Marelo keeps watch</h1>'), page('/about', `<h1>About</h1>${body}`)]
  const evidence = pages.flatMap(({ blocks, url }) =>
    blocks.map(({ text }) => ({ quote: text, url, where: 'visible' as const })),
  )
  const known = { start_url: home, categories: [] }
  return {
    drafted: extractProfile(pages, known).founders.map(({ value }) => value.name),
    kept: (name: string): boolean => {
      const claimed = { founders: [{ value: { name, title: null, bio: null }, evidence }] }
      return checkEvidence({ ...emptyProfile(), ...claimed }, pages, known).founders.length > 0
    },
  }
}

describe('a founder that a model claims', () => {
  it.each([
    ['en', '<p>Caption: Ana Sea, who built Marelo, with Ron Sea, who did not.</p>', 'Ana Sea'],
    ['de', '<p>Marelo gibt es schon lange. Gegründet haben es Ana See und Ben Ort aus Kiel.</p>', 'Ben Ort'],
    ['de', '<p>Marelo haben sich Ana See und Ben Ort an einem Abend in Kiel ausgedacht.</p>', 'Ben Ort'],
    [
      'it',
      '<p>Marelo l’ha inventato Ana Mari, che per dodici stagioni ha strappato biglietti.</p>',
      'Ana Mari',
    ],
    ['en', '<p>We’re Ana and Ben Sea.</p><p>In 2019 we started Marelo in a garage.</p>', 'Ana Sea'],
    ['en', '<p>I’m Iva. I got tired of forms and wrote Marelo.</p>', 'Iva Kos'],
  ])('is kept where a sentence says that they began or made us: %s %s', (lang, body, name) => {
    const { kept, drafted } = open(lang, body)
    expect(kept(name)).toBe(true)
    // Without a model a name needs to be there in full beside what it says.
    if (body.includes(name)) expect(drafted).toContain(name)
  })

  it.each([
    ['en', '<p>Marelo has a logo drawn by Ana Sea.</p>', 'Ana Sea'],
    ['en', '<p>Ana Sea wrote the Android version of Marelo.</p>', 'Ana Sea'],
    [
      'en',
      '<p>Iva Kos founded Marelo in 2015.</p><p>Ana Sea started the Berlin office in 2019.</p>',
      'Ana Sea',
    ],
    [
      'en',
      '<p>Iva Kos founded Marelo in 2015.</p><p>Ana Sea began work on the firmware in 2020.</p>',
      'Ana Sea',
    ],
    ['en', '<p>Marelo was not founded by Ana Sea.</p>', 'Ana Sea'],
    ['en', '<p>Ana Sea, who founded the Ghost Sign Society in 1987, writes for Marelo.</p>', 'Ana Sea'],
    ['en', '<p>Our chairman is Ana Sea, who founded Tolley Seeds back in 1981.</p>', 'Ana Sea'],
    [
      'en',
      '<p>In 2021 we incorporated and raised money; its partner Ana Sea sits on our board.</p>',
      'Ana Sea',
    ],
    ['en', '<p>Ana Sea joined us in 2020 and built Marelo for phones.</p>', 'Ana Sea'],
    ['en', '<p>We started Marelo in 2019. Editor: Ana Sea.</p>', 'Ana Sea'],
    ['de', '<p>Seit 2020 leitet Ana See den Kundendienst von Marelo.</p>', 'Ana See'],
    ['de', '<p>Ana See hat Marelo mit Sicherheit nicht gegründet.</p>', 'Ana See'],
    ['en', '<p>I’m Iva. I got tired of forms and left the office.</p>', 'Iva Kos'],
    ['en', '<p>We’re Ana and Ben Sea.</p><p>In 2019 we moved to Cork.</p>', 'Ana Sea'],
    ['en', '<blockquote>I am Ana Sea and I built Marelo into my shop.</blockquote>', 'Ana Sea'],
  ])('is refused where no sentence says so: %s %s', (lang, body, name) => {
    const { kept, drafted } = open(lang, body)
    expect(kept(name)).toBe(false)
    expect(drafted).not.toContain(name)
  })
})

describe('a price model that a model claims', () => {
  const kept = (body: string, value: string, quote: string): boolean => {
    const html = `<html lang="en"><title>Marelo</title><h1>Pricing</h1>${body}</html>`
    const page = readPage({ url: home, html, fetched_at: '' })
    const claimed = { value, evidence: [{ quote, url: home, where: 'visible' as const }] }
    const known = { start_url: home, categories: [] }
    return checkEvidence({ ...emptyProfile(), pricing_model: claimed }, [page], known).pricing_model !== null
  }
  const mixed = '<p>$8 once, for every seat.</p><p>Schools may pay $2 a month.</p>'
  it('is what the quoted lines say where no rule could tell which of them counts', () => {
    expect(kept(mixed, 'One-time', '$8 once, for every seat.')).toBe(true)
    expect(kept(mixed, 'Subscription', '$8 once, for every seat.')).toBe(false)
    expect(kept(mixed, 'Free', '$8 once, for every seat.')).toBe(false)
  })

  it('is what the whole site says where it says one', () => {
    const monthly = '<p>Team: $8 a month.</p><p>Firm: $20 a month.</p><p>A poster: $5 once.</p>'
    expect(kept(monthly, 'One-time', 'A poster: $5 once.')).toBe(false)
    expect(kept(monthly, 'Subscription', 'Team: $8 a month.')).toBe(true)
  })
})
