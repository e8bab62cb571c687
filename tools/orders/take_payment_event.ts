import { z } from 'zod'
import { defineAction } from '../action.ts'
import { Refusal } from '../errors.ts'
import { takeIn } from './take_in.ts'

/** A webhook of the payment provider. The signature covers the exact bytes, so nothing may parse them before. */
export const takePaymentEvent = defineAction({
  name: 'take_payment_event',
  by: 'anyone',
  input: z.strictObject({ body: z.string(), signature: z.string() }),
  async gather({ body, signature }, { payments, now }) {
    const event = await payments!.read(body, signature, now)
    if (event !== null) return event
    throw new Refusal(
      'invalid_input',
      'The signature does not come from the payment provider, or it is too old.',
    )
  },
  handler: async (_input, context, event) => ({
    ...{ event: event.id, type: event.type },
    taken: await takeIn(context.storage, event, context),
  }),
})
