// Switches MCP on, makes the collection and fills it with the rows of the file given, over Directus's own REST.
import { readFileSync } from 'node:fs'

const url = `http://127.0.0.1:${process.env.PORT}`
const headers = { authorization: `Bearer ${process.env.ADMIN_TOKEN}`, 'content-type': 'application/json' }
async function send(method, path, body) {
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}
const field = (name, type = 'string', is_indexed = false) => ({
  field: name,
  type,
  schema: { is_indexed },
  meta: {},
})
await send('PATCH', '/settings', { mcp_enabled: true })
await send('POST', '/collections', {
  collection: 'listings',
  schema: {},
  meta: {},
  fields: [
    { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true }, meta: {} },
    field('slug', 'string', true),
    field('name', 'string', true),
    ...['url', 'tagline', 'pricing_model', 'country', 'status'].map((name) => field(name)),
    field('category', 'string', true),
    field('description', 'text'),
    field('votes', 'integer'),
  ],
})
const rows = JSON.parse(readFileSync(process.argv[2], 'utf8'))
for (let i = 0; i < rows.length; i += 100) await send('POST', '/items/listings', rows.slice(i, i + 100))
