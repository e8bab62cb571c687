import { describe, expect, it } from 'vitest'
import { stem } from '../../../storage/search/stems.ts'
import { directory, listing } from './support.ts'

const shelf = [
  listing(1, { name: 'Lockbox', tagline: 'Keeps your logins', category_ids: [1], keywords: ['self-hosted'] }),
  listing(2, { name: 'Keyring', tagline: 'Passwords for teams', category_ids: [1] }),
  listing(3, { name: 'Tide', tagline: 'Sends bills', category_ids: [2], country: 'PT', domain: 'tide.app' }),
  listing(4, { name: 'Herd', tagline: 'Dashboards for Kubernetes clusters', founders: ['Jürgen Straßer'] }),
  listing(5, { name: 'Gantry', tagline: 'Kubernetes in a box', pricing_model: 'Free' }),
  listing(6, { name: 'Canvas', tagline: 'Team chat, an alternative to Herd', keywords: ['kubernetes'] }),
]
const {
  ids: find,
  ask: answer,
  database,
} = (() => {
  const made = directory(shelf)
  for (const [id, name] of [
    [1, 'Password Managers'],
    [2, 'Invoicing'],
  ] as const)
    made.database.prepare('INSERT INTO categories(id, slug, name) VALUES (?, ?, ?)').run(id, `c${id}`, name)
  return made
})()

describe('a need', () => {
  it.each([
    ['k8s dashboard', 4],
    ['how do I manage the passwords of my team?', 2],
    ['self hosted password manager', 1],
    ['what can I use for invoices', 3],
    ['portuguese invoicing', 3],
    ['free kubernetes', 5],
    ['strasser', 4],
    ['https://www.tide.app/pricing', 3],
    ['tide.app', 3],
  ])('%s is met', (q, id) => {
    expect(find(q)[0]).toBe(id)
  })

  it('is met by what is filed under what a category is called by now', () => {
    const rename = database.prepare('UPDATE categories SET name = ? WHERE id = 2')
    expect(find('yarn')).not.toContain(3)
    rename.run('Yarn')
    expect(find('yarn')[0]).toBe(3)
    rename.run('Invoicing')
    expect(find('yarn')).not.toContain(3)
  })

  it('is met by both of two that are compared', () => {
    expect(new Set(find('tide vs gantry').slice(0, 2))).toEqual(new Set([3, 5]))
  })

  it('for something else puts what stands for it before the thing itself', () => {
    const found = find('herd alternatives')
    expect(found[0]).toBe(6)
    expect(found.indexOf(4)).toBeGreaterThan(0)
  })

  it('for something else finds the name beside the words that ask for it', () => {
    expect(find('alternative to herd for farmers')[0]).toBe(6)
    expect(find('free herd')).toContain(5)
  })

  it('is met in a sentence of everyday words, said twice or not', () => {
    expect(find('where can I put my bills so that my team can see them later')[0]).toBe(3)
    expect(find('the thing I take my passwords to, before my team goes on').slice(0, 2)).toContain(2)
  })

  it('for something else than what is not listed finds what those are like that name it', () => {
    const { ids } = directory([
      listing(1, {
        name: 'Slotted',
        tagline: 'Appointments, an alternative to Zeitgeber',
        category_ids: [1],
      }),
      listing(2, { name: 'Daybook', tagline: 'Appointments with patients', category_ids: [1] }),
      listing(3, { name: 'Anvil', tagline: 'Builds containers', category_ids: [2] }),
      listing(4, { name: 'Hammer', tagline: 'Builds images', category_ids: [2] }),
    ])
    expect(ids('zeitgeber alternatives')).toEqual([1, 2])
  })

  it('with "or" between some of its words is no choice between all', () => {
    const { ids } = directory([
      listing(1, { name: 'Quill', tagline: 'Sign documents' }),
      ...Array.from({ length: 50 }, (_, i) => listing(2 + i, { tagline: 'Reads every pdf', votes: 9 })),
    ])
    expect(ids('sign pdf or word documents')[0]).toBe(1)
  })

  it('with "instead" that names nothing is asked for in all its words', () => {
    const { ids } = directory([
      listing(1, { name: 'Loop', tagline: 'Swap clothing with neighbours' }),
      listing(2, { name: 'Purse', tagline: 'What others have' }),
    ])
    expect(ids('swap clothes with others instead of buying new')[0]).toBe(1)
  })

  it('for something else finds what says the same of another of that name', () => {
    const { ids } = directory([
      listing(1, { name: 'Copper Insight', tagline: 'Looks into Copper stores' }),
      listing(2, { name: 'Medlar', tagline: 'A window for Copper' }),
      listing(3, { name: 'Tables', tagline: 'Looks into stores' }),
      ...Array.from({ length: 9 }, (_, i) => listing(4 + i, { tagline: 'Looks into stores of all kinds' })),
    ])
    expect(ids('alternative to Copper Insight')[0]).toBe(2)
  })

  it('is met by what says it in front before what has its very words somewhere', () => {
    const { ids } = directory([
      listing(1, { name: 'Chandler', tagline: 'Copper lantern' }),
      listing(2, { name: 'Robot', description: 'A house of old things, copper lanterns and others' }),
    ])
    expect(ids('copper lanterns')).toEqual([1, 2])
  })

  it('is read as a phrase over the words in it that say nothing', () => {
    const { ids } = directory([
      listing(1, { name: 'Shelf', tagline: 'Bookmarks' }),
      listing(2, { name: 'Sooner', tagline: 'Read aloud' }),
    ])
    expect(ids('read it later')).toContain(1)
  })

  it('is read as a phrase whose two words are said the other way round', () => {
    const { ids } = directory([
      listing(1, { name: 'Reel', tagline: 'A movie editor' }),
      listing(2, { name: 'Lens', tagline: 'Video for edited volumes' }),
    ])
    expect(ids('what can I use to edit a video')).toContain(1)
    expect(ids('a book to edit for video')).not.toContain(1)
  })

  it('says nothing by any form of the words that ask', () => {
    const { ids } = directory([
      listing(1, { name: 'Plumb', tagline: 'Measures walls' }),
      listing(2, { name: 'Fence', tagline: 'Shows, tells and lets one know what it gets' }),
    ])
    expect(ids('something that lets me measure, shows and tells me walls it knows and gets')[0]).toBe(1)
  })

  it('that names a filter is raised by it, never cut down to it', () => {
    const some = find('kubernetes')
    expect(find('free kubernetes').slice(0, some.length).toSorted()).toEqual(some.toSorted())
  })
})

