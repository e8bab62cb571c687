import { z } from 'zod'
import { namedSlug } from '../listings/profile.ts'
import { defineTool } from '../tool.ts'

export default defineTool({
  name: 'get_site_info',
  title: 'About this directory',
  description:
    'Says what this directory is and does, how big it is (live listings, categories), and where its ' +
    'API reference, OpenAPI file and MCP server are; contact address of its team.',
  scope: 'public',
  http: { method: 'GET', path: '/site' },
  tag: 'Directory',
  input: z.strictObject({}),
  output: z.object({
    name: z.string(),
    purpose: z.string(),
    url: z.string(),
    live_listings: z.int(),
    categories: z.int(),
    api_url: z.string(),
    docs_url: z.string(),
    openapi_url: z.string(),
    mcp_url: z.string(),
    llms_txt_url: z.string(),
    programmes: z.array(namedSlug).describe('For get_programme'),
    contact_email: z.string().nullable().describe('Of the site team'),
  }),
  async handler(_input, { storage, site, public_url, contact_email }) {
    return {
      name: site.name,
      purpose: site.purpose,
      url: public_url,
      live_listings: await storage.listings.liveCount(site.id),
      categories: await storage.categories.count(),
      api_url: `${public_url}/api/v1`,
      docs_url: `${public_url}/docs`,
      openapi_url: `${public_url}/api/v1/openapi.json`,
      mcp_url: `${public_url}/mcp`,
      llms_txt_url: `${public_url}/llms.txt`,
      programmes: (await storage.programmes.all(site.id)).map(({ slug, title }) => ({ slug, name: title })),
      contact_email,
    }
  },
})
