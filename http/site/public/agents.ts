import searchListings from '../../../tools/listings/search_listings.ts'
import { html } from '../html.ts'
import { withLogos } from '../logos.ts'
import { agentsInMarkdown } from '../lists_in_markdown.ts'
import { counted, pageLinks } from '../parts.ts'
import { publicPage } from '../public_page.ts'
import { row } from '../standing.ts'
import { pageAsked } from '../visit.ts'

const lead =
  'The MCP server or the API of each of these answered when we last looked, at most a week ago. ' +
  'The newest come first: this is a list and no ranking, and nobody pays to be on it.'

/** Products that an agent can use. */
export const agents = publicPage({
  path: '/agents',
  query: ['page'],
  async load(visit) {
    const page = pageAsked(visit.query)
    const listed = await visit.call(searchListings, { agent_ready: true, sort: 'newest', page })
    return { ...listed, items: await withLogos(visit, listed.items) }
  },
  render: (listed) => ({
    title: 'Ready for agents',
    description: 'Products with an MCP server or an API of their own that answers.',
    body:
      listed.items.length === 0
        ? html`<h1>Ready for agents</h1>
            <p class="lead gap">
              No product has an MCP server or an API here that answered yet. Owners add theirs where they edit
              their listing.
            </p>`
        : html`<h1>${counted(listed.total, 'product')} ready for agents.</h1>
            <p class="lead gap">${lead}</p>
            <ul class="rows plain part">
              ${listed.items.map((item) => row(item, { side: null }))}
            </ul>
            ${pageLinks('/agents', new URLSearchParams({ page: String(listed.page) }), listed)}`,
  }),
  markdown: (listed, visit) => agentsInMarkdown(listed, lead, visit),
})