describe('a misspelt word', () => {
  const { ids, ask } = directory([
    listing(1, { name: 'Harbour Pilot Console', tagline: 'Ships at a glance' }),
    listing(2, { name: 'Harbour', tagline: 'Pilot your console, pilot and all', votes: 9 }),
    listing(3, { name: 'Manga Shelf', tagline: 'Comics to read' }),
    ...Array.from({ length: 30 }, (_, i) =>
      listing(10 + i, { name: `Deed ${i}`, tagline: 'A manager of papers and pilots' }),
    ),
    listing(50, { name: 'Papyr', tagline: 'Reads feeds', keywords: ['feeds'] }),
    listing(51, { name: 'Vellum', tagline: 'Feeds in a window', keywords: ['feeds'] }),
  ])

  it('of a name leads to what is called so, before what has the words', () => {
    expect(ids('harbuor pilot console')[0]).toBe(1)
    expect(ids('harbour pilto console').slice(0, 2)).toEqual(ids('harbour pilot console').slice(0, 2))
    expect(ask('harbour pilto console').hints).toEqual({ did_you_mean: 'harbour pilot console' })
  })

  it('is another word where it is short and begins otherwise', () => {
    expect(ask('papers dilots').hints!.did_you_mean).toBe('papers pilots')
    expect(ask('papers qeed').hints!.left_out).toEqual(['qeed'])
  })

  it('is not taken for a form of a rare word that an edit makes a common one', () => {
    expect(ask('comics mangaer').hints!.did_you_mean).toBe('comics manager')
    expect(ids('for mangaer')).toContain(39)
  })

  it('is not one that has a reviewed name, whatever nobody here calls so', () => {
    const { ids, ask } = directory([
      listing(1, { name: 'Plough', tagline: 'A task manager' }),
      ...Array.from({ length: 30 }, (_, i) => listing(2 + i, { tagline: `A manager who teaches ${i}` })),
    ])
    expect(ask('gestionnaire de tâches').hints!.did_you_mean).toBeUndefined()
    expect(ids('gestionnaire de tâches')[0]).toBe(1)
  })

  it('is hardly one that several use', () => {
    const { ids } = directory([
      listing(1, { name: 'Isso', tagline: 'Comments' }),
      listing(2, { name: 'Porter', tagline: 'Sso for teams' }),
      listing(3, { name: 'Gate', tagline: 'Sso for shops' }),
    ])
    expect(new Set(ids('sso').slice(0, 2))).toEqual(new Set([2, 3]))
  })

  it('may be a name beside which others are asked for', () => {
    expect(ids('alternatives to papry')[0]).toBe(51)
  })
})

