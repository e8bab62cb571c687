// If-Match (RFC 9110 section 13.1.1): a write that is done only where what it changes still is as its sender read it.
import { Refusal } from '../tools/errors.ts'
import { readWithin, type Condition } from '../tools/run.ts'
import { pathNames, type Tool } from '../tools/tool.ts'
import { etagOf } from './etag.ts'

/** The operation that reads what this one writes: it stands at the same address. */
export const readingOf = (tool: Tool, tools: readonly Tool[]): Tool | undefined =>
  tools.find(({ http }) => http.method === 'GET' && http.path === tool.http.path)

/** A POST adds something or sets something going, and selects no representation: nothing is compared for it. */
export const takesIfMatch = ({ http }: Tool): boolean => http.method !== 'GET' && http.method !== 'POST'

/** The condition that a request puts, or nothing. Where nothing is read at the address, no ETag can match. */
export function conditionOf(request: Request, tool: Tool, tools: readonly Tool[]): Condition | undefined {
  const wanted = request.headers.get('if-match')
  if (wanted === null || !takesIfMatch(tool)) return undefined
  const reading = readingOf(tool, tools)
  return async (input, context) => {
    if (reading === undefined)
      throw new Refusal(
        'precondition_failed',
        'Nothing is read at this address, so no ETag stands for it. Leave If-Match out. Nothing was changed.',
      )
    const path = Object.fromEntries(pathNames(tool).map((name) => [name, input[name]]))
    const etag = etagOf(JSON.stringify(await readWithin(reading, path, context)))
    if (isAmong(etag, wanted)) return
    throw new Refusal(
      'precondition_failed',
      `It has changed since you read it, or the ETag is not of ${reading.name}. Nothing was changed: read it again.`,
      { next_steps: [{ tool: reading.name, arguments: path, why: 'Shows it as it is now, with its ETag' }] },
    )
  }
}

/** The strong comparison: a weak ETag matches nothing. */
const isAmong = (etag: string, wanted: string): boolean =>
  wanted.trim() === '*' || wanted.split(',').some((entry) => entry.trim() === etag)
