// Features and descriptions from the shape of a page: what lists something, what only parts the page.
import { describe, expect, it } from 'vitest'
import { described, draft, hero } from './mini_site.ts'

const card = (title: string, said: string) => `<div><h3>${title}</h3><p>${said}</p></div>`
const cards = [
  card('Reminders in your own words', 'They sound like you, politely.'),
  card('Offline drafts', 'Write on the train and send them later'),
  card('Late fees worked out by country', 'The law of each, kept up to date.'),
].join('')
const page = (body: string) =>
  draft({ '/': `<h1>Invoices that chase themselves</h1><p>Tide sends your invoices.</p>${body}` })
const features = (body: string) => page(body).features.map(({ value }) => value)

describe('features', () => {
  it('are the cards of a section, not the headings that part the page', () => {
    const body = `<h2>In your pocket</h2>${cards}<h2>Heard at the harbour</h2><p>Everybody hums.</p>
      <h2>Pack your bags today</h2><ul><li>Bring a charger</li><li>Bring a cable</li><li>Bring a friend</li></ul>`
    expect(features(body)).toEqual([
      'Reminders in your own words: They sound like you, politely',
      'Offline drafts: Write on the train and send them later',
      'Late fees worked out by country: The law of each, kept up to date',
    ])
  })

  it('are no names of functions, no change log and no steps where there is a list of them', () => {
    const calls = ['send(list)', 'chase(list, days)', 'forgive(list)'].map((call) => `<h3>${call}</h3>`)
    const changes = '<li>Mends a bug in late fees</li><li>Adds a dark mode</li><li>Speaks Danish now</li>'
    expect(features(`<h2>Calls you can make</h2>${calls.join('')}`)).toEqual([])
    expect(features(`<h3>1.4.2</h3><ul>${changes}</ul>`)).toEqual([])
    const steps = ['1. Open the app', '2. Add an invoice', '3. Go to bed'].map((step) => `<h3>${step}</h3>`)
    expect(features(`<h2>Three steps</h2>${steps.join('')}<h2>All in one</h2>${cards}`)[0]).toMatch(
      /^Reminders/,
    )
  })

  it('are no names of people, and no headings over somebody’s words or over questions', () => {
    const crew = ['Firas Assad', 'Marina Navarro', 'Karl Crawford'].map((name) => `<h3>${name}</h3>`).join('')
    expect(features(`<h2>Behind the scenes</h2>${crew}`)).toEqual([])
    const tools = ['Time Tracker', 'Gantt Charts', 'Voice Notes'].map((name) => `<h3>${name}</h3>`).join('')
    const small = '<p>The tracker counts time; charts from Gantt, notes by voice.</p>'
    expect(features(`<h2>Behind the scenes</h2>${tools}${small}`)).toHaveLength(3)
    const others = `<h3>From the dock side</h3><blockquote>“It printed all the labels we ever wanted.”</blockquote>
      <h3>Before you ask us</h3><p>Does it work at sea?</p><p>Yes, mostly.</p><h3>Why houses switch</h3><p>They are tired.</p>`
    expect(features(others)).toEqual([])
  })

  it('are titles that each go on in a short line, one row after another', () => {
    const row = (title: string, said: string) => `<tr><td>${title}</td><td>${said}</td></tr>`
    const rows = [
      row('Key codes by text', 'Dead an hour after.'),
      row('Bonds that return', 'Unless the caretaker minds.'),
      row('Heating by diary', 'Warm at ten to seven.'),
    ]
    const table = `<h2>What it takes off your table</h2><table>${rows.join('')}</table>`
    expect(features(table)).toEqual([
      'Key codes by text: Dead an hour after',
      'Bonds that return: Unless the caretaker minds',
      'Heating by diary: Warm at ten to seven',
    ])
  })
})

