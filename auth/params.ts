import { OAuthError } from './errors.ts'

/** The parameters of an OAuth request. */
export type Params = { get(name: string): string | undefined; all(name: string): string[] }

/**
 * RFC 6749 section 3.1: a parameter may occur once, and one without a value counts as absent.
 * Only resource may repeat (RFC 8707 section 2).
 */
export function paramsOf(search: URLSearchParams): Params {
  const values = new Map<string, string[]>()
  for (const [name, value] of search) {
    if (values.has(name) && name !== 'resource')
      throw new OAuthError('invalid_request', 'A parameter is given more than once.')
    values.set(name, [...(values.get(name) ?? []), value])
  }
  return {
    get: (name) => values.get(name)?.find((value) => value !== ''),
    all: (name) => (values.get(name) ?? []).filter((value) => value !== ''),
  }
}
