// Reads request bodies completely, with limits on their length and on how much is in transit at once.
import type { ServerRequest } from 'srvx'
import { Refusal } from '../tools/errors.ts'
import { refusing } from '../tools/faults.ts'
import { addressOf } from './request.ts'
import { holdBytes } from './unfinished.ts'

const maxBodyBytes = 1_048_576

/** The whole body as text, refused as soon as its size exceeds the limit. */
export async function bodyText(request: Request, longest = maxBodyBytes): Promise<string> {
  if ((request.headers.get('content-encoding') ?? 'identity') !== 'identity')
    throw new Refusal('unsupported_media_type', 'Send the body as it is, without Content-Encoding.')
  const bytes = await bodyBytes(request, longest, () => tooLarge(longest))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refusing([{ pointer: '', code: 'invalid_encoding', message: 'The body is not valid UTF-8.' }])
  }
}

/**
 * The whole body, read straight from the socket: the web stream costs a tenth of an MCP call. The rest of a refused
 * body stays unread, and the connection open for the answer.
 */
export async function bodyBytes(
  request: Request,
  longest: number,
  tooLarge: () => Refusal,
): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > longest) throw tooLarge()
  const socket = (request as ServerRequest).runtime!.node!.req
  const chunks: Uint8Array[] = []
  const held = holdBytes(addressOf(request))
  let bytes = 0
  try {
    for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength
      if (bytes > longest) throw tooLarge()
      held.add(chunk.byteLength)
      chunks.push(chunk)
    }
  } catch (error) {
    // They hung up: nobody reads the answer, and the fault is not ours.
    if (error instanceof Refusal || socket.complete) throw error
    throw refusing([{ pointer: '', code: 'malformed', message: 'The body ended early. Send it again.' }])
  } finally {
    held.release()
  }
  return Buffer.concat(chunks)
}

function tooLarge(longest: number): Refusal {
  return new Refusal('content_too_large', `The body is larger than ${longest} bytes. Send less at a time.`)
}

/** More values than any operation accepts: validating unknown values costs twenty times as much as parsing them. */
export const mostValues = 1000

const [quote, backslash, comma, list, object] = [...'"\\,[{'].map((one) => one.charCodeAt(0))

/** The number of values in a JSON text, counted by commas and brackets before parsing. */
export function valuesIn(text: string): number {
  let count = 0
  let isInText = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) isInText = !isInText
    else if (isInText) at += code === backslash ? 1 : 0
    else if (code === comma || code === list || code === object) count += 1
  }
  return count
}

export function parseJson(text: string): unknown {
  if (valuesIn(text) > mostValues)
    throw new Refusal(
      'content_too_large',
      `The body holds more than ${mostValues} values. Send less at a time.`,
    )
  try {
    return JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    const at = /position (\d+)/.exec(message)?.[1]
    const where =
      at !== undefined
        ? `see character ${Number(at) + 1}`
        : message.startsWith('Unexpected end')
          ? 'it ends too early'
          : 'it contains something that is not a JSON value'
    throw refusing([
      { pointer: '', code: 'malformed_json', message: `The body is not valid JSON: ${where}.` },
    ])
  }
}