describe('features of other shapes', () => {
  it.each([
    'Also by us',
    'From the newsletter',
    'Latest letters',
    'What Harbourmaster Pro cannot do',
    'What others charge for',
    'Sample report',
    'Signs of a late customer',
    'You tell us',
    'Who should not use it',
    'Before you begin',
    'Weitere Programme von uns',
    'Derniers numéros',
    'Otros proyectos',
    'Ultime lettere',
  ])('are none of what is listed below %s', (heading) => {
    expect(features(`<h2>${heading}</h2>${cards}`)).toEqual([])
  })

  it('are said with the heading that turns their sense', () => {
    const things = ['Shorts', 'Comments', 'Red dots'].map((title) => card(title, 'On each of six sites.'))
    for (const heading of ['It hides', 'What it blocks', 'No more'])
      expect(features(`<h2>${heading}</h2>${things.join('')}`)).toContain(`${heading}: Shorts`)
  })

  it('are listed below a great heading that asks, and under what each issue or member gets', () => {
    const asked = draft({ '/': `<h1>Who comes on Friday?</h1><h2>And who plays</h2>${cards}` })
    expect(asked.features).toHaveLength(3)
    const letters = ['The deed', 'The mistake', 'The visit'].map(
      (title) =>
        `<div>→</div><div><b><strong>${title}</strong></b><br>Ten minutes in a garden, with a drawing.</div>`,
    )
    for (const heading of ['In every issue', 'Dans chaque numéro', 'What members get'])
      expect(features(`<h2>${heading}</h2>${letters.join('')}`)[0]).toMatch(/^The deed/)
  })

  it('stand below a label, and those whom the product is for do not go before them', () => {
    const crews = card('Harbour masters', 'Who count every boat that comes in.')
    const body = `<section><p>Who it is for</p><h2>One quay, many hands</h2>${crews.repeat(3)}</section>
      <section><p>FEATURES</p><h2>Less paper, more sea</h2>${cards}</section>`
    expect(features(body)[0]).toMatch(/^Reminders in your own words/)
  })

  it('are read from a press kit where the start page has none', () => {
    const items = ['Counts boats at night', 'Sends the bill by pigeon', 'Knows every tide'].map(
      (one) => `<li>${one}</li>`,
    )
    const kit = `<h1>Press kit</h1><h2>Features</h2><ul>${items.join('')}</ul>`
    const { features: found } = draft({ '/': '<h1>Tide</h1><a href="/press">Press</a>', '/press': kit })
    expect(found.map(({ value }) => value)).toEqual([
      'Counts boats at night',
      'Sends the bill by pigeon',
      'Knows every tide',
    ])
  })

  it('are titles that only a style sheet sets apart from their text, without the icons beside them', () => {
    const item = (title: string, said: string) =>
      `<li><span class="material-symbols-outlined">check</span><b>${title}</b>${said}</li>`
    const items = [
      item('Import', 'Bring your boats along.'),
      item('Offline charts', 'they open without a network'),
      item('Alarms by text', 'we wake you before the tide does'),
    ]
    expect(features(`<h2>Features</h2><ul>${items.join('')}</ul>`)).toEqual([
      'Import: Bring your boats along',
      'Offline charts: they open without a network',
      'Alarms by text: we wake you before the tide does',
    ])
  })
})

