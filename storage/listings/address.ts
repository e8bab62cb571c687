/** The same key for all spellings of an address: scheme, www, a final slash and an index file make no difference. */
export function urlKey(url: URL): string {
  const path = url.pathname.replace(/\/(?:index|default)\.(?:html?|php|aspx?)$/i, '/').replace(/\/+$/, '')
  return `${url.hostname.replace(/^www\./, '')}${path}${url.search}`
}
