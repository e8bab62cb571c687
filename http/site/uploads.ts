// Forms with a file. The whole body is limited and held in memory; the file's name and claimed type
// are ignored.
import { Refusal } from '../../tools/errors.ts'
import { refusing } from '../../tools/faults.ts'
import { bodyBytes } from '../body.ts'

/** Bytes for the fields beside the file, and for the boundaries. */
const room_for_fields = 32_768
const most_parts = 20

type Upload = { form: URLSearchParams; file: Uint8Array }

export const bringsFile = (request: Request): boolean =>
  /^multipart\/form-data\s*;/i.test(request.headers.get('content-type') ?? '')

/** The fields of the form, and its one file; empty if none was chosen. */
export async function receiveUpload(request: Request, longest: number): Promise<Upload> {
  const type = request.headers.get('content-type')!
  const body = await bodyBytes(request, longest + room_for_fields, () => tooLarge(longest))
  // The only parameter, so that the parser below cannot see another one.
  const boundary = /^[^;]*;\s*boundary="?([\w'()+,./:=? -]{1,70}?)"?\s*$/i.exec(type)?.[1]
  if (boundary === undefined || partsIn(body, boundary) > most_parts) throw malformed()
  const parts = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw malformed()
  })
  const form = new URLSearchParams()
  let file: Uint8Array = new Uint8Array()
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else if (value.size > 0) file = new Uint8Array(await value.arrayBuffer())
  }
  return { form, file }
}

const tooLarge = (longest: number) =>
  new Refusal(
    'content_too_large',
    `This file is too large: at most ${Math.floor(longest / 1_048_576)} MB. Go back and choose a smaller one.`,
  )

function partsIn(body: Buffer, boundary: string): number {
  let count = 0
  for (let at = body.indexOf(`--${boundary}`); at >= 0; at = body.indexOf(`--${boundary}`, at + 1)) count += 1
  return count
}

function malformed(): Refusal {
  return refusing([
    { pointer: '', code: 'malformed', message: 'The form did not arrive whole. Go back and send it again.' },
  ])
}
