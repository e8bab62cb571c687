/** What the makers of ordinary products write, and how their builders set it. */
import { describe, expect, it } from 'vitest'
import { extractProfile } from '../../../jobs/drafting/extract.ts'
import { readPage } from '../../../jobs/drafting/page/read_page.ts'
import { draft, hero, home } from './mini_site.ts'

const of = (body: string, head = '') => draft({ '/': `${hero}${body}` }, [], head)
const pricesOf = (body: string) => of(`<h2>Pricing</h2>${body}`).pricing_summary?.value
const card = (...lines: string[]) => `<div>${lines.map((line) => `<div>${line}</div>`).join('')}</div>`

describe('a price', () => {
  it.each([
    '<span class="text-sm line-through">€39</span> <span>€29</span>',
    '<span style="color:red;text-decoration: line-through">€39</span> <span>€29</span>',
    '<span class="old-price">€39</span> <span>€29</span>',
  ])('of yesterday is not told: %s', (price) =>
    expect(pricesOf(`<h3>Tide 3</h3><p>${price}</p><p>One-time payment</p>`)).toContain('€29 — One-time'),
  )

  it('is the one that a shop shows', () => {
    const prices =
      '<div class="price__regular">€15.00</div><div class="price__sale"><s>€15.00</s> <span>€13.00</span></div>'
    expect(pricesOf(`<h3>Long Walk</h3><div class="price price--on-sale">${prices}</div>`)).toBe(
      'Long Walk: €13.00',
    )
    expect(pricesOf(`<h3>Long Walk</h3><div class="price">${prices}</div>`)).toBe('Long Walk: €15.00')
  })

  it('has the title of its card as its plan, and not the heading of the section', () => {
    const cards =
      card('Monthly', '£3,995', '/month', 'One request') + card('Pro', '£5,995', '/month', 'Two requests')
    expect(of(`<h2>One plan, no surprises</h2>${cards}`).pricing_summary?.value).toBe(
      'Monthly: £3,995/month · Pro: £5,995/month',
    )
  })

  it('is for what its row says, with a number or without', () => {
    const rows = '<tr><td>up to 1 million</td><td>€0.40</td></tr><tr><td>above</td><td>€0.25</td></tr>'
    expect(pricesOf(`<table><tr><th>Requests</th><th>Price per 1,000</th></tr>${rows}</table>`)).toBe(
      'up to 1 million requests: €0.40 per 1,000 · above: €0.25 per 1,000',
    )
  })

  it('is not what others earn, nor has it the title of the next card behind it', () => {
    expect(pricesOf('<p>Verhuurders verdienen gemiddeld € 110 per maand.</p>')).toBeUndefined()
    expect(pricesOf(card('Monthly', '$2.49') + card('Yearly', '$19.99'))).not.toContain('— Yearly')
  })
})

it('is paid once where the heading over the plans says so, though a form stands above', () => {
  const plans = '<h3>Solo</h3><p>$79</p><p>One developer.</p><h3>Team</h3><p>$249</p><p>Ten developers.</p>'
  const { pricing_model, pricing_summary } = of(
    `<label>Card number</label><h2>Buy once, use forever</h2>${plans}`,
  )
  expect([pricing_model?.value, pricing_summary?.value]).toEqual([
    'One-time',
    'Solo: $79 · Team: $249 · Buy once, use forever',
  ])
})

describe('a free plan', () => {
  const paid = '<h2>Tide Plus</h2><p>$4 per month</p>'
  it.each([
    ['Tide is free for trips of up to three days.', 'Freemium'],
    ['Self-hosting is free and always will be.', 'Freemium'],
    ['Shipping is free for orders of up to three kilos.', 'Subscription'],
  ])('is said: %s', (said, model) => expect(of(`<p>${said}</p>${paid}`).pricing_model?.value).toBe(model))
  it.each([
    ['Is Tide free?', 'Yes, for trips of up to three days.', 'Freemium'],
    ['Is the trial of Tide free?', 'Yes, for 14 days.', 'Subscription'],
  ])('is asked for: %s %s', (question, answer, model) => {
    const { pricing_model, pricing_summary } = of(
      `${paid}<h2>FAQ</h2><details><summary>${question}</summary><p>${answer}</p></details>`,
    )
    expect(pricing_model?.value).toBe(model)
    expect(pricing_summary?.value).not.toContain('?')
  })
})

