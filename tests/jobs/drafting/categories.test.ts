// A category is chosen by what its name, its description and the listings filed in it say: right, or none.
import { describe, expect, it } from 'vitest'
import { tellingWords, usesIn } from '../../../storage/search/telling.ts'
import { draft } from './mini_site.ts'

const filed: [string, string[]][] = [
  [
    'Voice to Text',
    [
      'Dictate in any app and see your words typed.',
      'Speech recognition that transcribes meetings.',
      'Dictation with punctuation, offline.',
      'Transcribe speech with one key.',
    ],
  ],
  [
    'Accounting',
    [
      'Send invoices and track expenses.',
      'Bookkeeping and invoices for freelancers.',
      'Expenses, taxes and receipts.',
      'Ledger with invoices and receipts.',
    ],
  ],
  ['Miscellaneous', ['Odds and ends.', 'Something else for your desktop.', 'A tool of its own kind.']],
]
const words = tellingWords(filed.map(([name, texts]) => ({ name, description: null, uses: usesIn(texts) })))
const categories = filed.map(([name], at) => ({
  slug: name.toLowerCase().replaceAll(' ', '-'),
  name,
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

  it('is none where the page never says a word of its name, or speaks of two as much', () => {
    expect(
      chosen('<h1>Invoices and receipts</h1><p>Send invoices, track expenses and receipts.</p>'),
    ).toEqual([])
    expect(
      chosen(
        '<h1>Voice and text accounting</h1><p>Dictate invoices: speech recognition transcribes receipts and expenses.</p>',
      ),
    ).toEqual([])
  })

  it('is never one whose name says nothing', () => {
    expect(chosen('<h1>Miscellaneous odds and ends</h1><p>Something else of its own kind.</p>')).toEqual([])
  })
})