describe('features in lines of their own', () => {
  it('are what stands in bold before a dash, and titles longer than what is said below them', () => {
    const bold = ['Cuts in seconds', 'Labels for each board', 'Stores the scraps'].map(
      (title) => `<p><strong>${title}</strong> – as the saw wants it.</p>`,
    )
    expect(features(`<h2>Cosa fa</h2>${bold.join('')}`)[0]).toBe('Cuts in seconds – as the saw wants it')
    const titled = ['Plan of the quay on one screen', 'Tax worked out by town', 'Codes sent by text']
    const lines = titled.map((title) => `<div class="h">${title}</div><p>It is done.</p>`).join('')
    expect(features(`<h2>On board</h2>${lines}`)).toEqual(titled)
  })

  it('are what more than three cards say of how it works, where nothing else says what it does', () => {
    const works = ['Asks for you', 'Rules by harbour', 'Clash at sea', 'One file a month'].map((title, at) =>
      card(title, `It is done by ${at} o’clock.`),
    )
    const body = `<h2>How Tide works</h2>${works.join('')}`
    expect(features(body)).toHaveLength(4)
    expect(features(`<h2>How Tide works</h2>${works.slice(1).join('')}`)).toEqual([])
    expect(features(`${body}<h2>On board</h2>${cards}`)).toHaveLength(3)
    const steps = works.map((one, at) => `<p>${at + 1}</p>${one}`).join('')
    expect(features(`<h2>How Tide works</h2>${steps}`)).toEqual([])
  })

  it('are neither steps, posts, forms, nor what the product is not, whatever else parts the page', () => {
    const steps = ['Plug it in', 'Type the six letters', 'Pick a boat'].map((step) => `<li>${step}.</li>`)
    expect(features(`<h2>Up and running</h2><ol>${steps.join('')}</ol>`)).toEqual([])
    const posts = ['Lime leaves on the bus', 'How the Romans fished', 'Three sorts of fog'].map(
      (title) => `${card(title, 'It came as a salad.')}<time>10 May 2026</time>`,
    )
    expect(features(`<h2>Latest letters</h2>${posts.join('')}`)).toEqual([])
    const notes = ['S: “Biscuit”, a dog', 'O: Positive drawer', 'A: As dictated before']
    expect(features(`<h2>As it comes</h2><ul><li>${notes.join('</li><li>')}</li></ul>`)).toEqual([])
    const all = ['Photo punch', 'Payroll export', 'Break nudges', 'Night watch'].map(
      (title) => `<h2>${title}</h2><p>It is done by the tide itself.${title}</p>`,
    )
    const others = `<h2>What Tide is not</h2><p>Tide is no roster.</p><h2>Our letter</h2><p>Short emails on boats.</p>
      <button>Sign up</button><h2>What it costs</h2><p>We sell no licences here.</p><h2>Reading</h2><h2>Boats</h2>`
    expect(features(`${all.join('')}${others}`)).toHaveLength(4)
  })

  it('may ask below their title, and are neither a heading over headings nor over questions', () => {
    const body = `<h2>What we do</h2><h2>Codes in place of keys</h2><p>Good for one night only.</p>
      <h2>Dates that come again</h2><p>Each Tuesday, for good.</p><h2>Lists of what was lent</h2><p>Who had the bass?</p>`
    expect(features(body)).toEqual([
      'Codes in place of keys: Good for one night only',
      'Dates that come again: Each Tuesday, for good',
      'Lists of what was lent',
    ])
  })
})

describe('what sets it apart', () => {
  const usps = (body: string) => draft({ '/': `${hero}${body}` }).usps.map(({ value }) => value)
  it.each([
    ['what it spares its users', '<p>Free, no account, no ads.</p>', 'Free, no account, no ads'],
    ['a heading that does', '<h2>No subscription</h2><p>You pay once.</p>', 'No subscription'],
    [
      'what it is instead',
      '<h2>Written letters, not robots</h2><p>Each is typed.</p>',
      'Written letters, not robots',
    ],
    ['so in German', '<p>Keine Werbung, kein Abo.</p>', 'Keine Werbung, kein Abo'],
    ['so in French', '<p>Gratuit et sans publicité.</p>', 'Gratuit et sans publicité'],
    ['so in Russian', '<p>Работает без интернета.</p>', 'Работает без интернета'],
    [
      'what is not there, in a row',
      '<h3>Shop</h3><p>You pay once. There are no coins, no energy and no second shop.</p>',
      'There are no coins, no energy and no second shop',
    ],
    ['that a line begins with', '<h2>Helpers</h2><p>No bot joins your call.</p>', 'No bot joins your call'],
    ['what it is without', '<h2>Visits</h2><p>Four steps, no appointment.</p>', 'Four steps, no appointment'],
    ['so in Japanese', '<p>広告なし、すぐに使えます。</p>', '広告なし、すぐに使えます'],
  ])('is %s', (_, body, wanted) => {
    expect(usps(body)).toEqual([wanted])
  })

  it.each([
    ['of a trial', '<p>Try it with no account.</p>'],
    ['of a plan', '<h2>Pro</h2><p>€9 a month</p><p>No ads.</p>'],
    ['in an answer', '<h2>Do I sign up?</h2><p>No account needed.</p>'],
    ['of one of its parts', '<h2>Albums</h2><p>Give grandparents a link. No account needed.</p>'],
    ['by somebody else', '<blockquote>No ads, no account, just bills.</blockquote>'],
    ['of what is not there yet', '<p>No bridge and no ferry yet.</p><p>No other tools are planned.</p>'],
    ['in another word', '<p>Avisa no WhatsApp, cobra no Pix e imprime.</p>'],
  ])('is none said %s', (_, body) => {
    expect(usps(body)).toEqual([])
  })
})