describe('a tagline', () => {
  it('is the heading of the page, though prices are as large', () =>
    expect(of('<h1>$79 <small>/ month</small></h1><h1>$149 <small>/ month</small></h1>').tagline?.value).toBe(
      'Invoices that chase themselves',
    ))
  it('may be of two words where the title says them too', () => {
    const page = (title: string) =>
      readPage({
        url: home,
        html: `<html lang="en"><title>${title}</title><h1>Mind less</h1><p>Tide is a calendar for those who forget appointments.</p>`,
        fetched_at: '',
      })
    const taglineOf = (title: string) =>
      extractProfile([page(title)], { start_url: home, categories: [] }).tagline?.value
    expect(taglineOf('Tide – Mind less')).toBe('Mind less')
    expect(taglineOf('Tide')).not.toBe('Mind less')
  })
  it('may hold words that are verbs elsewhere', () =>
    expect(
      draft(
        { '/': '<h1>Tide</h1><p>x</p>' },
        [],
        '<meta name="description" content="Speciality Tea roasted on Tuesdays for everybody.">',
      ).short_description?.value,
    ).toBe('Speciality Tea roasted on Tuesdays for everybody.'))
})

describe('a place', () => {
  const placeOf = (foot: string, about = '') => {
    const { city, country } = draft({ '/': `${hero}<footer>${foot}</footer>`, '/about': about })
    return [city?.value, country?.value]
  }
  it.each([
    ['<p>Tide was started by Owen Pryce in Bristol, UK, in 2022.</p>', ['Bristol', 'GB']],
    ['<p>Made by Aroha Walker in Wellington, New Zealand.</p>', ['Wellington', 'NZ']],
    ['<p>Tide is made by Daan Visser, a developer in Rotterdam, the Netherlands.</p>', ['Rotterdam', 'NL']],
    ['<p>Ana Sea and Ben Ort started Tide in Chicago, Illinois, in 2020.</p>', ['Chicago', 'US']],
    ['<p>Tide, Inc.</p><p>Austin, Texas</p>', ['Austin', 'US']],
    ['<p>Made in Porto, Portugal.</p>', ['Porto', 'PT']],
    ['<p>Globex was started by Owen Pryce in Bristol, UK, in 2022.</p>', [undefined, undefined]],
  ])('is where it was begun: %s', (foot, place) => expect(placeOf(foot)).toEqual(place))
})

describe('founders', () => {
  const foundersOf = (about: string, head = '') =>
    draft({ '/': hero, '/about': about }, [], head).founders.map(({ value }) => value.name)
  it('say that they built it', () => {
    expect(foundersOf('<p>I’m Nina Caduff, a guide. I built Tide after a long walk.</p>')).toEqual([
      'Nina Caduff',
    ])
    const built = '<p>I’m Nina Caduff, a guide. I built bridges after a long walk.</p>'
    expect(draft({ '/': `${hero}<section>${built}</section>` }).founders).toEqual([])
    // Whoever opens the page about us with their name is behind it.
    expect(foundersOf(built)).toEqual(['Nina Caduff'])
  })
  it.each([
    [
      'en',
      'We are Tom Hejda and Iva Kone. We founded Tide in 2022 after a storm.',
      ['Tom Hejda', 'Iva Kone'],
    ],
    ['pt', 'A Tide foi fundada em 2016 pela dentista Renata Prado, cansada de ligar.', ['Renata Prado']],
    ['it', 'Tide nasce nel 2013 da un’idea di Marco Zanetti, ciclista di Bologna.', ['Marco Zanetti']],
  ])('are told in %s: %s', (lang, said, names) =>
    expect(foundersOf(`<html lang="${lang}"><p>${said}</p>`)).toEqual(names),
  )
  it('are two where the verb says so', () => {
    const about =
      '<html lang="de"><p>Jan Vollmer war Polier, Aylin Kaya schrieb Software. 2020 gründeten sie Tide in Kassel.</p>'
    expect(foundersOf(about)).toEqual(['Jan Vollmer', 'Aylin Kaya'])
  })
})

describe('a list', () => {
  it('is no plan because a button over it names a price', () => {
    const items = ['Silent to 38 decibels', 'Battery for three months', 'Repairable with six screws']
    const body = `<div>Order for $189</div>${items.map((item) => `<h3>${item}</h3><p>A whisper is louder than that.</p>`).join('')}<h2>Tide One</h2><div>$189.00</div>`
    expect(of(body).features.map(({ value }) => value.split(':')[0])).toEqual(items)
  })
  it('leaves out the card of a plan, and none for a price in its sentence', () => {
    const cards = ['Insured on every ride', 'Opens with your phone', 'Paid by the hour'].map(
      (title) => `<h3>${title}</h3><p>From €4 an hour, you see the price before.</p>`,
    )
    const plan = '<h3>Tide for teams</h3><p>Adds seats and invoices for everybody.</p><p>$9 a month</p>'
    expect(of(`<h2>Features</h2>${cards.join('')}${plan}<h2>More</h2>`).features.length).toBe(3)
  })
  it('of questions stands below "Questions, answered"', () => {
    const asked = ['Can I pause?', 'Yes, at any time.', 'Who does the work?', 'Owen and two designers.']
    expect(
      of(`<h2>Questions, answered</h2><div>${asked.map((one) => `<p class="t">${one}</p>`).join('')}</div>`)
        .faqs.length,
    ).toBe(2)
  })
})
