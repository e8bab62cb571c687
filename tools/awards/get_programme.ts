import { z } from 'zod'
import { slug } from '../inputs.ts'
import { defineTool } from '../tool.ts'
import { programmeOr404 } from './programme.ts'

const most = 100

export default defineTool({
  name: 'get_programme',
  title: 'Read a programme',
  description:
    'Returns a themed season of launch weeks: rules, what takes part, and its board by the votes of each in its own week.',
  scope: 'public',
  http: { method: 'GET', path: '/programmes/{slug}' },
  tag: 'Directory',
  input: z.strictObject({ slug }),
  output: z.object({
    slug: z.string(),
    title: z.string(),
    text: z.string(),
    from_week: z.string(),
    to_week: z.string().describe('Its last Monday'),
    entry: z.string(),
    board: z.array(z.object({ place: z.int(), votes: z.int(), slug: z.string() })),
    to_launch: z.array(z.string()),
  }),
  example: { slug: 'neighbours' },
  async handler({ slug }, { storage, site }) {
    const programme = await programmeOr404(slug, { storage, site })
    const { title, text, from_week, to_week, entry } = programme
    const board = await storage.programmes.board(programme, most)
    return {
      ...{ slug, title, text, from_week, to_week, entry },
      board: board.map(({ slug, votes }, at) => ({ place: at + 1, votes, slug })),
      to_launch: (await storage.programmes.toCome(programme, most)).map(({ slug }) => slug),
    }
  },
})
