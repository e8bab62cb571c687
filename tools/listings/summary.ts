import { z } from 'zod'
import { claimMethods } from '../../storage/tables/claims.ts'

export const verified = z
  .object({ method: z.enum(claimMethods).nullable(), since: z.string() })
  .describe('How and when an owner proved control of its domain')

/** A listing as lists show it (2.2); null means that the company does not state it. */
export const listingSummary = z.object({
  slug: z.string(),
  name: z.string(),
  url: z.string().describe("The product's own website"),
  tagline: z.string().nullable(),
  category: z.string().describe('Slug of the primary category'),
  pricing_model: z.string().nullable(),
  country: z.string().nullable(),
  status: z.enum(['live', 'upcoming']),
  launch_week: z.string().nullable().describe('Its Monday'),
  votes: z.int(),
  verified: verified.nullable(),
})
