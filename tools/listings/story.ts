// The founder story: what is shown of it, and what may be sent (2.10, 2.12).
import { z } from 'zod'
import { storyParts } from '../../storage/tables/listings.ts'
import { recordOf } from '../inputs.ts'

export const storySchema = z.object(recordOf(storyParts, () => z.string().optional()))
export const storyInput = z.strictObject(recordOf(storyParts, () => z.string().max(8000).optional()))
