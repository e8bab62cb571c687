/** What stands in a row on a page and is no feature of the product, and questions that nobody answers. */
import { describe, expect, it } from 'vitest'
import { emptyProfile } from '../../../jobs/drafting/extract.ts'
import { checkEvidence } from '../../../jobs/drafting/proof/evidence.ts'
import { draft, hero, home, read } from './mini_site.ts'

const card = (title: string, text: string): string => `<div><h3>${title}</h3>${text}</div>`
const cards = (...titles: string[]): string =>
  titles.map((title) => card(title, `<p>Does all of ${title.toLowerCase()}.</p>`)).join('')
const featuresOf = (body: string): string[] =>
  draft({ '/': `${hero}${body}` }).features.map(({ value }) => value)

describe('a row of cards', () => {
  it('lists features where it says what the product does', () => {
    expect(
      featuresOf(`<h2>Calm billing</h2>${cards('Late fees', 'Paper letters', 'Bank matching')}`),
    ).toEqual([
      'Late fees: Does all of late fees',
      'Paper letters: Does all of paper letters',
      'Bank matching: Does all of bank matching',
    ])
  })

  it.each([
    [
      'what the menu leads to',
      `<nav><a href="/fees">Late fees</a> <a href="/letters">Paper letters</a> <a href="/bank">Bank matching</a></nav><h2>Calm billing</h2>${cards('Late fees', 'Paper letters', 'Bank matching')}`,
    ],
    ['steps', `<h2>How Tide works</h2>${cards('Connect a bank', 'Write an invoice', 'Get the money')}`],
    [
      'steps below a label',
      `<p>How it works</p><h2>Paid by Friday</h2>${cards('Connect a bank', 'Write an invoice', 'Get the money')}`,
    ],
    [
      'figures',
      `<h2>Calm billing</h2>${card('Invoices written', '<p>1,200+</p>')}${card('Paid in time', '<p>99.2 %</p>')}${card('Letters sent', '<p>—</p>')}`,
    ],
    [
      'dates',
      `<h2>Calm billing</h2>${card('Doors open again', '<p>4 May 2026</p>')}${card('Last day to enter', '<p>9 June 2026</p>')}${card('Winners are named', '<p>1 July 2026</p>')}`,
    ],
    [
      'names',
      '<h2>On stage</h2><h3>Bad Butler</h3><h3>The Rough Edges</h3><h3>Black Moon</h3><h3>Girls of Doom</h3>',
    ],
    [
      'an answer',
      '<h2>Why do letters fail?</h2><ul><li>Words in a letter are rarely read</li><li>Names are often wrong by a letter</li><li>Training takes a very long time</li></ul>',
    ],
    [
      'dates before what happens',
      '<h2>Workshops near you</h2><ul><li>12 March – Letters by hand, Cork</li><li>2 April – Fees and fairness, Derry</li><li>April 23: Banks for beginners, Galway</li></ul>',
    ],
    [
      'past work',
      '<h2>Projects</h2><ul><li>Auction design with the Bank</li><li>Letters for the tax office</li><li>Billing of a whole city</li></ul>',
    ],
    [
      'sections with code',
      `<h2>Guide</h2>${['Create a letter', 'Update a letter', 'Delete a letter'].map((title) => card(title, '<pre>tide()</pre><p>Works.</p>')).join('')}`,
    ],
  ])('lists none where it tells %s', (_, body) => {
    expect(featuresOf(body)).toEqual([])
  })

  it.each([
    [
      'of paragraphs that begin in bold',
      '<h2>Why Tide?</h2><p><b>Safe by default.</b> Nothing is sent before you have seen it.</p><p><b>Knows your bank.</b> Reads statements of forty banks.</p><p><b>Undo for a month.</b> Every letter can be taken back.</p>',
      'Knows your bank. Reads statements of forty banks',
    ],
    [
      'below what is about the product',
      '<h2>About the game</h2><ul><li>Over ninety kinds of fish</li><li>Islands that change with the tide</li><li>Boats for four on one sofa</li></ul>',
      'Boats for four on one sofa',
    ],
    [
      'that begin with "See"',
      '<h2>Features</h2><ul><li>Letters on real paper</li><li>See what is owed before it is late</li><li>Matching with your bank</li></ul>',
      'See what is owed before it is late',
    ],
    [
      'behind a button after a heading',
      `<div><h1>Bills</h1><h2>Written in a minute and paid by Friday.</h2><a href="/get">Get Tide</a></div>${cards('Late fees', 'Paper letters', 'Bank matching', 'Stamps')}`,
      'Paper letters: Does all of paper letters',
    ],
  ])('lists what stands %s', (_, body, wanted) => {
    const { features, usps } = draft({ '/': `${hero}${body}` })
    expect([...features, ...usps].map(({ value }) => value)).toContain(wanted)
  })

  it('leaves out what only points at another plan', () => {
    const items = ['Everything in Pro', 'Letters on paper', 'Late fees by law', 'Matching with your bank']
    expect(
      featuresOf(`<h2>Features</h2><ul>${items.map((text) => `<li>${text}</li>`).join('')}</ul>`),
    ).toEqual(items.slice(1))
  })

  it('tells no numbers of its items', () => {
    const items = ['F1 · Letters on paper', 'F2 · Late fees by law', 'F3 · Matching with 3 banks']
    expect(
      featuresOf(`<h2>Features</h2><ul>${items.map((text) => `<li>${text}</li>`).join('')}</ul>`),
    ).toEqual(items.map((text) => text.slice(5)))
  })
})

