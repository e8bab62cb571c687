// What the templates of ordinary sites put beside a product's own words: plans in cards, showcases, teasers, forms.
import { describe, expect, it } from 'vitest'
import { sentences } from '../../../jobs/drafting/page/sentences.ts'
import { described, draft, hero } from './mini_site.ts'

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
    expect(priced(card('Crew', '<p>12 € + IVA</p><p>al mes</p>'))[0]).toBe('Subscription')
    const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
    const table = `<table><tr><th>Plan</th><th>Boats</th><th>Price per month</th></tr>${row('Quay', 'up to 5', '€ 149')}${row('Port', 'up to 30', '€ 349')}</table>`
    expect(priced(table)).toEqual([
      'Subscription',
      'Quay (up to 5 boats): € 149 per month · Port (up to 30 boats): € 349 per month',
    ])
    const years =
      '<table><tr><th>Your port</th><th>Per year</th></tr>' + row('Quay', '€ 84') + row('Dock', '€ 132')
    expect(priced(`${years}</table>`)[1]).toBe('Quay: € 84 per year · Dock: € 132 per year')
  })

  it('have the name their card opens with, not what stands below it, and a free plan is one of them', () => {
    const box = (...lines: string[]) =>
      `<div class="card">${lines.map((line) => `<div>${line}</div>`).join('')}<ul><li>Charts</li></ul></div>`
    const plans = [
      box('Skiff', 'Up to two boats', '<b>R$ 0</b>'),
      box('Team', 'For a crew', '<b>R$ 69 a month</b>'),
      box('Fleet', 'For a harbour', '<b>R$ 149 a month</b>'),
    ].join('')
    const sold = 'Skiff: R$ 0 · Team: R$ 69 a month · Fleet: R$ 149 a month'
    expect(priced(plans)).toEqual(['Freemium', sold])
    expect(priced(plans, '/about')).toEqual(['Freemium', sold])
    const badged = plans
      .replace(/(?=<div>Team)/, '<div>Most popular</div>')
      .replaceAll('</ul>', '</ul><a href="/go">Start</a>')
    expect(priced(badged)[1]).toBe(sold)
    const said = plans.replace('R$ 0', 'Free up to 5 people')
    expect(priced(said, '/cloud')).toEqual(['Freemium', sold.replace('R$ 0', 'Free up to 5 people')])
    expect(priced(plans.replace('R$ 0', 'Free for 14 days'), '/cloud')[0]).toBe('Subscription')
    const heads = ['One shop', 'Every further shop'].map((name, at) =>
      card(name, `<h4>A$${29 - at}</h4><p>a month</p><p>Up to 25 staff.</p>`),
    )
    expect(priced(heads.join(''))[1]).toBe('One shop: A$29 a month · Every further shop: A$28 a month')
  })

  it('of goods to be put into a cart are paid once', () => {
    const good = (name: string, amount: string) =>
      `<h2>${name}</h2><div>Regular price ${amount}</div><div>Taxes included.</div><button>Add to cart</button>`
    const goods = good('Anchor', '€49,00') + good('Buoy', '€30,00')
    expect(priced(goods, '/anchors')[0]).toBe('One-time')
    expect(priced(goods.replaceAll('Add to cart', 'Read more'), '/anchors')[0]).toBeUndefined()
  })

  it('are those shown as the page opens, not those behind a switch', () => {
    const both = (name: string, shown: string, other: string) =>
      plan(name, `<span>${shown}</span> <span>/month</span></p>${other}<p>For crews.`)
    const note = (classes: string) => `<p class="${classes}">billed annually ($90/yr)</p>`
    expect(priced(both('Crew', '$9', note('text-sm hidden')))[1]).toBe('Crew: $9 /month')
    expect(priced(both('Crew', '$9', note('hidden md:block')))[1]).toContain('billed annually ($90/yr)')
    const year = '<div class="price" data-cycle="yearly">$7 /month</div>'
    const month = '<div class="price" data-cycle="monthly">$9 /month</div>'
    expect(priced(card('Crew', month + year))[1]).toBe('Crew: $9 /month')
    const states = ['yearly', 'monthly'].map(
      (cycle) => `<b x-show="${cycle} === cycle">$${cycle.length + 3}</b>`,
    )
    expect(priced(plan('Crew', `${states.join('')} /month`))[1]).toBe('Crew: $9 /month')
    expect(priced(plan('Crew', '<b>$12</b> <b>$9</b> /month'))[1]).toBe('Crew: $12 /month')
    expect(priced(card('Crew', year + month))[1]).toBe('Crew: $7 /month')
    expect(priced(card('Crew', month.replace('data-cycle="monthly"', '') + year))[1]).toContain('$7')
  })

  it('of plans to come say so, and what one plan or one feature waits for is said of no other', () => {
    const box = (inside: string) => `<div class="plan">${inside}</div>`
    const crew = '<h3>Crew</h3><p>$9 / month</p><ul><li>Ten boats</li></ul><button>Buy</button>'
    const fleet = '<h3>Fleet</h3><p>$30 / month</p><ul><li>All boats</li></ul>'
    const sold = 'Crew: $9 / month · Fleet: $30 / month'
    const soon = '<span class="badge">Coming soon</span>'
    expect(priced(box(crew) + box(`<div>Coming soon</div>${fleet}`))[1]).toBe(`${sold} (Coming soon)`)
    expect(priced(box(crew) + box(`${fleet}<button>Coming soon</button><p>Ask us.</p>`))[1]).toBe(
      `${sold} (Coming soon)`,
    )
    expect(priced(box(`${crew}<div>Coming soon</div>`) + box(fleet))[1]).toContain(
      'month (Coming soon) · Fleet',
    )
    expect(
      priced(box(crew) + box(`${fleet}<p>Coming soon. The fleet sails in May.</p><p>Ask us.</p>`))[1],
    ).toContain('(Coming')
    const feature = `<ul><li>Tide tables</li></ul><div>Charts</div><div>${soon}</div><div>Ten harbours</div>`
    expect(priced(box(crew) + box(fleet + feature))[1]).toBe(sold)
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

  it('say with a short title what it means, also where the reader is told what to do', () => {
    const titles = ['Jump back', 'Governed scale', 'Never late again']
    const said = [
      'Click to return to the letter that you left, with your place in it.',
      'Add people, rules and yearly reports when the office grows — not before.',
      'It asks. You answer.',
    ]
    const three = (of: string[]) => titles.map((title, at) => card(title, `<p>${of[at]}</p>`)).join('')
    expect(features(`<h2>Features</h2>${three(said)}`)).toEqual([
      'Jump back: Click to return to the letter that you left, with your place in it',
      'Governed scale: Add people, rules and yearly reports when the office grows — not before',
      'Never late again',
    ])
    const most = `Every letter is kept — ${'also those that you sent to a harbour '.repeat(5)}for good.`
    expect(features(`<h2>Features</h2>${three([most, said[1]!, said[2]!])}`)[0]).toBe('Jump back')
    expect(features(`<h2>Features</h2>${three(Array<string>(3).fill('Done while you sleep.'))}`)).toEqual(
      titles,
    )
  })

  it('say what the product is in one short sentence, not where it comes from or what else is so', () => {
    const saidBy = (body: string) => described(draft({ '/': `<h1>Letters that send themselves</h1>${body}` }))
    const began = '<p>Tide was founded in 1999 in a novel we like; the company came later.</p>'
    expect(saidBy(`<p>Tide sends letters early.</p>${began}`)).toBe('Tide sends letters early.')
    expect(saidBy('<p>It sends letters early.</p>')).toBeUndefined()
    expect(saidBy('<h2>Versions</h2><p>Tide counts its versions.</p>')).toBeUndefined()
    expect(saidBy('<p>Tide sends letters early?</p>')).toBeUndefined()
    const late = '<h1>Letters that send themselves</h1><p>Good morning.</p><p>Tide counts its versions.</p>'
    expect(draft({ '/': late }).short_description).toBeNull()
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
    expect(described(draft({ '/': body }))).toContain('builds pages')
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

  const all = (body: string) => draft({ '/': `${hero}<h2>FAQ</h2>${body}` }).faqs.map(({ value }) => value)
  const pairs = (...some: [string, string][]) =>
    all(some.map(([question, answer]) => `<h3>${question}</h3><p>${answer}</p>`).join(''))

  it('are not told twice for one question, and are for two that sound alike', () => {
    const keys = 'Yes. You bring the keys of your bank, and it is paid by you.'
    const kept = pairs(
      ['Do I need my own bank keys?', keys],
      ['Do I need to bring my own bank keys?', 'You do: without them no letter leaves the house.'],
      ['Is it free?', 'For one boat, for good.'],
      ['Is the harbour map free?', 'The map has a price of its own, by the year.'],
      ['May I cancel the crew plan?', 'At the end of each month.'],
      ['May I cancel the fleet plan?', 'At the end of each year.'],
    )
    expect(kept.map(({ question }) => question)).toEqual([
      'Do I need my own bank keys?',
      'Is it free?',
      'Is the harbour map free?',
      'May I cancel the crew plan?',
      'May I cancel the fleet plan?',
    ])
  })

  it('are whole lists or none, without the buttons below and without tables that they announce', () => {
    const list = (length: number) =>
      `<p>Check these:</p><ul>${Array.from({ length }, (_, at) => `<li>Look at rope ${at}, all of it, from one end of the boat to the other, twice.</li>`).join('')}</ul>`
    const told = (answer: string) =>
      all(`<h3>Is it free?</h3><p>Yes, for one boat.</p><h3>What now?</h3>${answer}`)[1]?.answer
    expect(told(list(15))?.match(/rope/g)).toHaveLength(15)
    expect(told(list(40))).toBeUndefined()
    expect(told('<p>Yes, on your boat.</p><a href="/code">View the code</a>')).toBe('Yes, on your boat.')
    const table = '<table><tr><th>List</th><th>Use</th></tr><tr><td>News</td><td>Rare</td></tr></table>'
    expect(told(`<p>There are two lists:</p>${table}<p>The first is small.</p>`)).toBeUndefined()
    expect(told(`<p>There are two lists.</p>${table}<p>The first is small.</p>`)).toBe(
      'There are two lists.\nThe first is small.',
    )
  })
})