describe('what a misspelt word was taken as', () => {
  const { ids, database } = directory([
    listing(1, { name: 'Ledger Lane', tagline: 'Invoices for carpenters' }),
    listing(2, { name: 'Quillpay', tagline: 'Invoicing by post' }),
    listing(3, { name: 'Tallow', tagline: 'Sends bills' }),
    listing(4, { name: 'Copperplate', tagline: 'Papers in order', category_ids: [1] }),
    listing(5, { name: 'Sawhorse', tagline: 'An alternative to Ledger Lane' }),
    listing(6, { name: 'Nibs', tagline: 'Invoice printing' }),
  ])
  database.prepare('INSERT INTO categories(id, slug, name) VALUES (1, ?, ?)').run('c1', 'Invoicing')

  it('finds what that word finds, in its forms, by its other names and categories', () => {
    expect(ids('invoices').toSorted()).toEqual([1, 2, 3, 4, 6])
    expect(ids('invoises').toSorted()).toEqual([1, 2, 3, 4, 6])
  })

  it('asks for something else where that word does', () => {
    expect(ids('ledger lane alternitive')[0]).toBe(5)
  })
})

describe('of words that nothing has together', () => {
  const { ids, database } = directory([
    listing(1, { name: 'Weir', tagline: 'Floods' }),
    ...Array.from({ length: 60 }, (_, i) => listing(100 + i, { name: `Leaf ${i}`, tagline: 'Trees' })),
    ...Array.from('abcdefghij', (letter, i) =>
      listing(10 + i, { name: `Twig ${letter}`, tagline: 'Mapping', category_ids: [1] }),
    ),
  ])
  database.prepare('INSERT INTO categories(id, slug, name) VALUES (1, ?, ?)').run('c1', 'Mapping')

  it('the rarer of two is not the one left out, whatever is filed under the other', () => {
    expect(ids('flood mapping')[0]).toBe(1)
  })
})

it('a phrase is sought with its everyday words: a search engine is no engine', () => {
  const { ids } = directory([
    listing(1, { tagline: 'Rents engines for boats', votes: 90 }),
    ...Array.from({ length: 10 }, (_, i) => listing(10 + i, { tagline: 'Search engine for harbours' })),
  ])
  expect(ids('search engine')).toHaveLength(10)
  expect(ids('search engine')).not.toContain(1)
})

it('words that say nothing do not make a question longer, of which less would be enough', () => {
  const { ask } = directory([
    ...Array.from({ length: 293 }, (_, i) => listing(100 + i, { tagline: 'Trees' })),
    ...Array.from({ length: 7 }, (_, i) => listing(10 + i, { tagline: 'Berlin' })),
  ])
  expect(ask('xylograph in the berlin').total).toBe(5)
})

