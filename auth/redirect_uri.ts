// Which redirect URIs are allowed. They are compared as text, without any normalisation.
type Loopback = { host: string; port: string; rest: string }

/** RFC 8252 section 7.3; localhost is accepted too, because hosts use it. */
function loopback(uri: string): Loopback | null {
  const match = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::(\d{1,5}))?((?:\/[^\s\\#]*)?)$/.exec(uri)
  if (match === null || Number(match[2] ?? 80) > 65_535) return null
  return { host: match[1]!, port: match[2] ?? '', rest: match[3]! }
}

export function isLoopback(uri: string): boolean {
  return loopback(uri) !== null
}

/** https anywhere, http on this machine; nothing that a browser would run or misread. */
export function mayRegister(uri: string): boolean {
  if (uri.length > 2000 || /[^\x21-\x7e]/.test(uri) || /[\\#]/.test(uri)) return false
  if (loopback(uri) !== null) return true
  const url = URL.parse(uri)
  return (
    url !== null &&
    /^https:\/\//.test(uri) &&
    /^(?:[\w.-]+|\[[\da-f:]+\])$/.test(url.hostname) &&
    url.username === '' &&
    url.password === ''
  )
}

/**
 * A URI with an application's own scheme (cursor://…). Any application may claim that scheme, so none is registered;
 * hosts list them beside other URIs, and are not refused for it.
 */
export function opensApplication(uri: string): boolean {
  return /^(?!(?:https?|wss?|ftp|file|data|blob|about|filesystem|javascript|vbscript):)[a-z][a-z0-9+.-]*:\/[\x21-\x7e]{1,2000}$/i.test(
    uri,
  )
}

/** Exact comparison, except for the port of a loopback address, which the client's system chooses (RFC 8252). */
export function isRegistered(registered: readonly string[], asked: string): boolean {
  if (registered.includes(asked)) return true
  const wanted = loopback(asked)
  if (wanted === null) return false
  return registered.some((uri) => {
    const one = loopback(uri)
    return one !== null && one.host === wanted.host && one.rest === wanted.rest
  })
}

/** The URI with the answer's parameters added to its query (RFC 6749 section 4.1.2). */
export function withAnswer(redirect_uri: string, answer: Record<string, string | undefined>): string {
  const url = new URL(redirect_uri)
  for (const [name, value] of Object.entries(answer))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
