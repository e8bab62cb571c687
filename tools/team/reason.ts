import { z } from 'zod'

/** Why the team does something: owners read it, and so does whoever looks at the record later. */
export const reason = z.string().trim().min(3).max(1000)