describe('something else than a name', () => {
  const { ids } = directory([
    listing(1, { name: 'Boxdrop', tagline: 'Captures the screen and shares it', category_ids: [1] }),
    ...Array.from({ length: 6 }, (_, i) =>
      listing(10 + i, { name: `Shutter ${i}`, tagline: 'Captures the screen', category_ids: [1], votes: 50 }),
    ),
    listing(2, { name: 'Attic', tagline: 'Keeps files, an alternative to Boxdrop', category_ids: [2] }),
    listing(3, { name: 'Loft', tagline: 'Keeps files on a server you host', category_ids: [2] }),
  ])

  it('is first what names itself beside it, whatever else is asked for', () => {
    expect(ids('boxdrop alternative that I host for orchards')[0]).toBe(2)
  })

  it('is not the name itself, whatever else is said that nothing has', () => {
    const { ids } = directory([
      listing(1, { name: 'Perch', tagline: 'Chat' }),
      listing(2, { name: 'Roost', tagline: 'Talk', description: 'Instead of Perch' }),
      listing(3, { name: 'Myself', tagline: 'Later, together, again, whole' }),
    ])
    expect(ids('perch alternative that I take with myself again')[0]).toBe(2)
  })

  it('is asked for by a filter beside a name that is not listed', () => {
    const { ids } = directory([
      listing(1, { name: 'Chit', tagline: 'Questionnaires', keywords: ['Askwell alternative'] }),
      listing(2, { name: 'Docket', tagline: 'Questionnaires, an alternative to Askwell' }),
      listing(3, { name: 'Slip', tagline: 'Questionnaires on paper' }),
      listing(4, { name: 'Anvil', tagline: 'Imports from Chit' }),
      listing(5, { name: 'Ream', tagline: 'Letters on vellum' }),
    ])
    expect(ids('open source askwell').toSorted()).toEqual([1, 2, 3])
    expect(ids('open source vellum')).toEqual([5])
  })

  it('is followed by what is like it where few have it', () => {
    const { ids } = directory([
      listing(1, { name: 'Chit', tagline: 'Questionnaires with branches' }),
      listing(2, { name: 'Slip', tagline: 'Questionnaires on paper' }),
      listing(3, { name: 'Anvil', tagline: 'Imports' }),
      listing(4, { name: 'Quire', tagline: 'Questionnaires, all you can ask', votes: 90 }),
    ])
    expect(ids('open source paper')).toEqual([2, 4, 1])
    expect(ids('paper')).toEqual([2])
  })

  it('may be like what names itself beside it', () => {
    expect(ids('boxdrop alternative')).toContain(3)
  })
})

describe('a long question', () => {
  const longer = Array.from({ length: 150 }, (_, i) => `filler${i}`).join(' ')
  const { ids } = directory([
    ...Array.from({ length: 210 }, (_, i) =>
      listing(100 + i, {
        name: `Thistle ${i}`,
        tagline: 'Beetles',
        description: 'Meadows and orchards',
        votes: 900,
      }),
    ),
    listing(6, { name: 'Fern', tagline: 'Owls' }),
    listing(7, { name: 'Sedge', tagline: 'Hedges and ponds' }),
    listing(1, { name: 'Moss', tagline: 'Snails', description: 'Meadows, orchards, hedges and ponds' }),
    listing(2, { name: 'Kelp', tagline: 'Boats', description: 'Lanterns and anchors' }),
    listing(3, { name: 'Reed', tagline: 'Boats', description: `Lanterns, anchors ${longer}`, votes: 900 }),
    listing(4, { name: 'Agenda', tagline: 'Notes on paper' }),
    listing(5, { name: 'Almanac', tagline: 'A calendar', category_ids: [1] }),
  ])

  it('finds what has most of it, however popular is what has two of its words', () => {
    expect(ids('which meadows, orchards, hedges, ponds and owls')[0]).toBe(1)
  })

  it('is not cut where nothing else has much of it', () => {
    const few = directory([
      listing(1, { name: 'Fern', tagline: 'Hedges, ponds, owls and larks' }),
      listing(2, { name: 'Reed', tagline: 'Wrens' }),
    ])
    expect(few.ids('hedges, ponds, owls, larks and wrens')).toEqual([1, 2])
  })

  it('is answered by a short text before a long one with the same words', () => {
    expect(ids('lanterns, anchors and harpoons of whalers').slice(0, 2)).toEqual([2, 3])
  })

  it('is not answered by what is merely called by one of its words, as a short one is', () => {
    const { ids, index } = directory([
      listing(1, { name: 'Heron', tagline: 'Boats' }),
      listing(2, { name: 'Reed', description: 'Owls and larks' }),
    ])
    index.putAll(Array.from({ length: 3000 }, (_, i) => [null, listing(10 + i, { tagline: 'Beetles' })]))
    expect(ids('heron, owls and wrens')[0]).toBe(1)
    expect(ids('heron, owls, larks and wrens of beetles')[0]).toBe(2)
  })

  it('is not answered by what is merely called by another word for it', () => {
    expect(ids('kalender')).toEqual([5, 4])
  })
})

