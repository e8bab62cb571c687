/** Our credentials, query and fragment values of URLs, and long hex strings. */
const secrets = [/\bl[a-z]_[\w-]{20,}/g, /(?<=[?&#][\w-]*=?)[\w%.~-]{16,}/g, /\b[0-9a-f]{32,}\b/gi]
const path = /(https?:\/\/[^\s/?#]+\/(?:[\w-]+\/)*)[\w-]{30,}/g

/** An error message for the team, with anything that could give access removed. */
export function redacted(text: string): string {
  return secrets.reduce((left, pattern) => left.replace(pattern, '…'), text.replace(path, '$1…'))
}
