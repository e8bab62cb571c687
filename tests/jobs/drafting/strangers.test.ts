// Small sites of strangers, in the ways sites say things all over the world: what is stated is found, and nothing else.
import { expect, it } from 'vitest'
import { draft, hero } from './mini_site.ts'

const of = (body: string, path: string) => {
  const found = draft(path === '/' ? { '/': hero + body } : { '/': hero, [path]: body })
  const value = <T>(one: { value: T } | null) => one?.value ?? null
  return {
    year: value(found.founded_year),
    place: [value(found.country), value(found.city)].join(' ').trim(),
    pricing: value(found.pricing_model),
    mail: value(found.contact_email),
    founders: found.founders.map(({ value }) => value.name).join(', '),
  }
}

it.each<[string, Partial<ReturnType<typeof of>>, string, string]>([
  [
    'a Dutch foot',
    { place: 'NL Utrecht' },
    '/',
    '<footer>KvK 12345678 · Oudegracht 1, 3511 AB Utrecht · +31 30 1234567</footer>',
  ],
  [
    'an American foot',
    { place: 'US San Francisco' },
    '/',
    '<footer>Tide Inc · 500 Howard St, San Francisco, CA 94105 · <a href="mailto:hi@tide.app">hi@tide.app</a></footer>',
  ],
  [
    'a British registration',
    { place: 'GB Bristol' },
    '/about',
    '<p>Tide Software Ltd, no. 01998877. Registered office: 12 Mill Lane, Bristol BS1 4ND.</p>',
  ],
  ['a Canadian address', { place: 'CA Toronto' }, '/contact', '<p>220 King St W, Toronto, ON M5H 1K4</p>'],
  ['a Polish address', { place: 'PL Gdańsk' }, '/contact', '<p>ul. Długa 4, 80-831 Gdańsk</p>'],
  [
    'a head office beside a branch',
    { place: 'ES Valencia' },
    '/',
    '<footer><p>Tide S.L. · Sede central: Calle Mayor 3, 46002 Valencia, España</p><p>Tide México · Av. Juárez 7, 06000 Ciudad de México, México</p></footer>',
  ],
  [
    'two offices alike',
    { place: '' },
    '/contact',
    '<p>1 Main St, Boston, MA 02110</p><p>Hauptstr. 2, 10115 Berlin, Germany</p>',
  ],
  [
    'a German address of five digits',
    { place: 'Leipzig' },
    '/impressum',
    '<h1>Impressum</h1><p>Lindenstraße 4<br>04109 Leipzig</p>',
  ],
  [
    'a sentence that opens with its verb',
    { year: 2018, founders: 'Joost de Wit, Sanne Bakker' },
    '/',
    '<p>Opgericht in 2018 door Joost de Wit en Sanne Bakker.</p>',
  ],
  [
    'a year that opens the sentence',
    { year: 2016 },
    '/about',
    '<p>In 1998 Ann Lee opened a tea shop in York. In 2016 she and Raj Patel founded Tide to sell the software she had written.</p>',
  ],
  [
    'a year that opens a German sentence',
    { year: 2015, founders: 'Ana See, Ben Ort' },
    '/about',
    '<p>2015 gründeten Ana See und Ben Ort die Tide GmbH.</p>',
  ],
  [
    'a mill and a novel',
    { year: null },
    '/about',
    '<p>Our studio is above a mill built in 1846. The novel that named us was published in 1923.</p>',
  ],
  [
    'a customer’s founding',
    { year: null, founders: '' },
    '/',
    '<p>Founded in 1952, Globex now runs on Tide.</p><p>In 1987 Karin Berg founded Nordhem.</p>',
  ],
  [
    'a question about a free plan',
    { pricing: 'Subscription' },
    '/pricing',
    '<h3>Crew</h3><p>$29 / month</p><h3>Site</h3><p>$99 / month</p><p>Is there a free plan? No, but we offer discounts.</p>',
  ],
  [
    'a trial without a card',
    { pricing: 'Subscription' },
    '/pricing',
    '<a>Start free</a><p>No credit card required. 30-day free trial.</p><h3>Crew</h3><p>$29 per month</p>',
  ],
])('%s', (_what, expected, path, body) => {
  expect(of(body, path)).toMatchObject(expected)
})
