// People with browsers: a cookie jar, forms filled in as the page shows them, and their mail.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { createKey } from '../../auth/api_keys.ts'
import { scopes as allScopes, type Scope } from '../../auth/scopes.ts'
import type { Service } from './service.ts'

export type Browser = {
  cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<Seen>
  /** Sends a form; Origin is our own unless given, or left out when null. */
  post(path: string, fields: Fields, headers?: Record<string, string | null>): Promise<Seen>
  /** Fills in the form that posts to the path, hidden fields included, and sends it. */
  submit(seen: Seen, action: string, fields?: Fields): Promise<Seen>
  /** The same with a file, under the name it has on their machine. */
  upload(seen: Seen, action: string, file: Uint8Array, more?: UploadDetails): Promise<Seen>
}
type UploadDetails = { name?: string; type?: string; fields?: Fields; headers?: Record<string, string> }
type Fields = Record<string, string | string[]> | [string, string][]
export type Seen = { status: number; headers: Headers; location: string | null; text: string }

export function openBrowser(service: Pick<Service, 'url'>): Browser {
  const cookies = new Map<string, string>()

  async function visit(path: string, init: RequestInit): Promise<Seen> {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const url = new URL(path, service.url)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      if (/max-age=0/i.test(cookie)) cookies.delete(name!)
      else cookies.set(name!, value!)
    }
    const location = response.headers.get('location')
    return { status: response.status, headers: response.headers, location, text: await response.text() }
  }

  const browser: Browser = {
    cookies,
    get: (path, headers = {}) => visit(path, { headers }),
    post(path, fields, headers = {}) {
      const sent = { origin: service.url, ...headers }
      return visit(path, {
        method: 'POST',
        body: new URLSearchParams(pairs(fields)),
        headers: Object.entries(sent).filter((pair): pair is [string, string] => pair[1] !== null),
      })
    },
    submit(seen, action, fields = {}) {
      return browser.post(action, [...hiddenFields(seen.text, action), ...pairs(fields)])
    },
    upload(seen, action, file, { name = 'a.png', type = 'image/png', fields = {}, headers = {} } = {}) {
      const body = new FormData()
      for (const pair of [...hiddenFields(seen.text, action), ...pairs(fields)]) body.append(...pair)
      body.append('picture', new Blob([new Uint8Array(file)], { type }), name)
      return visit(action, { method: 'POST', body, headers: { origin: service.url, ...headers } })
    },
  }
  return browser
}

function pairs(fields: Fields): [string, string][] {
  if (Array.isArray(fields)) return fields
  return Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  )
}

/** The hidden fields of the form with this action, as the page shows it. */
export function hiddenFields(page: string, action: string): [string, string][] {
  const forms = page.split('<form').slice(1)
  const form = forms.find((one) => unescaped(/action="([^"]*)"/.exec(one)?.[1] ?? '') === action)
  if (form === undefined) throw new Error(`The page has no form for ${action}:\n${page}`)
  const inputs = form
    .split('</form>')[0]!
    .matchAll(/<input\s+type="hidden"\s+name="([^"]*)"\s+value="([^"]*)"/g)
  return [...inputs].map((match): [string, string] => [unescaped(match[1]!), unescaped(match[2]!)])
}

export function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}

/** The mails written to the data folder, oldest first. */
export async function mailbox(service: Pick<Service, 'folder' | 'worker'>): Promise<Email[]> {
  await service.worker.idle()
  const folder = join(service.folder, 'mail')
  const files = readdirSync(folder, { withFileTypes: true })
    .map(({ name }) => name)
    .sort((a, b) => Number(/-(\d+)\.eml$/.exec(a)![1]) - Number(/-(\d+)\.eml$/.exec(b)![1]))
  return Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))))
}

/** The link in the newest mail to this address. */
export async function mailedLink(service: Pick<Service, 'folder' | 'worker'>, email: string): Promise<URL> {
  const mails = await mailbox(service)
  const mail = mails.findLast(({ to }) => to?.[0]?.address === email)
  if (mail === undefined) throw new Error(`There is no mail to ${email}`)
  return new URL(/https?:\/\/\S+/.exec(mail.text!)![0])
}

/** Signs in the way people do: address, mail, link, button. Returns the browser and where it was led. */
export async function signIn(
  service: Service,
  email: string,
  { return_to = '/account', browser = openBrowser(service) }: { return_to?: string; browser?: Browser } = {},
): Promise<{ browser: Browser; location: string }> {
  const asked = await browser.post('/sign-in', { email, return_to })
  if (asked.status !== 200) throw new Error(`Asking for a link gave ${asked.status}: ${asked.text}`)
  const link = await mailedLink(service, email)
  const page = await browser.get(link.pathname + link.search)
  const done = await browser.submit(page, '/sign-in/link')
  if (done.status !== 303) throw new Error(`Using the link gave ${done.status}: ${done.text}`)
  return { browser, location: done.location! }
}

/** A person who was here before, and a key of theirs. */
export async function keyFor(
  service: Pick<Service, 'storage' | 'clock'>,
  email: string,
  scopes: readonly Scope[] = allScopes,
): Promise<{ user_id: number; key: string }> {
  return service.storage.write(async (storage) => {
    const now = service.clock.now
    const { id } = await storage.users.ensure(email, now.toISOString())
    const key = await createKey(storage, { user_id: id, name: 'Tests', scopes, expires_at: null, now })
    return { user_id: id, key: key! }
  })
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}
