// What the fixtures of the conformance suite are made of.
import {
  acceptedContent,
  inputRequired,
  type ContentBlock,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'

export type Answer<R> = R | InputRequiredResult

export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
export const image = { type: 'image' as const, data: png, mimeType: 'image/png' }

export const embedded = (uri: string, mimeType: string, text: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, mimeType, text },
})

export function ask(message: string, name: string, type: 'string' | 'boolean' = 'string') {
  const property = type === 'string' ? { type: 'string' as const } : { type: 'boolean' as const }
  return inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: property }, required: [name] },
  })
}

export function given(ctx: ServerContext, key: string, name: string): string | undefined {
  const value = acceptedContent(ctx.mcpReq.inputResponses, key)?.[name]
  return value === undefined ? undefined : String(value)
}
