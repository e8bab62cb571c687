// A secret is shown once, on a page that can be loaded again: the browser brings it along to the page, which forgets it.
import { readCookie, hostCookie, setCookie, type OwnVisit, type Redirect } from '../visit.ts'

const seconds = 60
const name = 'once'

/** Leads on to the page, which shows the secret; `of` says whose it is. */
export function leadToSecret({ public_url }: OwnVisit, path: string, secret: string, of = ''): Redirect {
  const packed = Buffer.from(JSON.stringify([path, secret, of])).toString('base64url')
  return { redirect: path, cookies: [setCookie(public_url, name, packed, seconds)] }
}

export type Secret = { text: string; of: string; forget: string }

/** The secret that was made for this page a moment ago, and the cookie that forgets it. */
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
