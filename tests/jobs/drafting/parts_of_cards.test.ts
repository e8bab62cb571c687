/** What belongs together on a page: titles and what stands below them, rows, windows, quotations, plans and their prices. */
import { describe, expect, it } from 'vitest'
import { extractProfile } from '../../../jobs/drafting/extract.ts'
import { cleanName } from '../../../jobs/drafting/facts/names.ts'
import { readPage } from '../../../jobs/drafting/page/read_page.ts'
import { described, draft, hero, home, read } from './mini_site.ts'

const of = (body: string) => draft({ '/': `${hero}${body}` })
const featuresOf = (body: string): string[] => of(body).features.map(({ value }) => value)
const three = (write: (nth: number) => string): string => [0, 1, 2].map(write).join('')
const titles = ['Letters by post', 'Fees worked out', 'Banks matched daily']
const text = 'Done every night while the shop is closed.'

describe('features', () => {
  it.each([
    [
      'a title in bold before its text',
      `<h2>Calm billing</h2><ul>${three((nth) => `<li><strong>${titles[nth]}</strong>\n<span>${text}</span></li>`)}</ul>`,
    ],
    ['things in a row', `<p>${three((nth) => `<span class="perk"><b>${titles[nth]}</b></span> `)}</p>`],
    [
      'headings with a badge',
      `<h2>Calm billing</h2>${three((nth) => `<div><h3>${titles[nth]} <span class="pill">live</span></h3><p>${text}</p></div>`)}`,
    ],
    [
      'paragraphs in a list',
      `<h2>Calm billing</h2><ul>${three((nth) => `<li><p>${titles[nth]}</p></li>`)}</ul>`,
    ],
    [
      'items in a table that only lays out',
      `<table><tr><td><a href="/x">Home</a></td><td><b>What it does</b><ul>${three((nth) => `<li>${titles[nth]}</li>`)}</ul></td></tr></table>`,
    ],
    ['lines with a dash', `<h3>What it does</h3>${three((nth) => `<p>— ${titles[nth]}</p>`)}`],
    [
      'what one product is sold with',
      `<h2>Tide, walnut</h2><p>$89.00 USD</p><ul>${three((nth) => `<li>${titles[nth]}</li>`)}</ul>`,
    ],
  ])('are %s', (_, body) => expect(featuresOf(body)).toEqual(titles))

  const cards = (more: string): string =>
    `<section><h2>Features</h2>${three((nth) => `<div class="card"><h3>${titles[nth]}</h3><p>It runs ${nth + 2} times a night, shop by shop.</p></div>`)}${more}</section>`
  const explainedCards = titles.map(
    (title, nth) => `${title}: It runs ${nth + 2} times a night, shop by shop`,
  )
  it.each([
    '<span class="pill">Coming next winter</span><h3>Wind arrows</h3><p>Warns of gusts before you leave.</p>',
    '<div class="pill">Coming this spring</div><h3>Wind arrows</h3><p>Warns of gusts before you leave.</p>',
    '<span>In the oven</span><h3>Wind arrows</h3><p>We’re working on it. Expect it after the summer.</p>',
    '<h3>Who uses it</h3><p>Among others the team at Old Mill, on every page they print.</p>',
    '<h3>In production at</h3><p>Old Mill · Tin Hat · Larkfield Councils</p>',
    '<h3>Lately</h3><p>No. 141 · The last lighthouse cook, with a friend of hers</p>',
  ])('are not a card of what is to come, or of who uses it: %s', (card) =>
    expect(featuresOf(cards(`<div class="card soon">${card}</div>`))).toEqual(explainedCards),
  )

  it('are counted cards under a menu that no element marks, and starred lines', () => {
    const menu =
      '<div>Features <a href="#p">Pricing</a> <a href="/faq">FAQ</a> <a href="/crew">Crew</a></div>'
    const cards = three(
      (nth) =>
        `<div><div>0${nth + 1}</div><div class="bold">${titles[nth]}</div><div>Done ${nth} times a night.</div></div>`,
    )
    const { faqs, features } = draft({ '/': `${menu}<div>${hero}</div>${cards}` })
    expect(faqs).toEqual([])
    expect(features.map(({ value }) => value)).toEqual(
      titles.map((title, nth) => `${title}: Done ${nth} times a night`),
    )
    expect(featuresOf(`<p>${titles.map((title) => `* ${title}`).join('<br>')}</p>`)).toEqual(titles)
  })

  it('go on where their first sentence is short, and not with what the reader is to do', () => {
    const said = (second: string) =>
      featuresOf(
        `<h2>Calm billing</h2>${three((nth) => `<h3>Search by ${nth}</h3><p>Photograph the plate on the back ${nth}. ${second}</p>`)}`,
      )[0]
    expect(said('We show what fits.')).toBe(
      'Search by 0: Photograph the plate on the back 0. We show what fits',
    )
    expect(said('Follow us for more.')).toBe('Search by 0: Photograph the plate on the back 0')
  })

  it('say with a term what it means', () => {
    const body = `<h2>Calm billing</h2><dl>${three((nth) => `<dt>${titles[nth]!.split(' ')[0]}</dt><dd>${text}</dd>`)}</dl>`
    expect(featuresOf(body)[0]).toBe('Letters: Done every night while the shop is closed')
  })

  const card = (nth: number, above: string): string =>
    `<div class="card"><div class="name">${above}</div><div class="note">mode: "${titles[nth]}"</div><p>${text}</p></div>`
  it.each([
    ['stand below the title of their card', three((nth) => card(nth, ['Calm', 'Brisk', 'Stern'][nth]!))],
    ['stand below a figure', three((nth) => card(nth, ['100%', '--', 'N/A'][nth]!))],
    [
      'are of a plan',
      `<h2>Courses</h2><div><div>Term</div><div>$90 a term</div></div><div><div>Hour</div><div>$9 an hour</div><ul>${three((nth) => `<li>${titles[nth]}</li>`)}</ul></div>`,
    ],
    [
      'are dated in words',
      `<h2>Calm billing</h2>${three((nth) => `<h3>${titles[nth]}</h3><p>${nth + 4} de Setembro de 2025</p>`)}`,
    ],
  ])('are none that %s', (_, body) => expect(featuresOf(body)).toEqual([]))

  it('are no steps beside those that are none', () => {
    const steps = three(
      (nth) => `<div><span>0${nth + 1}</span></div><h3>Step into ${titles[nth]}</h3><p>${text}</p>`,
    )
    const cards = three((nth) => `<h3>${titles[nth]}</h3><p>${text}</p>`)
    expect(featuresOf(`<h2>Calm billing</h2>${cards}<h2>At once</h2>${steps}`)).toEqual(titles)
  })
})

