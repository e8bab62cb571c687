// What the templates of ordinary sites put beside a product's own words: plans in cards, showcases, teasers, forms.
import { describe, expect, it } from 'vitest'
import { sentences } from '../../../jobs/drafting/page/sentences.ts'
import { draft, hero } from './mini_site.ts'

const card = (title: string, said: string): string => `<div><h3>${title}</h3>${said}</div>`
const features = (body: string): string[] =>
  draft({ '/': `${hero}${body}` }).features.map(({ value }) => value)
const cards = ['Late fees', 'Paper letters', 'Bank matching']
  .map((title) => card(`${title} by themselves`, '<p>Done while you sleep.</p>'))
  .join('')

describe('prices', () => {
  const priced = (body: string, path = '/pricing') => {
    const { pricing_model, pricing_summary } = draft({
      '/': `${hero}<a href="${path}">More</a>`,
      [path]: `<h1>All of it</h1>${body}`,
    })
    return [pricing_model?.value, pricing_summary?.value]
  }
  const plan = (name: string, amount: string) => card(name, `<p>${amount}</p>`)

  it('have their plan where they stand in headings, as cards of Bootstrap do', () => {
    const big = (name: string, amount: string) =>
      `<div class="card"><div class="card-header"><h4>${name}</h4></div><h1 class="card-title">${amount} <small>/ mo</small></h1></div>`
    expect(priced(big('Dinghy', '$12') + big('Schooner', '$30'))[1]).toBe(
      'Dinghy: $12 / mo · Schooner: $30 / mo',
    )
  })

  it('stand on any page that lists plans, and on one called premium', () => {
    const plans = plan('Small', '$7 per week') + plan('Large', '$9 per week')
    expect(priced(plans, '/boxes')).toEqual(['Subscription', 'Small: $7 per week · Large: $9 per week'])
    expect(priced('<p>Tide is free with 10 boats.</p><p>$4.99 / month</p>', '/premium')[0]).toBe('Freemium')
  })

  it('are told with the minutes they are paid for, and recur where a column says so', () => {
    expect(priced('<p>Follow-up (30 min) £55</p><p>Massage (60 min) £60</p>')[1]).toContain(
      'Follow-up (30 min) £55',
    )
    const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
    const table = `<table><tr><th>Plan</th><th>Boats</th><th>Price per month</th></tr>${row('Quay', 'up to 5', '€ 149')}${row('Port', 'up to 30', '€ 349')}</table>`
    expect(priced(table)).toEqual(['Subscription', 'Quay: € 149 · Port: € 349'])
  })

  it('are none of what somebody else costs, or of a dish in the blog', () => {
    const plans = plan('Basic', '$9 / month') + plan('Full', '$19 / month')
    expect(priced(`${plans}<p>An accountant costs $80 a month.</p>`)[1]).not.toContain('accountant')
    expect(priced(`${plans}<p>Pay per seat</p><h3>Crew</h3><p>£2</p><p>per user / month</p>`)[1]).toContain(
      'per user/month',
    )
    const blog = '<h2>Recipes from our blog</h2><h3>Soup</h3><p>Feeds four and costs $20.</p>'
    expect(draft({ '/': `${hero}${blog}` }).pricing_summary).toBeNull()
  })

  it('know a free plan that an answer begins with "No." tells', () => {
    const asked =
      '<h2>FAQ</h2><h3>Do I need a card?</h3><p>No. You can use the free plan as long as you like.</p>'
    const { pricing_model } = draft({
      '/': `${hero}<a href="/pricing">Pricing</a>${asked}`,
      '/pricing': `<h1>Pricing</h1>${plan('Free', '£0')}${plan('Pro', '£9 / month')}`,
    })
    expect(pricing_model?.value).toBe('Freemium')
    expect(sentences('No. You may. See No. 5 for it.')).toEqual(['No.', 'You may.', 'See No. 5 for it.'])
  })
})

