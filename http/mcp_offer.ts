// If a host can open a page for its user (URL elicitation, revision 2026-07-28), it is asked to open the checkout; the
// link is in the result anyway. The second round of such a call returns the existing order and makes no new one.
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

/** The request to the host; null if it cannot open pages, or if there is nothing to pay. */
export function offer(tool: Tool, { text, isError }: Called, ctx: ServerContext): InputRequiredResult | null {
  if (isError || !asksToPay(tool) || !opensPages(ctx)) return null
  const { number, checkout_url } = JSON.parse(text) as { number: string; checkout_url: string | null }
  if (checkout_url === null) return null
  const message = `Open the checkout page of order ${number}. You pay there, if you agree with what it says.`
  return inputRequired({
    inputRequests: { pay: inputRequired.elicitUrl({ message, url: checkout_url }) },
    // An id, not a secret: an order is only ever shown to its buyer.
    requestState: number,
  })
}

/** The current state of the first round's order; null if this is no second round. */
export async function afterOffer(tool: Tool, ctx: ServerContext, context: Context): Promise<Called | null> {
  const state = asksToPay(tool) && opensPages(ctx) ? ctx.mcpReq.requestState() : undefined
  const { caller } = context
  if (typeof state !== 'string' || caller === null) return null
  const { orders } = context.storage
  const order = await orders.byNumber(caller.user_id, state)
  if (order === undefined) return null
  const view = await presentOrder(order, await orders.linesOf([order.id]), { ...context, caller })
  const said = inputResponse(ctx.mcpReq.inputResponses, 'pay')
  // A person who declines the page has not agreed to pay, and must not be asked in another way.
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
