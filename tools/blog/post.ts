import { z } from 'zod'

/** A blog post as lists show it (2.7). */
export const postSummary = z.object({
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  author: z.string(),
  tags: z.array(z.string()),
  published_at: z.string(),
})