describe('a tagline', () => {
  it('has a space where a heading’s parts stand without', () => {
    const body = '<h1>Your wishes<span>become a</span><span>present</span></h1><p>Tide collects films.</p>'
    const { tagline } = draft({ '/': body })
    expect(tagline?.value).toBe('Your wishes become a present')
    expect(tagline?.evidence[0]?.quote).toContain('Your wishes become a present')
  })
})

describe('a title', () => {
  it('goes on in a sentence that fits with it, and stands alone above a longer one', () => {
    const long =
      'They open before a signal or a harbour master can be found, at night as well as by day, in rain and in fog, on every screen that you own or that anybody lends to you while at sea'
    const some = [
      card('Bills scanned and paid', 'Each of them at noon.'),
      card('Charts for days offshore', `${long}.`),
      card('Alarms', `${long} too.`),
    ]
    expect(features(`<h2>On board</h2>${some.join('')}`)).toEqual([
      'Bills scanned and paid: Each of them at noon',
      'Charts for days offshore',
      `Alarms: ${long} too`,
    ])
  })
})

describe('a tagline that says what the product is', () => {
  const tagline = (head: string, body: string) => draft({ '/': `${head}${body}` }).tagline?.value
  it('is the title rather than this year’s slogan', () => {
    const title = '<meta property="og:title" content="Tide — Billing for small harbours">'
    expect(tagline(title, '<h1>Set sail into 2021 with Tide</h1>')).toBe('Billing for small harbours')
  })

  it('begins with a great letter where the tail of a title does not, and is no note below a row of links', () => {
    const body = `<h1>Tide 7</h1><p>Tide compares two charts of one harbour and marks what has moved: buoys, wrecks, sandbanks and lights.</p>
      <p><a href="/get">Download</a> <a href="/buy">Buy</a></p><p>It runs for 30 days and prints a watermark.</p>`
    const title = '<meta property="og:title" content="Tide — compare two charts">'
    expect(tagline(title, body)).toBe('Compare two charts')
  })

  it('is no note below a paragraph that says what the product is', () => {
    const body =
      '<h1>Tide</h1><p>Tide is a program that counts the boats of a harbour while you sleep, in fog and in the rain.</p><p>Runs on Linux, macOS and Windows.</p>'
    expect(tagline('<meta property="og:title" content="Tide — count boats at night">', body)).toBe(
      'Count boats at night',
    )
  })

  it('is no welcome, and may begin with the word for what it makes', () => {
    const body = '<h1>Tide</h1><p>Documentation that fails when it is wrong</p>'
    expect(tagline('<title>Tide</title>', body)).toBe('Documentation that fails when it is wrong')
    expect(
      tagline('<title>Tide</title>', '<h1>Tide</h1><h2>Wij nodigen u uit om te komen</h2>'),
    ).toBeUndefined()
  })

  it('is what a short description says first where no line of the page is one, but not of a manual', () => {
    const headed = (text: string) => `<title>Tide</title><meta name="description" content="${text}">`
    expect(
      tagline(
        headed('Billing for small harbours and their guests. Free for the first boat.'),
        '<h1>Tide</h1>',
      ),
    ).toBe('Billing for small harbours and their guests.')
    expect(
      tagline(headed('The official documentation of Tide for its users.'), '<h1>Tide</h1>'),
    ).toBeUndefined()
  })
})

describe('a heading that asks', () => {
  const body =
    '<h1>Who is late on Friday?</h1><p>Tide is a planner for harbours with five to two hundred boats.</p>'
  it('is a slogan where it is the great one', () => {
    expect(draft({ '/': body }).tagline?.value).toBe('Who is late on Friday?')
    expect(draft({ '/': body.replace(/h1/g, 'h2') }).tagline).toBeNull()
    expect(described(draft({ '/': body }))).toMatch(/^Tide is a planner/)
  })
  it('has the description below it where it asks what the product is', () => {
    const asked = (question: string, rest = '') =>
      draft({
        '/': `<h1>Tide</h1><h2>${question}</h2><p>Tide counts boats while you sleep and writes down each of them.</p>${rest}`,
      })
    expect(described(asked('What is it?'))).toMatch(/^Tide counts boats/)
    expect(described(asked('How many boats?'))).toMatch(/^Tide counts boats/)
    expect(asked('Does it sleep?', '<h2>Does it dream?</h2><p>No.</p>').description).toBeNull()
  })
})

