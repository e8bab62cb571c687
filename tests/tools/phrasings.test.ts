// Whether the right tool is found by the words that people use. Hosts with many tools search their texts: names,
// descriptions, and those of the arguments. Which search is the host's matter; this one is the plainest there is.
import { expect, it } from 'vitest'
import { toolsListed } from '../../http/advertised.ts'
import { catalog } from '../../tools/catalog.ts'

/** What somebody asks for, and the tools of which any is right. */
const asked: [string, ...string[]][] = [
  ['which project management apps are listed here', 'search_listings'],
  ['find a free invoicing tool from Germany', 'search_listings'],
  ['products that have an MCP server I can call', 'search_listings'],
  ['only show products with a proven owner', 'search_listings'],
  ['what does this product do and what does it cost', 'get_listing'],
  ['show me the full page of one startup', 'get_listing'],
  ['who competes with this product', 'get_alternatives'],
  ['similar tools to use instead', 'get_alternatives'],
  ['A versus B: what are the differences', 'compare_listings'],
  ['put two products side by side', 'compare_listings'],
  ['which industries and topics are there', 'list_categories'],
  ['tree of categories', 'list_categories'],
  ['everything in the niche of status pages', 'get_category', 'search_listings'],
  ['what launched last week', 'get_launch_week', 'list_launches'],
  ['calendar of scheduled launches', 'get_launch_week', 'list_launches'],
  ['what is trending today', 'list_launches'],
  ['newest products', 'list_launches', 'search_listings'],
  ['who leads the ranking this week', 'get_leaderboard', 'get_launch_week'],
  ['top products by revenue', 'get_leaderboard'],
  ['founders from Portugal', 'list_founders'],
  ['who is this maker, and what else have they built', 'get_founder'],
  ['news and articles of the blog', 'list_blog_posts'],
  ['read this blog article', 'get_blog_post'],
  ['which products won a prize', 'list_awards'],
  ['embed code of a badge for my homepage', 'get_badges'],
  ['who am I signed in as', 'get_account'],
  ['what is my API key allowed to do', 'get_account'],
  ['add my startup to the directory', 'submit_listing'],
  ['make a listing from my website', 'submit_listing'],
  ['continue an unfinished submission', 'list_my_drafts', 'get_draft'],
  ['is my draft ready, and what is missing', 'get_draft'],
  ['change the tagline of my draft', 'update_draft'],
  ['lock a field so that the AI does not overwrite it', 'update_draft'],
  ['invite my cofounder by email', 'invite_cofounder'],
  ['save the draft as a listing', 'submit_draft'],
  ['which listings do I own', 'list_my_listings'],
  ['why is my listing not live yet', 'get_my_listing'],
  ['correct the price on my page', 'update_my_listing'],
  ['tell my followers what is new', 'post_listing_update'],
  ['add that we reached 1000 customers to our history', 'add_milestone'],
  ['remove an event from our history', 'delete_milestone'],
  ['write how and why we began', 'set_founder_story'],
  ['answer the questions of the interview', 'answer_interview', 'list_interview_questions'],
  ['launch without paying', 'choose_free_listing'],
  ['take over the page of my own company', 'claim_listing'],
  ['I have added the DNS record, check it', 'verify_claim'],
  ['status of my request to own a page', 'list_my_claims', 'claim_listing'],
  ['how much would a paid launch cost with VAT', 'quote_order', 'list_products'],
  ['buy a launch and give me the link to pay', 'create_checkout'],
  ['my invoices and receipts', 'list_my_orders', 'get_order'],
  ['has my order been paid', 'get_order', 'list_my_orders'],
  ['which sentence of their website proves this fact', 'get_listing_evidence'],
  ['which paid options are there', 'list_products'],
  ['is this badge real or made up', 'verify_award'],
  ['check that this award still stands', 'verify_award'],
  ['everybody who ever came first', 'list_trophies'],
  ['rules and board of the themed season', 'get_programme'],
  ['trophy cabinet of this maker', 'list_trophies'],
  ['contact address of the site team', 'get_site_info'],
]

const words = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.length > 3 ? word.replace(/(?:ies|y)$/, 'i').replace(/(?:ing|ed|es|s|e)$/, '') : word,
  )

function textOf(schema: object): string {
  return Object.entries(schema)
    .flatMap(([key, value]) => {
      if (key === 'properties')
        return Object.entries(value as object).map(
          ([name, one]) => `${name.replaceAll('_', ' ')} ${textOf(one)}`,
        )
      if (key === 'description') return [String(value)]
      return typeof value === 'object' && value !== null ? [textOf(value as object)] : []
    })
    .join(' ')
}

const documents = toolsListed(catalog).tools.map(({ name, title, description, inputSchema }) => {
  const all = words(`${name.replaceAll('_', ' ')} ${title} ${description} ${textOf(inputSchema)}`)
  return { name, length: all.length, counts: Map.groupBy(all, (word) => word) }
})
const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length

/** The tools by BM25, the nearest first. */
function found(text: string): string[] {
  const wanted = new Set(words(text))
  const scored = documents.map(({ name, length, counts }) => {
    const score = [...wanted].reduce((sum, word) => {
      const having = documents.filter((one) => one.counts.has(word)).length
      const times = counts.get(word)?.length ?? 0
      const weight = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5))
      return sum + (weight * times * 2.5) / (times + 1.5 * (0.25 + (0.75 * length) / average))
    }, 0)
    return { name, score }
  })
  return scored.sort((one, other) => other.score - one.score).map(({ name }) => name)
}

it('finds the right tool among the first three for nine requests in ten', () => {
  const missed = asked.filter(
    ([text, ...right]) =>
      !found(text)
        .slice(0, 3)
        .some((name) => right.includes(name)),
  )
  expect(missed.length / asked.length, missed.map(([text]) => text).join('\n')).toBeLessThanOrEqual(0.1)
})

it('asks for every tool at least once', () => {
  const sought = new Set(asked.flatMap(([, ...right]) => right))
  expect(documents.map(({ name }) => name).filter((name) => !sought.has(name))).toEqual([])
})

it('describes every parameter, nested ones too', () => {
  const bare: string[] = []
  const visit = (at: string, schema: Record<string, unknown>): void => {
    for (const [name, one] of Object.entries((schema.properties ?? {}) as Record<string, typeof schema>)) {
      if (typeof one.description !== 'string') bare.push(`${at}.${name}`)
      visit(`${at}.${name}`, one)
    }
    for (const inner of [schema.items, schema.additionalProperties].filter((one) => typeof one === 'object'))
      visit(at, inner as typeof schema)
  }
  for (const { name, inputSchema } of toolsListed(catalog).tools) visit(name, inputSchema)
  expect(bare).toEqual([])
})
