/** Credentials of ours, and whatever an address carries behind its path. */
const secrets = [/\bl[a-z]_[\w-]{20,}/g, /(?<=[?&#][\w-]*=?)[\w%.~-]{16,}/g, /\b[0-9a-f]{32,}\b/gi]
const path = /(https?:\/\/[^\s/?#]+\/(?:[\w-]+\/)*)[\w-]{30,}/g

/** A failure as the team reads it: what went wrong stays, what would let somebody in goes. */
export function redacted(text: string): string {
  return secrets.reduce((left, pattern) => left.replace(pattern, '…'), text.replace(path, '$1…'))
}