describe('texts', () => {
  it('are nothing of a quotation of several paragraphs', () => {
    const said = 'Tide has surprised us: it does what another tool does at half of its price.'
    expect(
      draft({
        '/': `<h1>Invoices that chase themselves</h1><p>“A fine service!</p><p>${said}</p><p>We stay.”</p>`,
      }).description,
    ).toBeNull()
    expect(
      described(
        draft({ '/': `<h1>Invoices that chase themselves</h1><p>A fine service!</p><p>${said}</p>` }),
      ),
    ).toContain(said)
  })

  it('leave out a greeting, and what the reader is told to do', () => {
    const body =
      '<h1>Invoices that chase themselves</h1><p>Welcome to Tide. Tide sends your invoices and reminds your customers. Contact us for details!</p>'
    expect(described(draft({ '/': body }))).toBe('Tide sends your invoices and reminds your customers.')
    const head = '<meta name="description" content="Welcome to the home page of Tide!">'
    expect(draft({ '/': body }, [], head).short_description?.value).toBe(
      'Tide sends your invoices and reminds your customers.',
    )
  })

  it('go on in the next line', () => {
    const body =
      '<h1>Calm billing</h1><p>Tide puts every letter that you wrote<br>and every fee on one page for you.</p>'
    expect(described(draft({ '/': body }))).toBe(
      'Tide puts every letter that you wrote and every fee on one page for you.',
    )
  })

  it('weigh what scripts without gaps say', () => {
    const body =
      '<h1>会议结束，纪要写好</h1><p>速记本把会议录音自动整理成纪要和待办，支持普通话、粤语和英语混说。</p>'
    const head = '<meta name="description" content="速记本把会议录音自动整理成纪要和待办。">'
    const { short_description, description } = draft({ '/': body }, [], head)
    expect(short_description?.value).toBe('速记本把会议录音自动整理成纪要和待办。')
    expect(description?.value).toContain('支持普通话')
  })

  it('stand in a heading right below the great one, and are no price', () => {
    const body =
      '<h2>Every singer hears</h2><h3>Tide makes tracks for each voice from any score that you have.</h3><h2>Prices</h2><p>Tide costs $6 a month for a choir of any size, or $60 a year.</p>'
    expect(described(draft({ '/': body }))).toBe(
      'Tide makes tracks for each voice from any score that you have.',
    )
  })

  it('are no price', () => {
    const body =
      '<h1>Every singer hears</h1><p>Tide costs $6 a month for a choir of any size, or $60 a year.</p>'
    expect(draft({ '/': body }).description).toBeNull()
  })

  it('say more than the tagline once more', () => {
    const head = '<meta name="description" content="Invoices that chase themselves">'
    expect(draft({ '/': hero }, [], head).short_description?.value).toBe(
      'Tide sends your invoices and reminds your customers.',
    )
  })

  it('ask nothing twice, in two languages', () => {
    const asked = (lang: string, question: string): string =>
      `<h2>FAQ</h2><details><summary>${question}</summary><p>${lang} It does, every single night.</p></details>`
    const german = readPage({
      url: `${home}de`,
      html: `<html lang="de"><title>Tide</title>${asked('de', 'Läuft es nachts?')}</html>`,
      fetched_at: '',
    })
    const pages = [read('/', hero + asked('en', 'Does it run at night?')), german]
    const { faqs } = extractProfile(pages, { start_url: home })
    expect(faqs.map(({ value }) => value.question)).toEqual(['Does it run at night?'])
  })
})

