// Where a host can open a page for its person (URL elicitation, revision 2026-07-28), it is asked to open the checkout;
// the link is returned all the same. The second round of such a call gives the order as it then stands, and makes none.
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type ClientCapabilities,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Context, Tool } from '../tools/tool.ts'
import { presentOrder } from '../tools/orders/order_view.ts'
import type { Called } from './mcp_shortcut.ts'

const asksToPay = ({ name }: Pick<Tool, 'name'>) => name === 'create_checkout'

/** What the host is asked to do before the result is whole; null where it cannot, or where nothing is to be paid. */
export function offer(tool: Tool, { text, isError }: Called, ctx: ServerContext): InputRequiredResult | null {
  if (isError || !asksToPay(tool) || !opensPages(ctx)) return null
  const { number, checkout_url } = JSON.parse(text) as { number: string; checkout_url: string | null }
  if (checkout_url === null) return null
  const message = `Open the checkout page of order ${number}. You pay there, if you agree with what it says.`
  return inputRequired({
    inputRequests: { pay: inputRequired.elicitUrl({ message, url: checkout_url }) },
    // A name, not a secret: an order is only ever shown to whose it is.
    requestState: number,
  })
}

/** The order of the first round, as it stands now; null where this is no second round. */
export async function afterOffer(tool: Tool, ctx: ServerContext, context: Context): Promise<Called | null> {
  const state = asksToPay(tool) && opensPages(ctx) ? ctx.mcpReq.requestState() : undefined
  const { caller } = context
  if (typeof state !== 'string' || caller === null) return null
  const { orders } = context.storage
  const order = await orders.byNumber(caller.user_id, state)
  if (order === undefined) return null
  const view = await presentOrder(order, await orders.linesOf([order.id]), { ...context, caller })
  const said = inputResponse(ctx.mcpReq.inputResponses, 'pay')
  // Whoever says no to a page has not agreed to pay, and is not to be asked by another way.
  if (said.kind === 'elicit' && said.action !== 'accept')
    view.next_steps = view.next_steps.map((step) => ({
      ...step,
      why: `The person did not open the checkout page, so nothing is agreed. ${step.why}`,
    }))
  return { text: JSON.stringify(tool.output.parse({ ...view, cancelled: [] })), isError: false }
}

function opensPages({ mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined
  return capabilities?.elicitation?.url !== undefined
}
