// If-Match (RFC 9110 section 13.1.1): a write happens only if the resource is still as its sender read it.
import { Refusal } from '../tools/errors.ts'
import { readWithin, type Condition } from '../tools/run.ts'
import { pathNames, type Tool } from '../tools/tool.ts'
import { etagOf } from './etag.ts'

/** The operation that reads what this one writes: the GET at the same path. */
export const readingOf = (tool: Tool, tools: readonly Tool[]): Tool | undefined =>
  tools.find(({ http }) => http.method === 'GET' && http.path === tool.http.path)

/** A POST adds or starts something and has no representation to compare, so it ignores If-Match. */
export const takesIfMatch = ({ http }: Tool): boolean => http.method !== 'GET' && http.method !== 'POST'

/** The condition of a request, or undefined. If the address cannot be read, no ETag can match. */
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
