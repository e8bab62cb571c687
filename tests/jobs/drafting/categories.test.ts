// A category is chosen by what its name, its description and the listings filed in and below it say: right, or none.
import { describe, expect, it } from 'vitest'
import { tellingWords, usesIn } from '../../../storage/search/telling.ts'
import { extractProfile } from '../../../jobs/drafting/extract.ts'
import { findWork } from '../../../jobs/drafting/facts/forms.ts'
import { openSite } from '../../../jobs/drafting/facts/names.ts'
import { readPage } from '../../../jobs/drafting/page/read_page.ts'
import { draft, home, read } from './mini_site.ts'

type Filed = { name: string; parent?: string; listings: string[] }
const filed: Filed[] = [
  {
    name: 'Voice to Text',
    listings: [
      'Dictate in any app and see your words typed.',
      'Speech recognition that transcribes meetings.',
      'Dictation with punctuation, offline.',
      'Transcribe speech with one key.',
    ],
  },
  {
    name: 'Accounting',
    listings: [
      'Send invoices and track expenses.',
      'Bookkeeping and invoices for freelancers.',
      'Expenses, taxes and receipts.',
      'Ledger with invoices and receipts.',
    ],
  },
  {
    name: 'Miscellaneous',
    listings: ['Odds and ends.', 'Something else for your desktop.', 'A tool of its own kind.'],
  },
  { name: 'Messaging', listings: [] },
  {
    name: 'Channels',
    parent: 'Messaging',
    listings: [
      'Chat with channels for teams.',
      'Channels, threads and chat rooms.',
      'Chat rooms for a crew.',
    ],
  },
  {
    name: 'Encryption',
    parent: 'Messaging',
    listings: [
      'Chat with end-to-end encryption.',
      'Encrypted chat rooms.',
      'Private chat, encrypted by default.',
    ],
  },
  {
    name: 'Mac Clocks',
    listings: ['World clock in the menu bar.', 'A clock with alarms.', 'Clock and timer.'],
  },
  {
    name: 'Cheese',
    listings: [
      'Rennet calculator and curd timer.',
      'Curd timer with a brine table.',
      'Brine table and rennet calculator.',
      'Rennet calculator, curd timer, brine table.',
    ],
  },
]
const words = [
  ...tellingWords(
    filed.map(({ name, parent, listings }) => ({
      name,
      description: null,
      parent: parent === undefined ? null : filed.findIndex((one) => one.name === parent),
      uses: usesIn(listings),
    })),
  ),
]
const slugOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-')
const categories = filed.map(({ name, parent }, at) => ({
  slug: slugOf(name),
  name,
  parent: parent === undefined ? null : slugOf(parent),
  words: words[at]!,
}))

const chosen = (body: string): string[] =>
  draft({ '/': body }, categories).categories.map(({ value }) => value)