describe('questions', () => {
  const faqsOf = (body: string): string[] =>
    draft({ '/': `${hero}${body}` }).faqs.map(({ value }) => `${value.question} ${value.answer}`)

  it('end with an answer that is built as the others are', () => {
    const asked = ['Does it float?', 'Does it sink?', 'Is it open source?'].map(
      (text) => `<p class="big">${text}</p><p class="small">Yes, at high tide.</p>`,
    )
    const foot =
      '<p class="foot">Tide is a hobby of Jun and Wilma.</p><ul><li><a href="/x">Code</a></li></ul>'
    const { faqs } = draft({ '/': `${hero}<h2>FAQ</h2>${asked.join('')}${foot}` })
    expect(faqs.map(({ value }) => value.answer)).toEqual(Array(3).fill('Yes, at high tide.'))
  })

  it('are not answered by a table of contents', () => {
    const asked = ['How do I start?', 'Where is my data?', 'Can I leave?']
    const contents = asked.map((text, at) => `<li><a href="#q${at}">${text}</a></li>`).join('')
    expect(
      faqsOf(
        `<h2>FAQ</h2><ul>${contents}<li><a href="#more">More of it</a></li></ul>${asked.map((text, at) => `<h3 id="q${at}">${text}</h3><p>It takes a minute, in the settings.</p>`).join('')}`,
      ),
    ).toEqual(asked.map((text) => `${text} It takes a minute, in the settings.`))
  })

  it('are none on a plan of what comes', () => {
    const plan = ['Spring 2025', 'Autumn 2026'].map(
      (when) => `<div><p class="when">${when}</p><p>Letters and stamps on paper</p></div>`,
    )
    expect(faqsOf(`<h2>FAQ</h2><h3>Roadmap</h3>${plan.join('')}`)).toEqual([])
  })

  it('do not invite to a button', () => {
    const asked = '<h3>Where is my data?</h3><h3>Can I leave?</h3>'
    const call =
      '<p>Looking for help with billing?</p><p>Then write to us now.</p><p><a href="/contact">Write to us</a></p>'
    expect(faqsOf(`<h2>FAQ</h2>${asked}${call}`)).toEqual([])
  })
})

it('describes a library by its first sentence, whatever it is written in', () => {
  const text = 'Tide is an invoice editor written in JavaScript, and it fits into every page.'
  expect(draft({ '/': `<h1>Built for bills</h1><p>${text}</p>` }).short_description?.value).toBe(text)
})