describe('a category', () => {
  const { ids, database } = directory([
    listing(1, { name: 'Brook', tagline: 'Rivers', category_ids: [1] }),
    listing(2, { name: 'Abacus', tagline: 'Accounting for shops', category_ids: [3] }),
    ...Array.from({ length: 60 }, (_, i) =>
      listing(100 + i, { name: `Goose ${i}`, tagline: 'Barrels', category_ids: [2], votes: 50 }),
    ),
    listing(3, { name: 'Cask', tagline: 'Brewing for pubs', category_ids: [2] }),
    listing(4, { name: 'Vat', tagline: 'Brewing for inns', category_ids: [2] }),
    listing(5, {
      name: 'Pear',
      tagline: 'Cider for inns, pubs, farms, schools, choirs, clubs and bees',
      votes: 1,
    }),
    listing(6, { name: 'Plum', tagline: 'Cider for inns' }),
  ])
  const category = database.prepare('INSERT INTO categories(id, slug, name) VALUES (?, ?, ?)')
  category.run(1, 'c1', 'Water Accounting and River Basins')
  category.run(2, 'c2', 'Brewing')

  it('is meant the less the less of its name is asked for', () => {
    expect(ids('accounting')).toEqual([2, 1])
  })

  it('is meant where it says the very word, before one that says another form of it', () => {
    const { ids, database } = directory([
      listing(1, { name: 'Quire', tagline: 'Paper', category_ids: [1] }),
      listing(2, { name: 'Porter', tagline: 'Rooms', category_ids: [2] }),
    ])
    const category = database.prepare('INSERT INTO categories(id, slug, name) VALUES (?, ?, ?)')
    category.run(1, 'c1', 'E-books')
    category.run(2, 'c2', 'Booking')
    expect(ids('booking')).toEqual([2])
    expect(ids('book')).toEqual([1])
  })

  it('is led by what says its name too, however many there are', () => {
    expect(ids('brewing').slice(0, 2).toSorted()).toEqual([3, 4])
  })

  it('or none: a word says the more the fewer stand beside it', () => {
    expect(ids('cider')).toEqual([6, 5])
  })
})

describe('an answer', () => {
  it('says what it took words for, and which it left out', () => {
    expect(answer('kubernites dashboards').hints).toEqual({ did_you_mean: 'kubernetes dashboards' })
    expect(answer('kubernetes xqzvwj').hints).toEqual({ left_out: ['xqzvwj'] })
    expect(answer('bills clusters').hints!.left_out).toHaveLength(1)
    expect(answer('kubernetes').hints).toEqual({})
  })

  it.each([
    ['kubernetes dashboard', {}],
    ['k8s dashbord', { did_you_mean: 'k8s dashboards', also_looked_for: ['kubernetes'] }],
    ['k8s clusters', { also_looked_for: ['kubernetes'] }],
    ['paswords for teams', { did_you_mean: 'passwords for teams' }],
    ['Kubernetes 密码管理', { left_out: ['密码管理'] }],
    ['пароли kubernetes', { left_out: ['пароли'] }],
    ['free kubernetes', {}],
    ['tide vs gantry', {}],
    ['herd alternatives', {}],
    ['lock box', {}],
  ])('to %j says of its reading %j', (q, hints) => {
    expect(answer(q).hints).toEqual(hints)
  })
})

describe('stems', () => {
  it.each([
    ['invoices', 'invoicing'],
    ['conference', 'conferencing'],
    ['manager', 'management'],
    ['aggregation', 'aggregators'],
    ['planning', 'plans'],
    ['libraries', 'library'],
    ['organiser', 'organizing'],
    ['rechnung', 'rechnungen'],
    ['reseau', 'reseaux'],
    ['aplicacao', 'aplicacoes'],
    ['applicazione', 'applicazioni'],
    ['servidor', 'servidores'],
    ['wachtwoord', 'wachtwoorden'],
    ['пароль', 'паролей'],
  ])('join %s and %s', (one, other) => {
    expect(stem(one)).toBe(stem(other))
  })

  it.each([
    ['server', 'service'],
    ['paper', 'paste'],
    ['status', 'state'],
    ['screen', 'scree'],
    ['tokens', 'toke'],
    ['analysis', 'analyze'],
    ['日本語', '日本'],
  ])('keep %s and %s apart', (one, other) => {
    expect(stem(one)).not.toBe(stem(other))
  })
})