describe('a category', () => {
  it('is found by the words of the listings filed there, with the line that says them', () => {
    const body =
      '<h1>Your voice, typed</h1><p>Tide turns speech into text. Dictate anywhere and it transcribes.</p><h2>Dictation offline</h2>'
    const [found] = draft({ '/': body }, categories).categories
    expect(found?.value).toBe('Voice to Text')
    expect(found?.evidence[0]?.quote).toContain('speech into text')
  })

  it('brings the words the catalogue knows as tags, as the page writes them', () => {
    const body =
      '<h1>Cheese from your kitchen</h1><p>Tide has a rennet calculator, a Curd Timer and a brine table.</p>'
    const { tags, keywords } = draft({ '/': body }, categories)
    expect(tags.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['rennet calculator', 'curd timer', 'brine table']),
    )
    expect(keywords).toEqual(tags)
    const below =
      body.replace(' and a brine table', '') + '<h2>Notes</h2><p>Show each brine table to a friend.</p>'
    expect(draft({ '/': below }, categories).tags.map(({ value }) => value)).not.toContain('brine table')
    for (const { value, evidence } of tags) expect(evidence[0]?.quote.toLowerCase()).toContain(value)
  })

  it('brings the words of its name as tags, and what another line says where one denies', () => {
    const flags = { slug: 'flags', name: 'Flags', parent: null, words: 'flag 6.2 rollout 3.0 toggl 3.1' }
    const tagsOf = (body: string) => draft({ '/': body }, [flags]).tags.map(({ value }) => value)
    expect(tagsOf('<h1>Flags with end dates</h1><p>Tide keeps flags and toggles rollouts.</p>')).toContain(
      'flags',
    )
    const body =
      '<h1>Plans that no flag forgets</h1><p>Tide is software for flags.</p><p>A flag rollout toggles a flag.</p>'
    expect(tagsOf(body)).toEqual(['flag'])
  })

  it('is found by what its listings say where the page never says its name', () => {
    const body = '<h1>Invoices and receipts</h1><p>Send invoices, track expenses and receipts.</p>'
    expect(chosen(body)).toEqual(['Accounting'])
  })

  it('is found by many of its words where the page has none of its name, and not by few', () => {
    const bees = {
      slug: 'bees',
      name: 'Apiculture',
      parent: null,
      words: 'hive 5.2 honei 4.8 swarm 4.6 queen 4.1',
    }
    const is = (body: string): string[] =>
      draft({ '/': body }, [...categories, bees]).categories.map(({ value }) => value)
    const body =
      '<h1>Hives that tell you of swarms</h1><p>Tide weighs the hive, hears the queen and counts the honey.</p>'
    expect(is(body)).toEqual(['Apiculture'])
    expect(is('<h1>A hive of activity</h1><p>Tide plans a busy office and its meetings.</p>')).toEqual([])
  })

  it('is found on a page in another language', () => {
    const html =
      '<html lang="de"><title>Tide</title><h1>Rechnungen und Buchhaltung</h1><p>Tide schreibt Rechnungen und führt die Buchhaltung.</p></html>'
    const pages = [readPage({ url: home, html, fetched_at: '' })]
    const { categories: found } = extractProfile(pages, { start_url: home, categories })
    expect(found[0]?.value).toBe('Accounting')
  })

  it('is the one above where those below it disagree', () => {
    const [first] = chosen('<h1>Chat channels, chat encryption</h1><p>Tide has channels and encryption.</p>')
    expect(first).toBe('Messaging')
  })

  it('is both where the page names two as plainly, and none where it says as much of two and names neither', () => {
    const body = '<h1>Dictation and accounting</h1><p>Dictation, transcripts, invoices and receipts.</p>'
    expect(chosen(body).toSorted()).toEqual(['Accounting', 'Voice to Text'])
    const two = ['Kites string wind', 'Boats sail hull'].map((said) => {
      const [name, ...told] = said.split(' ')
      const words = told.map((word) => `${word} 4.5`).join(' ')
      return { slug: name!, name: name!, parent: null, words }
    })
    const windy =
      '<h1>Strings, winds, sails and hulls</h1><p>Tide mends strings and sails, in winds and on hulls.</p>'
    expect(draft({ '/': windy }, two).categories).toEqual([])
    expect(draft({ '/': windy }, two.slice(0, 1)).categories).toHaveLength(1)
  })

  it('is none where one word in passing is all that speaks for it', () => {
    const body = '<h1>Bread from the oven next door</h1><p>Tide bakes sourdough. Ask for a receipt.</p>'
    expect(chosen(body)).toEqual([])
  })

  it('is none where only a call to the visitor speaks for it', () => {
    const body =
      '<h1>Subscribe to chat rooms, channels and chat</h1><p>A surreal adventure below the sea, where tentacles have to be trimmed.</p>'
    expect(chosen(body)).toEqual([])
    expect(chosen(body.replace('Subscribe to', 'A crew has'))).not.toEqual([])
  })

  it('is none where most of what the page says is of something else', () => {
    const page = (aboard: string): string =>
      `<h1>Sorted${aboard}</h1><p>Tide sorts things${aboard}, for whoever has receipts.</p>`
    expect(chosen(page(''))).toEqual(['Accounting'])
    const aboard =
      ', anchors, sails, rudders, halyards, jibs, keels, masts, booms, winches, cleats, shackles, fenders, buoys, bilges, hulls, ropes, knots, tillers, rigging, galleys, hatches, moorings, davits, gunwales, transoms, bulkheads, capstans, stanchions, topsails, rowlocks, spinnakers, forecastles'
    expect(chosen(page(aboard))).toEqual([])
  })

  it('is found by the letters its name is called by', () => {
    const iot = { slug: 'iot', name: 'Internet of Things (IoT)', parent: null, words: 'iot 4.6 sensor 2.1' }
    const body = '<h1>IoT for greenhouses</h1><p>Tide is an IoT gateway.</p>'
    const [found] = draft({ '/': body }, [...categories, iot]).categories
    expect(found?.value).toBe('Internet of Things (IoT)')
  })

  it('is none where a word of its name is all that the page says it is', () => {
    const words = 'operat 2.4 kernel 3.1 boot 2.2'
    const systems = { slug: 'os', name: 'Operating Systems', parent: null, words }
    const is = (body: string): string[] =>
      draft({ '/': body }, [systems]).categories.map(({ value }) => value)
    expect(
      is('<h1>A firm operating in the deep</h1><p>Tide is operating everywhere, operating gladly.</p>'),
    ).toEqual([])
    expect(is('<h1>An operating kernel that boots</h1><p>Tide is operating everywhere.</p>')).toEqual([
      'Operating Systems',
    ])
  })

  it('stands beside another only where all of its name is said', () => {
    const [one, other] = ['Farming', 'Farming and Nutrition'].map((name, at) => ({
      slug: `farm${at}`,
      name,
      parent: null,
      words: 'farm 4.6 crop 4.1 field 3.2 nutrit 3.0',
    }))
    const is = (body: string): number => draft({ '/': body }, [one!, other!]).categories.length
    const body = '<h1>Farming with crops and fields</h1><p>Tide is farming software for crops.</p>'
    expect(is(body)).toBe(1)
    expect(is(body.replace('crops and', 'crops, nutrition and'))).toBe(2)
  })

  const sold = { slug: 'events', name: 'Polls and Events', parent: null }
  const words = '@event+ticket 3.1 event 3.1 ticket 2.7 confer 2.6 attende 2.4'
  const photos = { slug: 'photos', name: 'Photos', parent: null, words: 'photograph 3.9 photo 3.1 cull 3.0' }
  const isEvent = (body: string): boolean =>
    draft({ '/': body }, [{ ...sold, words }, photos]).categories.some(({ value }) => value === sold.name)

  it('is none where one word of another kind is all that speaks for it, said by whatever its listings say', () => {
    const wedding = '<h1>Cull a wedding before dinner</h1><p>Tide picks photographs of a wedding.</p>'
    expect(isEvent(wedding)).toBe(false)
    expect(isEvent(wedding.replace('photographs of', 'attendees and festivals for'))).toBe(true)
  })

  it('is found beside one of another kind by what the page says of its own kin', () => {
    const mail = ['Email Clients', 'Email Servers', 'Mail and Email'].map((name, at) => ({
      slug: `mail${at}`,
      name,
      parent: null,
      words: 'email 3.8 client 3.6 mail 3.0 inbox 2.4',
    }))
    const terminal = {
      slug: 'terminal',
      name: 'Terminals',
      parent: null,
      words: 'terminal 5.2 shell 5.2',
    }
    const body =
      '<h1>An email client for the terminal</h1><p>Tide is a terminal email client, a shell for mail.</p>'
    const found = draft({ '/': body }, [...mail, terminal]).categories.map(({ value }) => value)
    expect(found).toContain('Email Clients')
    expect(found).not.toContain('Terminals')
  })

  it('is, of two whose names mean the same, the one the page says more of', () => {
    const [above, below] = [
      { slug: 'design', name: 'Design and Product', parent: null, words: 'design 3.1 graphic 2.4 font 2.2' },
      {
        slug: 'tools',
        name: 'Design Tools',
        parent: 'design',
        words: 'design 3.4 graphic 2.9 font 2.6 draw 3.0',
      },
    ]
    const body = '<h1>Design with fonts</h1><p>Tide is graphic design: fonts and drawings.</p>'
    const found = draft({ '/': body }, [above!, below!]).categories.map(({ value }) => value)
    expect(found[0]).toBe('Design Tools')
  })

  const phone = { slug: 'mobile-apps', name: 'Mobile Apps', parent: null, words: 'mobil 3.9' }
  const tools = { slug: 'developer-tools', name: 'Developer Tools', parent: null, words: 'develop 3.9' }
  it.each([
    ['<p>Sink is a kiln diary for Android.</p>', 'Mobile Apps'],
    ['<p><a href="/get">Get it for iPhone</a></p>', 'Mobile Apps'],
    ['<p>Sink to aplikacja na telefon.</p>', 'Mobile Apps'],
    ['<p>窯の記録を残すiPhoneアプリです。</p>', 'Mobile Apps'],
    ['<p><a href="https://apps.apple.com/app/id1">Get it</a></p>', 'Mobile Apps'],
    ['<p><a href="https://apps.apple.com/app/id1?mt=12">Get it</a></p>', undefined],
    ['<p>There is no app for iPhone.</p>', undefined],
    ['<p>An iPhone app is not planned.</p>', undefined],
    ['<h2>Is there an app for Android?</h2><p>One day.</p>', undefined],
    ['<p>Your customers sign on the phone.</p>', undefined],
    ['<p>Sink fires kilns from the command line.</p><pre>$ sink fire</pre>', 'Developer Tools'],
    ['<p>Sink keeps the photos of one family.</p><pre>docker run sink</pre>', undefined],
    ['<div class="demo">Cone 6</div>', undefined],
    ['<p>Sink is an app for iPhone.</p><pre>sink.fire()</pre>', 'Mobile Apps'],
  ])('is that of its form where no words tell one: %s', (body, category) => {
    const site = { '/': `<h1>Every firing kept</h1>${body}` }
    const found = draft(site, [tools, phone]).categories.map(({ value }) => value)
    expect(found).toEqual(category ? [category] : [])
  })

  it('is no form where words tell one', () => {
    const site = { '/': '<h1>Cull photographs</h1><p>Tide culls photos.</p><pre>tide cull</pre>' }
    expect(draft(site, [tools, photos]).categories.map(({ value }) => value)).toEqual(['Photos'])
  })

  const works = ['Games', 'Newsletters', 'E-commerce', 'Transport'].map((name) => ({
    slug: name.toLowerCase(),
    name,
    parent: null,
    words: '',
  }))
  const filedUnder = (line: string, list = works): string[] =>
    draft({ '/': `<title>Tide</title><h1>${line}</h1>` }, list).categories.map(({ value }) => value)
  it.each([
    ['A slow, foggy puzzle game about a ferry and its truck.', 'Games'],
    ['Tide is a game with ferries and trucks', 'Games'],
    ['Tide – das Kartenspiel über Fähren', 'Games'],
    ['Logiczna gra o promach, w którą grasz w przeglądarce', 'Games'],
    ['A weekly letter on ferries, trucks and their crews', 'Newsletters'],
    ['La lettre hebdomadaire des ferries', 'Newsletters'],
    ['The marketplace for ferries and trucks', 'E-commerce'],
    ['O mercado online de ferries: você vende o que sobrou', 'E-commerce'],
    ['Tide to targowisko używanych promów', 'E-commerce'],
    ['Marknadsplatsen där färjor hyrs ut', 'E-commerce'],
  ])('is what a page says it is, whatever it is about: %s', (line, category) => {
    expect(filedUnder(line)).toEqual([category])
  })
  it.each(['The game engine for ferries', 'Turn your ferry into a game', 'Run any game on your ferry'])(
    'is not what a page only speaks of: %s',
    (line) => expect(findWork(openSite([read('/', `<h1>${line}</h1>`)], home)!, works)).toBe(null),
  )

  it('is none where the catalogue has none for what a page says it is', () => {
    expect(filedUnder('A podcast about ferries and trucks.')).toEqual([])
    expect(filedUnder('A podcast about ferries. Get our app for iPhone.', [...works, phone])).toEqual([])
    const podcasts = { slug: 'podcasts', name: 'Podcasts', parent: null, words: '' }
    expect(filedUnder('A podcast about ferries and trucks.', [...works, podcasts])).toEqual(['Podcasts'])
  })

  const given = (name: string, words: string, body: string, lang = 'en'): number => {
    const html = `<html lang="${lang}"><title>Tide</title>${body}</html>`
    const one = { slug: 'one', name, parent: null, words }
    const pages = [readPage({ url: home, html, fetched_at: '' })]
    return extractProfile(pages, { start_url: home, categories: [one] }).categories.length
  }

  it('is found in another language by one word that the page says in several places, and not by one in passing', () => {
    const words = '@inventory+stock 4.1 inventori 3.9 stock 3.6'
    const body = (more: string): string =>
      `<h1>Ogni pezzo al suo posto</h1><p>Tide conta i pezzi per il magazzino.</p>${more}`
    const again =
      '<h2>Magazzino</h2><p>Carico e scarico.</p><h2>Importare il magazzino</h2><p>Da un foglio.</p>'
    expect(given('Inventory Management', words, body(''), 'it')).toBe(0)
    expect(given('Inventory Management', words, body(again), 'it')).toBe(1)
  })

  it.each([
    [
      'Window Management',
      'window 5.2 tile 4.1',
      '<h1>Tile your windows</h1><p>Tide puts windows in tiles.</p>',
    ],
    [
      'Digital Signature',
      '@electronic+signature 6.2 signatur 5.0 electronic 4.6',
      '<h1>E-signatures by the piece</h1><p>An e-signature API.</p>',
    ],
    [
      'Time Tracking',
      '@time+tracking 5.4 tim 3.6 track 3.2 timesheet 4.6',
      '<h1>A time clock for kitchens</h1><p>Tide is a time clock on a tablet.</p>',
    ],
    [
      'Database',
      '@database 5.4 databas 5.1 stor 2.0',
      '<h1>A key-value store</h1><p>Tide is an embedded key-value store in Rust.</p>',
    ],
    [
      'Time Tracking',
      '@time+tracking 5.4 tim 3.6 track 3.2 timesheet 4.6',
      '<h1>Uren schrijven zonder gedoe</h1><p>Tide is een app voor uren schrijven op de boot.</p>',
    ],
    [
      'Journaling',
      '@journal+diary+log 4.8 journal 4.4 diari 3.9',
      '<h1>三行だけの日記アプリ</h1><p>Tideは一日を三行で書く日記です。</p>',
    ],
    [
      'Learning and Courses',
      '@learning+course+education 5.1 learn 4.0 cours 4.2',
      '<h1>Fiszki, które same pytają</h1><p>Tide to fiszki do nauki słówek.</p>',
    ],
    [
      'Money, Budgeting and Management',
      '@budget+money+expense 5.4 money 3.8 budget 4.4',
      '<h1>Samen sparen zonder ruzie</h1><p>Tide is een spaarpot voor stellen die samen sparen.</p>',
    ],
    [
      'Resource Planning',
      '@resource+planning+erp 6.1 resourc 4.0 plan 2.6',
      '<h1>Aufmaß rein, Angebot raus</h1><p>Tide ist die Software für Handwerksbetriebe.</p>',
    ],
    [
      'URL Shorteners',
      '@url+shortener+link 6.4 url 4.8 shorten 5.2',
      '<h1>Liens courts à votre nom</h1><p>Tide est un raccourcisseur d’adresses.</p>',
    ],
    [
      'Scheduling',
      '@scheduling+shift+employee 5.8 schedul 4.4 shift 4.6',
      '<h1>Rotas that publish themselves</h1><p>Tide is a staff rota for a kitchen.</p>',
    ],
    [
      '2-Factor Authentication',
      '@2+factor+authentication 6.4 factor 5.6 authentic 4.8',
      '<h1>Jednorázové kódy bez strachu</h1><p>Tide je aplikace pro dvoufázové ověření.</p>',
    ],
    [
      'Circular Economy and Waste',
      '@circular+economy+waste 5.7 circular 5.2 wast 4.4',
      '<h1>Weegsysteem voor kringloopwinkels</h1><p>Tide volgt elk kilo van de kringloop.</p>',
    ],
  ])('is %s by what a page calls it', (name, words, body) => {
    expect(given(name, words, body)).toBe(1)
  })

  it('is of what the title says the product is, and not of what its heading plays with', () => {
    const page = { url: home, fetched_at: '' }
    const html =
      '<title>Tide – an accounting program for clubs</title><h1>Speech is silver, a whisper is gold</h1><p>Tide keeps the receipts of a club.</p>'
    const { categories: found } = extractProfile([readPage({ ...page, html })], {
      start_url: home,
      categories,
    })
    expect(found[0]?.value).toBe('Accounting')
  })

  it('is no map where cards are played', () => {
    const words = '@map+navigation 5.1 map 4.2 gps 5.0'
    const body = '<h1>Skat mit Freunden</h1><p>Die Karten liegen auf dem Tisch, gemischt wird in Tide.</p>'
    expect(given('Maps and GPS', words, body, 'de')).toBe(0)
  })

  it('is no rule of security where bridges are inspected', () => {
    const words = '@compliance 5.4 complianc 5.1 secur 4.2'
    const body = '<h1>Inspections of bridges</h1><p>Tide is an inspection form for inspectors.</p>'
    expect(given('Security & Compliance', words, body)).toBe(0)
  })

  it('is never one whose name says nothing', () => {
    expect(chosen('<h1>Miscellaneous odds and ends</h1><p>Something else of its own kind.</p>')).toEqual([])
  })
})