describe('prices', () => {
  const pricesOf = (body: string): (string | undefined)[] => {
    const { pricing_model, pricing_summary } = draft({ '/': hero, '/pricing': `<h1>Pricing</h1>${body}` })
    return [pricing_model?.value, pricing_summary?.value]
  }

  it('are told by the first cell of their row', () => {
    const rows = ['Hobby|1,000 a day|$0', 'Pilot|100,000 a day|$49 / month', 'Fleet|Unlimited|$490 / month']
    const table = rows.map((row) => `<tr><td>${row.replaceAll('|', '</td><td>')}</td></tr>`).join('')
    expect(pricesOf(`<table>${table}</table>`)).toEqual([
      'Freemium',
      'Hobby: $0 · Pilot: $49 / month · Fleet: $490 / month',
    ])
  })

  it('keep what they are paid for, and take no other line for it', () => {
    expect(pricesOf('<h2>Team</h2><p>$90</p><p>per user per month, billed yearly</p>')[1]).toBe(
      'Team: $90 per user per month, billed yearly',
    )
    expect(pricesOf('<h2>Team</h2><p>$90 / month</p><p>50 letters per month</p>')[1]).toBe(
      'Team: $90 / month',
    )
  })

  it('are none where they say what a thing costs us', () => {
    const { pricing_summary } = draft({
      '/': `${hero}<p>Tide lives from gifts. A hosted copy costs us £6 a month.</p>`,
    })
    expect(pricing_summary).toBeNull()
  })
})

it('tags nothing that begins with "on"', () => {
  const { tags } = draft({
    '/': '<h1>Fishing game</h1><p>Tide is a fishing game. Wishlist the fishing game on Steam.</p>',
  })
  expect(tags.filter(({ value }) => /^on /.test(value))).toEqual([])
})

describe('instead of a text that nobody proves', () => {
  const told = (
    body: string,
    field: 'description' | 'usps' | 'pricing_summary',
    value: string,
    ...quotes: string[]
  ) => {
    const page = read('/', `${hero}${body}`)
    const evidence = quotes.map((quote) => ({ quote, url: home, where: 'visible' as const }))
    const claimed = { value, evidence }
    const profile = { ...emptyProfile(), [field]: field === 'usps' ? [claimed] : claimed }
    const checked = checkEvidence(profile, [page], { start_url: home, categories: [] })[field]
    return [checked ?? []].flat().map((one) => one.value)
  }

  it('all sentences stand that say its parts', () => {
    const said = 'Tide keeps a fifth of what it recovers. There is no licence and no setup fee.'
    expect(
      told(
        `<p>${said}</p>`,
        'description',
        'A fifth of what it recovers, with no licence or setup fee',
        said,
      ),
    ).toEqual([said])
  })

  it('a sentence stands that is quoted whole, alone or with another, in whatever words the claim is', () => {
    const [first, second] = ['Ovens, shop and drivers share one plan.', 'It suits bakeries of any size.']
    const value = 'A joint rota for ovens and delivery'
    expect(told(`<p>${first}</p><p>${second}</p>`, 'description', value, first!, second!)).toEqual([first])
    const [one, two] = [`${first} ${second}`, `${first} ${second} It runs offline.`]
    expect(told(`<p>${one}</p>`, 'description', value, one)).toEqual([first])
    expect(told(`<p>${two}</p>`, 'description', value, two)).toEqual([])
  })

  it('the row of prices stands that is quoted, whatever a claim makes of it', () => {
    const said = 'When a chart is sold we keep 6% of the price.'
    const body = `<h2>Prices</h2><p>${said}</p><p>The big portals take 11%.</p>`
    expect(told(body, 'pricing_summary', 'Sellers give up a ninth', said)).toEqual([said])
    expect(told(body, 'pricing_summary', 'A share of 11% is kept', 'The big portals take 11%.')).toEqual([])
  })

  it('a sentence stands without the word that answers', () => {
    const said = 'No, it has a card of its own and a battery for years.'
    expect(told(`<p>${said}</p>`, 'usps', 'Own card, and years of battery inside', said)).toEqual([
      'It has a card of its own and a battery for years.',
    ])
  })

  it.each([
    ['what others lose', '<h2>Most shops lose £220 a month to late bills</h2>', 'usps', 'Saves £220 a month'],
    [
      'a figure',
      '<table><tr><td>Tide</td><td>1,204,000</td></tr></table>',
      'usps',
      'Three times faster than 1,204,000',
    ],
    [
      'what a home spends',
      '<p>A family spends £1,400 a year on heating.</p>',
      'pricing_summary',
      '£1,400 a year',
    ],
    [
      'what is paid elsewhere, below a price',
      '<h2>Prices</h2><p>Tide costs $9 a month.</p><p>A berth in a harbour is $40.</p>',
      'pricing_summary',
      'A berth is $40',
    ],
    [
      'a caption',
      '<h2>£5,400</h2><p>is what a leak costs a home on average</p>',
      'usps',
      'A leak costs a home less',
    ],
    ['a condition', '<p>Only if you invite them in the app.</p>', 'usps', 'Guests can be invited in the app'],
    ['the beginning of a list', '<p>Chosen by engineers at</p>', 'usps', 'Chosen by engineers at Northwind'],
    ['a state', '<p role="alert" hidden>Every berth is sold out</p>', 'usps', 'Every berth is sold out'],
  ] as const)('%s stands nowhere', (_, body, field, value) => {
    expect(
      told(
        body,
        field,
        value,
        body
          .replace(/<[^>]+>/g, ' ')
          .trim()
          .split('  ')
          .at(-1)!,
      ),
    ).toEqual([])
  })
})

