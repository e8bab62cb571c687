// Shows a secret once, on a page that can be reloaded: a cookie carries it to the page, which deletes the cookie.
import { readCookie, hostCookie, setCookie, type OwnVisit, type Redirect } from '../visit.ts'

const seconds = 60
const name = 'once'

/** Redirects to the page that shows the secret; `of` is the name of its key or client. */
export function leadToSecret({ public_url }: OwnVisit, path: string, secret: string, of = ''): Redirect {
  const packed = Buffer.from(JSON.stringify([path, secret, of])).toString('base64url')
  return { redirect: path, cookies: [setCookie(public_url, name, packed, seconds)] }
}

export type Secret = { text: string; of: string; forget: string }

/** The secret just made for this page, and the cookie that deletes it. */
export function secretFor({ request, public_url }: OwnVisit, path: string): Secret | undefined {
  const packed = readCookie(request, hostCookie(public_url, name))
  if (packed === null) return undefined
  try {
    const [to, text, of] = JSON.parse(Buffer.from(packed, 'base64url').toString()) as string[]
    if (to !== path || typeof text !== 'string') return undefined
    return { text, of: String(of), forget: setCookie(public_url, name, '', 0) }
  } catch {
    return undefined
  }
}
