import { z } from 'zod'
import { defineTool } from '../tool.ts'

export default defineTool({
  name: 'list_interview_questions',
  title: 'Interview questions',
  description: 'Lists the questions that the founder interview (Q&A) would ask you, in their order.',
  scope: 'public',
  http: { method: 'GET', path: '/interview-questions' },
  tag: 'Directory',
  input: z.strictObject({}),
  output: z.object({
    items: z.array(z.object({ id: z.int(), question: z.string(), hint: z.string().nullable() })),
  }),
  async handler(_input, { storage }) {
    return { items: await storage.founders.questions() }
  },
})
