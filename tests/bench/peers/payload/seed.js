// Makes the tables, fills them with the rows of the file given, and prints a key for the MCP endpoint.
import { readFileSync } from 'node:fs'
import { getPayload } from 'payload'
import config from './payload.config.js'

const payload = await getPayload({ config })
const user = await payload.create({
  collection: 'users',
  data: { email: 'bench@example.com', password: 'bench' },
})
for (const row of JSON.parse(readFileSync(process.argv[2], 'utf8')))
  await payload.create({ collection: 'listings', data: row, disableTransaction: true })
const apiKey = 'bench-key-bench-key-bench-key-bench-key'
await payload.create({
  collection: 'payload-mcp-api-keys',
  data: { user: user.id, label: 'bench', enableAPIKey: true, apiKey, listings: { find: true } },
})
process.exit(0)