describe('a summary of prices', () => {
  const summaryOf = (body: string): string | undefined => of(body).pricing_summary?.value
  it('names plans that look alike, whatever they are called', () => {
    const plan = (name: string, price: string): string =>
      `<div><div class="tier">${name}</div><div class="amount">${price}</div></div>`
    expect(summaryOf(`<h2>Pricing</h2>${plan('Harbour', '$9 / mo')}${plan('Ocean', '$29 / mo')}`)).toBe(
      'Harbour: $9 / mo · Ocean: $29 / mo',
    )
  })
  it('begins with what costs nothing, and leaves out a badge', () => {
    const plan = (name: string, price: string): string =>
      `<div><h3>${name}<span class="ml-2 rounded bg-blue-100">Popular</span></h3><div class="amount">${price}</div></div>`
    expect(summaryOf(`<h2>Pricing</h2>${plan('Pond', '0 ₽')}${plan('Ocean', '1 490 ₽/мес')}`)).toBe(
      'Pond: 0 ₽ · Ocean: 1 490 ₽/мес',
    )
    expect(summaryOf('<h2>Pricing</h2><h3>Puppy</h3><p>Free</p><h3>Pack</h3><p>$79 a month</p>')).toBe(
      'Puppy: Free · Pack: $79 a month',
    )
  })
  it('names a plan by the first line of its card, and no plan by a question or a figure', () => {
    const card = (...lines: string[]): string =>
      `<div>${lines.map((line) => `<p>${line}</p>`).join('')}</div>`
    const cards = card('Cove', '$4 / month', 'Three boats') + card('Ocean', '$9 / month', 'All boats')
    const silence =
      '<h2>What an hour of silence costs</h2><div><div>$5,600</div><div>per minute of downtime</div></div>'
    const asked = '<h2>FAQ</h2><dl><dt>Is it free?</dt><dd>Yes, the plan for one boat is free.</dd></dl>'
    expect(summaryOf(`${silence}<h2>Pricing</h2>${cards}${asked}`)).toBe(
      'Cove: $4 / month · Ocean: $9 / month',
    )
  })
  it('tells one of several prices, and none that is struck out', () => {
    const plan = (name: string, price: string): string => `<h3>${name}</h3><p>${price} per month</p>`
    const yearly = plan('Maker', '<span class="monthly">$12</span> <span class="annual">$9</span>')
    const sale = plan('Studio', '<s>$39</s> <b>$29</b>')
    const summary = of(`<h2>Pricing</h2>${yearly}${sale}`).pricing_summary
    expect(summary?.value).toBe('Maker: $12 per month · Studio: $29 per month')
    expect(summary?.evidence.map(({ quote }) => quote)).toContain('$12 per month')
  })
  it('takes no feature above the prices for a plan, and tells an amount once', () => {
    expect(
      summaryOf('<h3>Daily reports</h3><h2>Pricing</h2><p>Small shop: 0 €</p><p>Whole shop: 7 € a month</p>'),
    ).not.toContain('Daily')
    expect(
      summaryOf(
        '<h2>Pricing</h2><p>50 free calls a day. $0.02 a call beyond that.</p><p>$0.02 a call after the free ones</p>',
      )?.match(/0\.02/g)?.length,
    ).toBe(1)
  })
  it('is not the community of a foot', () => {
    expect(summaryOf('<footer><h3>Community</h3><a href="/chat">Chat</a></footer>')).toBeUndefined()
  })
  it('takes no feature for the plan of a sentence', () => {
    expect(summaryOf('<h3>Letters by post</h3><p>Tide is free for everyone, at work and at home.</p>')).toBe(
      'Tide is free for everyone, at work and at home.',
    )
  })
})