describe('a description', () => {
  it('may be the one sentence of the head of the page that names no price', () => {
    const body =
      '<h1>Letters by the piece</h1><p>One call sends a letter to be signed. You pay €0.60 when it comes back signed.</p>'
    expect(described(draft({ '/': body }))).toBe('One call sends a letter to be signed.')
  })

  it('is what is said in short where the site says nothing else, and neither a greeting nor its makers', () => {
    const only = 'Tide counts the boats of a harbour at night and in fog.'
    expect(described(draft({ '/': `<h1>Boats, counted</h1><p>${only}</p>` }))).toBe(only)
    expect(draft({ '/': '<h1>Boats, counted</h1><p>Tide counts boats.</p>' }).description).toBeNull()
    const old = `<table><tr><td>Tide</td></tr></table><p>Hi, and welcome. ${only}</p>`
    expect(draft({ '/': old }).short_description?.value).toBe(only)
    const game =
      '<h1>Tide</h1><h2>A game about a harbour</h2><p>The tide went out on a Tuesday. You keep the lamp and the boats.</p>'
    const makers =
      '<p>Tide is made by Mossgate, which is Edith Farmer and Jun Okabe, in Dundee, Scotland.</p>'
    expect(described(draft({ '/': game + makers }))).toMatch(/^The tide went out/)
  })

  it('is not the tagline of two sentences, and not told in full twice', () => {
    const slogan = '<h1>Build a harbour out of dice. Break every wave of the sea.</h1>'
    expect(
      draft({ '/': `${slogan}<p>Build a harbour out of dice. Break every wave of the sea.</p>` }).description,
    ).toBeNull()
    const drafted = draft({
      '/': '<h1>Tide</h1><p>Tide counts every boat of your harbour at night, in fog and in the rain. It rings when one of them is gone.</p>',
    })
    expect(drafted.short_description?.value).toBe(
      'Tide counts every boat of your harbour at night, in fog and in the rain.',
    )
    expect(drafted.description?.value).toMatch(/is gone\.$/)
  })

  it('is not only what it costs, what it needs and who uses it', () => {
    const said = (text: string) =>
      described(draft({ '/': `<h1>Harbours that count themselves</h1><p>${text}</p>` }))
    expect(said('Free, no account, no tracking. 31,000 people use it.')).toBeUndefined()
    expect(said('Free, open source and signed. Requires a Mac with macOS 14 or newer.')).toBeUndefined()
    expect(said('A free planner for harbours. 31,000 people use it at night.')).toMatch(/^A free planner/)
  })

  it('is never the short one again, but the next paragraph that names the product, or none', () => {
    const short = 'Tide counts every boat of your harbour at night.'
    const said = (more: string) =>
      draft(
        { '/': `<h1>Harbours that count themselves</h1><p>${short}</p>${more}` },
        [],
        `<meta name="description" content="${short}">`,
      ).description?.value
    expect(said('')).toBeUndefined()
    expect(
      said('<p>Our oldest boat was built in 1782 by three brothers; it is not for rent.</p>'),
    ).toBeUndefined()
    expect(
      said('<p>Tide is not a chart, and whoever sails by it does so at a risk of their own.</p>'),
    ).toBeUndefined()
    const next = 'Tide sees who comes and who leaves, in fog and in the rain.'
    expect(said(`<p>${next}</p>`)).toBe(next)
  })

  it('may name the product behind an opening or each of its things', () => {
    const said = (text: string) => draft({ '/': `<h1>Dough in order</h1><p>${text}</p>` })
    const texts = [
      'At two in the afternoon Tide adds up the orders of tomorrow and prints what the night needs.',
      'Every loaf in Tide has a name in plain words, an owner and an end date. So you know it well.',
    ]
    for (const text of texts) expect(described(said(text))).toBe(text)
    const both = said('Pick a flour and a size. Tide weighs the dough and writes the label for each loaf.')
    expect(both.short_description?.value).toBe('Tide weighs the dough and writes the label for each loaf.')
  })

  it('may stand in a callout, and in no figure', () => {
    const drawn = (name: string) =>
      draft({
        '/': `<h1>Tide</h1><figure class="${name}"><p>A sheet for harbours with one to ten boats and all of their many guests. Fees in, costs out, no paper.</p></figure>`,
      })
    expect(drawn('block callout').description?.value).toMatch(/^A sheet for harbours/)
    expect(drawn('block phone').description).toBeNull()
  })

  it('has neither answers nor lines of contact, and says what the product is before all else', () => {
    const { short_description } = page(`<p>It reminds customers until they have paid what they owe you.</p>
      <h2>Does it sleep?</h2><p>No. Tide is awake when your customers are, and also when they are not.</p>
      <p>Write to the two of us at ana@tide.app whenever you feel like writing to someone.</p>`)
    expect(short_description?.value).toBe('It reminds customers until they have paid what they owe you.')
  })

  it('says neither who began it nor what it costs where the page says what it is', () => {
    const drafted = draft({
      '/': `<h1>Invoices that chase themselves</h1>
        <p>It sends invoices to every harbour of the coast and reminds whoever is late. Plans from $9 a month.</p>
        <p>Ana Sea and Ben Ort founded Tide in 2020, after ten long years at sea and two in an office.</p>`,
    })
    expect(described(drafted)).toBe(
      'It sends invoices to every harbour of the coast and reminds whoever is late.',
    )
  })
})

