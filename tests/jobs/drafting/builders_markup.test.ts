/** What the markup of ordinary builders parts, repeats and puts side by side. */
import { describe, expect, it } from 'vitest'
import { draft, hero } from './mini_site.ts'

const of = (body: string, head = '') => draft({ '/': `${hero}${body}` }, [], head)
const pricesOf = (body: string) => of(body).pricing_summary?.value

describe('prices', () => {
  it.each([
    ['9,90 €<span>pro Monat</span>', 'Solo: 9,90 € pro Monat'],
    ['<b>12 €</b><span>al mes</span>', 'Solo: 12 € al mes'],
    ['$6<span>per user / month</span>', 'Solo: $6 per user / month'],
  ])('stand apart from what they are paid for: %s', (price, said) =>
    expect(pricesOf(`<h2>Pricing</h2><h3>Solo</h3><p>${price}</p>`)).toBe(said),
  )

  it.each([
    '<span x-show="!yearly">$19</span><span x-show="yearly">$15</span>',
    '<span v-if="annual">$19</span><span v-else>$15</span>',
  ])('that a script shows in turn are told once: %s', (prices) =>
    expect(pricesOf(`<h2>Pricing</h2><h3>Solo</h3><p>${prices}<span>/month</span></p>`)).toBe(
      'Solo: $19/month',
    ),
  )

  it('have the plan over their column where the row says that it tells prices', () => {
    const row = (tag: string, ...cells: string[]) =>
      `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
    const table = [
      row('th', '', 'Small', 'Large'),
      row('td', 'Units', 'up to 50', 'up to 90'),
      row('td', 'Price per month', '£29', '£79'),
    ]
    const { pricing_model, pricing_summary } = of(`<h2>Pricing</h2><table>${table.join('')}</table>`)
    expect([pricing_model?.value, pricing_summary?.value]).toEqual([
      'Subscription',
      'Small: £29 per month · Large: £79 per month',
    ])
  })

  const figure = ([said, below]: string[]) => `<li><b class="n">${said}</b><div>${below}</div></li>`
  const figures = [
    ['38%', 'less waste on average'],
    ['$4,200', 'lost by a shop in a year'],
    ['10 min', 'for each count'],
  ]
  it('are no figures with what they count below them', () => {
    expect(pricesOf(`<ul>${figures.map(figure).join('')}</ul>`)).toBeUndefined()
    const plans = [...figures, ['$19', 'Starter']]
    expect(pricesOf(`<ul>${plans.map(figure).join('')}</ul>`)).toContain('$19')
  })

  it('of what is sold stand under no heading that says free', () => {
    const sold = '<ul><li>Plus Monthly $2.99</li><li>Plus Yearly $19.99</li></ul>'
    const body = `<h2>Free</h2><p>Offers in-app purchases</p><h2>Free</h2>${sold}`
    expect(pricesOf(body)).toContain('Plus Yearly $19.99')
  })

  it('are ours below a tagline that compares', () => {
    const body = '<h2>Darker than dark</h2><h3>Buy</h3><p>$14 for one person. Pay once.</p>'
    expect(of(body).pricing_model?.value).toBe('One-time')
    expect(of(`${body.replace('Buy', 'Cheaper than Ebb')}`).pricing_model).toBeNull()
  })
})

describe('a place', () => {
  it('may be called as its region is', () =>
    expect(of('<footer><p>Tide, Inc. 228 Park Ave S, New York, NY 10003</p></footer>')).toMatchObject({
      city: { value: 'New York' },
      country: { value: 'US' },
    }))
  it('is no name behind the year of a copyright', () =>
    expect(of('<footer><p>© 2025 Tide BV.</p></footer>').city).toBeNull())
})

it('has been done in a place since a year, says the great heading', () => {
  expect(draft({ '/': '<h1>Clean offices in Bilbao since 2008</h1>' }).founded_year?.value).toBe(2008)
  expect(draft({ '/': '<h1>Helping Globex since 2008</h1>' }).founded_year).toBeNull()
})

it('was born in a year, which denies nothing', () => {
  const about = '<html lang="fr"><h1>À propos</h1><p>Tide est né en 2019 dans un jardin.</p>'
  expect(draft({ '/': hero, '/about': about }).founded_year?.value).toBe(2019)
})

it('lists what stands below a label, and nothing that heads a price', () => {
  const bullets = ['Write a note in seconds', 'Search every night by mood', 'Lock it with a face']
  const listed = `<h2>Screenshots</h2><p>WHAT YOU CAN DO<br>${bullets.map((one) => `• ${one}`).join('<br>')}</p>`
  expect(of(listed).features.map(({ value }) => value)).toEqual(bullets)
  const heads = [...bullets, 'One plan, all included', 'Ask us']
  const prices = ['A word at a time.', 'Or by the weather.', 'Or a finger.', '£3 a month', 'By mail.']
  const cards = heads.map((head, at) => `<div><h2>${head}</h2><p>${prices[at]}</p></div>`).join('')
  expect(of(cards).features.map(({ value }) => value)).not.toContain('One plan, all included')
})

it('answers the last question in its own paragraph', () => {
  const asked = ['Does it work at night?', 'Is it safe?', 'Is there a refund?']
  const body = asked.map((one) => `<p><b>${one}</b><br>Yes, for thirty days.</p>`).join('')
  const { faqs } = of(`<h3>FAQ</h3>${body}<hr><p>Tide is made by Ana Sea in a shed.</p>`)
  expect(faqs.map(({ value }) => value.answer)).toEqual(asked.map(() => 'Yes, for thirty days.'))
})

it('describes nothing by what visitors are told to do', () => {
  const head = '<meta name="description" content="Read reviews and see screenshots of Tide.">'
  expect(of('', head).short_description?.value).toBe('Tide sends your invoices and reminds your customers.')
})