describe('a summary of prices', () => {
  const summaryOf = (body: string): string | undefined => of(body).pricing_summary?.value
  it.each([
    [
      'each thing',
      '<div><div class="plan">Cove</div><div><div>$4</div><div>per visit</div></div></div><div><div class="plan">Ocean</div><div><div>$9</div><div>per month</div></div></div>',
      'Cove: $4 per visit · Ocean: $9 per month',
    ],
    [
      'a pack by its number',
      '<h3>1,000</h3><p>For a pond.</p><p>$8 one-time</p><h3>10,000</h3><p>For a lake.</p><p>$55 one-time</p>',
      '1,000: $8 one-time · 10,000: $55 one-time',
    ],
    [
      'the one plan there is',
      '<p>All taxes are paid by us.</p><div><div><div class="plan">Cove</div><div><div>$4</div><div>per month</div></div></div></div>',
      'Cove: $4 per month',
    ],
    [
      'beside plans what costs nothing',
      '<p>The free plan is for up to ten boats, without an end.</p><div><div><div class="plan">Cove</div><div><div>$4</div><div>per month</div></div></div></div>',
      'The free plan is for up to ten boats, without an end. · Cove: $4 per month',
    ],
  ])('tells %s', (_, plans, told) => expect(summaryOf(`<h2>Pricing</h2>${plans}`)).toBe(told))

  it('does not begin with the answer to a question', () => {
    const asked =
      '<h2>FAQ</h2><details><summary>Can I use Tide at work?</summary><p>Yes, it is free of charge for any use.</p></details>'
    expect(summaryOf(asked)).toBe('It is free of charge for any use.')
  })
})

describe('accounts and people', () => {
  it.each([
    'https://www.facebook.com/profile.php?id=100087654321',
    'https://www.facebook.com/p/Tide-61550000000000',
  ])('are found at %s', (href) => {
    const { company_socials } = of(`<footer><a href="${href}">Facebook</a></footer>`)
    expect(company_socials.facebook?.value).toBe(href)
  })
  it.each([
    ['We are at facebook.com/tide, because Kaisa says so.', 'https://www.facebook.com/tide'],
    ['https://www.facebook.com/tide', 'https://www.facebook.com/tide'],
    ['A friend draws at facebook.com/kaisadraws.', undefined],
    ['“I met them at facebook.com/tide and stayed.” — Ana Sea, CTO, Northbank', undefined],
  ])('are found where they are written out: %s', (text, account) => {
    expect(of(`<p>${text}</p>`).company_socials.facebook?.value).toBe(account)
  })
  it('are not named with the dash before them', () => expect(cleanName('- Tide Rock')).toBe('Tide Rock'))
  it('have no verb in their names', () => {
    const about = '<h1>Nosotros</h1><p>Somos Elena Lahoz y Pablo Giménez. Fundamos Tide en 2020.</p>'
    const { founders } = draft({ '/': `${hero}<a href="/about">Nosotros</a>`, '/about': about })
    expect(founders.map(({ value }) => value.name)).toEqual(['Elena Lahoz', 'Pablo Giménez'])
  })
})

it('no founder has the name for a bio, where the sentence below it is not proved of that person', () => {
  const team =
    '<h1>Leadership</h1><div><h4>Mereana Tuhiwai</h4><p>Chief Executive &amp; Co-founder</p><p>Twelve years as a first assistant director.</p></div><div><h4>Anselm Fairweather</h4><p>Technology</p></div>'
  const { founders } = draft({ '/': hero, '/leadership': team })
  expect(founders.map(({ value: { name, bio } }) => [name, bio])).toEqual([['Mereana Tuhiwai', null]])
})
