import { z } from 'zod'

/** The team's reason for an action: owners and later readers of the record see it. */
export const reason = z.string().trim().min(3).max(1000)