describe('texts of a page', () => {
  it('say nothing of the page itself, of a chapter of a manual or to its readers', () => {
    const own = '<p>Tide is a billing program for small harbours and everybody who moors in one.</p>'
    const toReader = (said: string) => page(`<p>Tide counts boats. ${said}</p>${own}`).description?.value
    expect(toReader('You will only find very basic words about billing here.')).not.toContain('basic')
    expect(toReader('We encourage all readers to consult a lawyer about billing.')).not.toContain('lawyer')
    const chapter =
      '<h2>3. Change options</h2><p>Tide takes over every changed value at once, so that nobody has to start it again.</p>'
    expect(draft({ '/': `<h1>Tide quickstart</h1>${chapter}` }).description).toBeNull()
    const head = '<meta name="description" content="Tide\'s harbour-facing website for everybody">'
    expect(draft({ '/': `<h1>Tide</h1>${own}` }, [], head).short_description?.value).toContain('program')
  })

  it('list neither other pages, commands and addresses nor what another product does', () => {
    const list = (...items: string[]) =>
      `<h2>Features</h2><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
    const drafted = (body: string) =>
      draft({ '/': `${hero}<a href="/more">More</a>`, '/more': `<h1>More</h1>${body}` }).features
    const linked = ['Our method', 'The whole team', 'The gallery'].map(
      (title, at) => `<a href="/${at}">${title}</a>: what there is to read`,
    )
    expect(drafted(list(...linked))).toEqual([])
    const known = ['Counts boats at night', 'Knows every tide', 'Sends the bill by pigeon']
    expect(drafted(list(...known))).toHaveLength(3)
    expect(
      drafted(list(...known, 'GET /boats — all boats', 'Kept in ~/.tide/boats')).map(({ value }) => value),
    ).toEqual(known)
    expect(drafted(list(...known, '*arr programs'))[3]?.value).toBe('*arr programs')
    const other = `<p>Related tool</p><h1>Ebb for gulls</h1>${list(...known)}`
    expect(draft({ '/': `${hero}<a href="/more">More</a>`, '/more': other }).features).toEqual([])
  })

  it('tell of what is free the part that says so', () => {
    const summary = (text: string) => page(`<p>${text}</p>`).pricing_summary?.value
    expect(summary('Free & MIT · v0.13.0 · runs on your boat')).toBe('Free & MIT')
  })
})

it.each([
  '<p><a href="/wine">Wines from the coast</a> <a href="/beer">Beers from the hills</a></p>',
  '<p>Wine and beer (see <a href="/all">the list</a></p>',
])('what only leads on is no tagline: %s', (row) => {
  const said = 'Tide sends the invoices of small breweries.'
  expect(draft({ '/': `<h1>Tide</h1>${row}<p>${said}</p>` }).tagline?.value).toBe(said)
})

it('what breaks off in brackets is no feature', () => {
  const cut = ['Beer of all kinds (see', 'Wine from the coast', 'Water in bottles', 'Bread of the day']
  const items = features(`<h2>Features</h2><ul><li>${cut.join('</li><li>')}</li></ul>`)
  expect(items).toEqual(cut.slice(1))
})
