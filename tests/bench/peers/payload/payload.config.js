import { sqliteAdapter } from '@payloadcms/db-sqlite'
import { mcpPlugin } from '@payloadcms/plugin-mcp'
import { buildConfig } from 'payload'
const text = (name, own = {}) => ({ name, type: 'text', ...own })
export default buildConfig({
  secret: 'bench-secret-bench-secret',
  telemetry: false,
  db: sqliteAdapter({ client: { url: 'file:./payload.db' }, push: true }),
  collections: [
    { slug: 'users', auth: true, fields: [] },
    {
      slug: 'listings',
      access: { read: () => true },
      fields: [
        text('slug', { index: true }),
        text('name', { index: true }),
        text('url'),
        text('tagline'),
        text('category', { index: true }),
        text('pricing_model'),
        text('country'),
        text('status'),
        { name: 'description', type: 'textarea' },
        { name: 'votes', type: 'number' },
      ],
    },
  ],
  admin: { disable: true },
  plugins: [
    mcpPlugin({
      collections: {
        listings: {
          enabled: { find: true, create: false, update: false, delete: false },
          description: 'Product listings',
        },
      },
    }),
  ],
})