describe('features beside the sections of a page', () => {
  const notes = [
    'Depth at the minute you were there',
    'Colour of the water in words',
    'Wind from the nearest buoy',
  ]
  const noted = `<h2>In it</h2><ul>${notes.map((note) => `<li>${note}</li>`).join('')}</ul>`
  const section = (title: string, text: string): string => `<h2>${title}</h2><p>${text}</p>`

  it('are those of the list that one of them holds', () => {
    const rest = [
      section('Nobody to follow', 'There is no account and there is no feed.'),
      section('Where to sail', 'Seven hundred harbours around two islands.'),
      section('Mistakes', 'The first chart had a wrong rock in it until June.'),
    ]
    expect(featuresOf(noted + rest.join(''))).toEqual(notes)
  })

  it('are cards up to the first that is none, without what it needs and where it is read of', () => {
    const cards = [
      section('Names in nine languages', 'From khaki to kaki and back again.'),
      section('Contrast check', 'Pick two, see whether anyone can read it.'),
      section('Palettes from a picture', 'Drag a window onto the icon.'),
      section('Needs', 'A Mac with the system of last year.'),
      section('In the press', 'Named among ten small apps by the Gazette.'),
    ]
    expect(featuresOf(cards.join('')).map((said) => said.split(':')[0])).toEqual([
      'Names in nine languages',
      'Contrast check',
      'Palettes from a picture',
    ])
  })

  it('are not what it cannot do, what is new, or what it runs on', () => {
    const list = (title: string, items: string[]): string =>
      `<h2>${title}</h2><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
    const others = [
      list("can't", ['draw letters of its own', 'open bitmap fonts of old', 'mix two fonts in one']),
      list('What is new in 4', [
        'Dark paper for the night',
        'Wider leaves in a row',
        'Printing on large sheets',
      ]),
      list('You will need', ['A computer of any kind', 'Four gigabytes of room', 'Headphones if you can']),
    ]
    expect(featuresOf(noted + others.join(''))).toEqual(notes)
  })

  it('are rows of two cells below a heading that says so, and not rows of facts', () => {
    const rows = [
      ['Dated shelves', 'one shelf for each time you tidied up'],
      ['Search across all shelves', 'by title or address of a page'],
      ['Plain HTML backup', 'opens in any browser there is'],
    ]
    const table = `<table>${rows.map(([title, said]) => `<tr><td>${title}</td><td>${said}</td></tr>`).join('')}</table>`
    expect(featuresOf(`<h2>Things it does</h2>${table}`)).toEqual(rows.map((row) => row.join(': ')))
    expect(featuresOf(`<h2>Small print</h2>${table}`)).toEqual([])
  })
})
