/** What stands in a row on a page and is no feature of the product, and questions that nobody answers. */
import { describe, expect, it } from 'vitest'
import { draft, hero } from './mini_site.ts'

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
