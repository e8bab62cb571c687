// What a single line may hold, wherever one is written.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { kinds } from '../../../tools/facts/kinds.ts'
import { draftEdits } from '../../../tools/drafts/edits.ts'
import add_milestone from '../../../tools/my_listings/add_milestone.ts'
import { listingEdits } from '../../../tools/my_listings/edits.ts'
import post_listing_update from '../../../tools/my_listings/post_listing_update.ts'
import set_founder_story from '../../../tools/my_listings/set_founder_story.ts'

const hostile = [
  'Pwn\u202eTool',
  'Pwn\u2066Tool',
  '\u0001Tool',
  'To\u000bol',
  '\u001b[31mTool',
  'Tool\ufffe',
  'Tool\u2028Bcc: ben',
  '\u200b\u200b',
  '\u3164',
  '\u2800',
  `Tool${'\u0301'.repeat(9)}`,
]
const usual = ['Zürich Tool™ 2', 'Zoë’s 日本語', '👩🏽‍💻 for teams', 'می‌خواهم', 'تطبيق\u200f (beta)', '']

const draft = z.object(draftEdits)
const listing = z.object(listingEdits)
const day = '2026-11-20'
const places: [string, z.ZodType, (line: string) => object][] = [
  ['the name of a draft', draft, (name) => ({ fields: { name } })],
  ['a feature of a draft', draft, (one) => ({ fields: { features: [one] } })],
  ['the name of a founder', draft, (name) => ({ founders: [{ name }] })],
  ['the title of a founder', draft, (title) => ({ founders: [{ name: 'Ana', title }] })],
  ['a milestone of a draft', draft, (title) => ({ milestones: [{ date: day, title }] })],
  ['the title for search engines', draft, (title) => ({ seo: { title } })],
  ['a question', draft, (question) => ({ faqs: [{ question, answer: 'Yes.' }] })],
  ['the headline of a story', draft, (title) => ({ story: { title } })],
  ['a tagline', listing, (tagline) => ({ fields: { tagline } })],
  ['a keyword', listing, (one) => ({ fields: { keywords: [one] } })],
  ['an update', post_listing_update.input, (title) => ({ listing_id: 1, title, body: 'New.' })],
  ['a milestone', add_milestone.input, (title) => ({ listing_id: 1, date: day, title })],
  ['the story', set_founder_story.input, (title) => ({ listing_id: 1, title })],
]

describe.each(places)('%s', (_, schema, input) => {
  it('is a line that can be shown', () => {
    expect(hostile.filter((line) => schema.safeParse(input(line)).success)).toEqual([])
    const refused = usual.filter((line) => line !== '' && !schema.safeParse(input(line)).success)
    expect(refused).toEqual([])
  })

  it('has spaces for line breaks', () => {
    const read = JSON.stringify(schema.parse(input(' Tool \r\nBcc: ben\tb ')))
    expect(read).toContain('"Tool Bcc: ben b"')
  })
})

it('makes lines of what a site or an older draft says, or asks for another', () => {
  expect(usual.map((line) => kinds.line.fault(line))).toEqual(usual.map(() => null))
  expect(kinds.line.kept('Tool\nfor teams')).toBe('Tool for teams')
  expect(hostile.filter((line) => kinds.line.kept(line) !== null || kinds.line.fault(line) === null)).toEqual(
    [],
  )
})
