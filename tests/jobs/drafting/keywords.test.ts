// Keywords and tags: what a product calls itself, and the words of what it says it is.
import { describe, expect, it } from 'vitest'
import { extractProfile } from '../../../jobs/drafting/extract.ts'
import { readPage } from '../../../jobs/drafting/page/read_page.ts'
import { checkEvidence } from '../../../jobs/drafting/proof/evidence.ts'
import type { Category } from '../../../jobs/drafting/profile.ts'
import { draft, hero, home } from './mini_site.ts'

const invoicing = {
  slug: 'invoicing',
  name: 'Invoicing',
  parent: null,
  words: '@invoice 5.1 invoic 5.1 bill 3.0',
}

describe('keywords and tags', () => {
  it('are neither the name nor what every site has', () => {
    const head = '<meta name="keywords" content="Tide, download, harbour billing, team billing">'
    expect(draft({ '/': hero }, [], head).keywords.map(({ value }) => value)).toEqual([
      'harbour billing',
      'team billing',
    ])
  })
  it('are words of what the head of the page says, and not of what is said further down', () => {
    const said =
      '<h2>More</h2><p>A recipe, a recipe and a recipe.</p><p>Recipes by mail.</p><p>One recipe.</p><p>Your recipes.</p>'
    const body = `${hero}${'<p>Calm.</p>'.repeat(5)}${said}`
    expect(draft({ '/': body }, [invoicing]).tags.map(({ value }) => value)).toEqual(['invoices'])
  })
  it('are of the kinds that its category speaks of, and none where it has no category', () => {
    const body = `${hero}<p>Short films show how. Each film shows an invoice.</p>`
    const tagsOf = (categories: Category[]) => draft({ '/': body }, categories).tags.map(({ value }) => value)
    expect(tagsOf([invoicing])).toEqual(['invoices'])
    expect(tagsOf([])).toEqual([])
  })
})

describe('what a product calls itself', () => {
  const called = (body: string) =>
    draft({ '/': `<h1>Tide</h1>${body}` }).keywords.map(({ value }) => value.toLowerCase())
  it.each([
    ['<p>A small soil sensor that speaks plant.</p>', ['soil sensor']],
    ['<p>Das Nachtlicht, das mitatmet.</p>', ['nachtlicht']],
    ['<p>Calm.</p><p>Tide is a firing diary for potters.</p>', ['firing diary', 'potters']],
    ['<p>A gate sensor without any wires.</p>', ['gate sensor']],
    // Not something that it has, what may be anything, or what there is not.
    ['<p>Calm.</p><p>The base station sits in the hall.</p>', []],
    ['<p>An app that counts for you.</p>', []],
    ['<p>A gate latch for farms is not planned.</p>', []],
    ['<p>Le perce-mur du voisin, sans la gêne.</p>', []],
  ])('in %s', (body, wanted) => {
    expect(called(body)).toEqual(wanted)
  })
})

describe('what a title says it is', () => {
  function tagsOf(title: string, description: string, lang = 'en'): string[] {
    const head = `<title>${title}</title><meta name="description" content="${description}">`
    const html = `<html lang="${lang}"><head>${head}</head><body><h1>Tide</h1><p>${description}</p><p>${title}</p></body></html>`
    const pages = [readPage({ url: home, html, fetched_at: '' })]
    const known = { start_url: home, categories: [] }
    return checkEvidence(extractProfile(pages, known), pages, known).tags.map(({ value }) => value)
  }
  it.each([
    ['Tide – Shift planning for care homes', '', ['shift planning']],
    ['Rostering for wards | Tide', '', ['rostering']],
    ['Tide', 'Turlista för bygdens ved.', ['turlista']],
    ['Tide', 'CSV merging for people who dread it.', ['CSV merging']],
    ['Tide | Cold Chain Assurance', 'Cold rooms, kept cold.', ['cold chain assurance']],
    ['Tide – Sleep Like Nobody', 'A bed.', ['bed']],
    ['Tide – Mornings unlocked', 'A bed.', ['bed']],
    ['Tide', 'Tide sends invoices for small firms.', []],
    ['Tide', 'A tool for everybody.', []],
    ['Tide | Prise de notes', '', []],
    ['Tide', 'Works for everybody with a boat.', []],
    ['Tide | Made with care for boats', '', ['boats']],
    // For whom it is, where they are several and not anybody.
    ['Tide – An exposure diary for film photographers', '', ['exposure diary', 'film photographers']],
    ['Tide – A clock for the wall', '', ['clock']],
    ['Tide – Software for three villages', '', []],
    ['Tide – Notes for small firms', '', ['notes']],
    ['Tide', 'A hand grinder built for campers.', ['hand grinder', 'campers']],
    ['Tide – Read your logs for good', '', []],
    ['Tide – out now on PC, Mac and Linux', 'A cosy game.', ['cosy game']],
    ['Tide', 'Tide is a static site generator.', ['static site generator']],
    ['The Lamp: a desk timer with no screen | Tide', '', ['desk timer']],
    ['Tide – the kitchen timer you can feel', '', ['kitchen timer']],
    // What is said behind "that" denies nothing of the thing; what is said of the thing itself does.
    ['Tide – a firing notebook that does not burn', '', ['firing notebook']],
    ['Tide', 'A firing notebook is not planned.', []],
    ['Tide – comment boxes for WordPress', '', ['comment boxes', 'WordPress']],
    ['Tide ｜本の一行を残す読書記録アプリ', '', ['読書記録アプリ']],
    ['Tide ｜名前を変えるフリーソフト', '', []],
  ])('is a tag: %s %s', (title, description, tags) => {
    expect(tagsOf(title, description)).toEqual(tags)
  })
  it.each([
    ['Tide – das Bautagebuch fürs Handwerk', ['Bautagebuch', 'Handwerk']],
    ['Tide – die Auftragsmappe, die mitdenkt', ['Auftragsmappe']],
    // A name that stands behind no article is somebody's.
    ['Tide – ein Heft wie Sevdesk', ['Heft']],
  ])('is a noun of German: %s', (title, tags) => {
    expect(tagsOf(title, `${title.slice(7)}.`, 'de')).toEqual(tags)
  })
})