describe('texts', () => {
  it('are no names of those who use it, nothing of a form and no request for a gift', () => {
    const shows =
      card('The Long Ferry', '<p>True stories from the coast.</p>') +
      card('Salt and Syntax', '<p>Two people, one kitchen.</p>') +
      card('Maritime Mornings', '<p>The weather, read aloud.</p>')
    expect(features(`<h2>All at once</h2>${cards}<h2>Shows on Tide</h2>${shows}`).join()).not.toContain(
      'Ferry',
    )
    const form = '<form><button>Subscribe</button></form>'
    expect(features(`${cards.replaceAll('h3', 'h2')}<h2>Get better billing tips</h2>${form}`)).toHaveLength(3)
    const gift =
      '<p>Tide is free and always will be for you. If it saves you time you can buy me a coffee.</p>'
    expect(draft({ '/': `<h1>Tide</h1>${gift}` }).description?.value ?? '').not.toContain('coffee')
    const head = '<meta name="description" content="Tide sends your letters to all of them. Coming soon.">'
    expect(draft({ '/': hero }, [], head).short_description?.value).not.toContain('Coming')
  })

  it('may search, compare and be about web design', () => {
    const verbs = [
      'Search all that you ever sent',
      'Compares letters with the ledger',
      'Webdesign for small banks',
    ]
    expect(
      features(`<h2>Calm billing</h2>${verbs.map((verb) => card(verb, '<p>While you sleep.</p>')).join('')}`),
    ).toEqual(verbs)
    expect(
      features(
        `<h2>Features</h2><ul><li>✏️ Edits without losing a comment</li>${['Sends', 'Counts'].map((verb) => `<li>${verb} letters at night</li>`).join('')}</ul>`,
      )[0],
    ).toBe('Edits without losing a comment')
  })

  it('are the site’s own beside a button that looks like a name', () => {
    const body =
      '<h1>Pages for a customer</h1><p>Tide builds pages for banks and boats, quickly and for good.</p><p>Free Call</p>'
    expect(draft({ '/': body }).description?.value).toContain('builds pages')
  })

  it('have no logo where a picture has no address', () => {
    expect(
      draft({ '/': `<header><a href="/"><img alt="Tide logo"></a></header>${hero}` }).logo_url,
    ).toBeNull()
  })
})

it('a founder is no line that stands above their name', () => {
  const about = '<h2>Our team</h2><ul><li>Fair Prices</li></ul><p>Ana Sea, founder and director</p>'
  const { founders } = draft({ '/': `${hero}<a href="/about">About</a>`, '/about': `<h1>About</h1>${about}` })
  expect(founders.map(({ value }) => value.name)).toEqual(['Ana Sea'])
})

describe('answers', () => {
  const asked = (answer: string) =>
    draft({
      '/': `${hero}<h2>FAQ</h2><h3>Is it free?</h3><p>Yes, for one boat.</p><h3>How do I get it?</h3>${answer}<h3>Who made it?</h3><p>Two sailors.</p>`,
    }).faqs.map(({ value }) => value.question)
  const whole = ['Is it free?', 'How do I get it?', 'Who made it?']
  const code = '<pre><code>curl tide.app/setup.sh | bash</code></pre>'

  it.each([
    [true, '<p>Press the button. It takes a minute.</p>'],
    [true, `<p>Press the button, or use the script.</p>${code}`],
    [true, '<p>There are two ways:</p><ul><li>Press the button.</li><li>Ask us.</li></ul>'],
    [false, `<p>Run this on the machine:</p>${code}`],
    [false, `<p>Run this on the machine:</p>${code}<p>It takes a minute.</p>`],
    [false, `<p>On a new machine use</p>${code}<p>It takes a minute.</p>`],
    [false, '<p>PROBLEM:</p>'],
    [false, '<p>It writes a line with the result, i.e.</p>'],
  ])('are told without the code they show, unless they announce it: %s, %s', (isTold, answer) => {
    expect(asked(answer)).toEqual(isTold ? whole : whole.filter((one) => one !== 'How do I get it?'))
  })
})
