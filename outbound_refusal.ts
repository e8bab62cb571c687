// What may go wrong on the way out, and how the errors of the network are told apart.

/** Why an exchange is refused or fails: the word that is kept, the sentence that is shown. */
export const outboundSentences = {
  url: 'The address is not a valid URL, or too long.',
  scheme: 'The address is not one of http or https, or a secure address leads to an insecure one.',
  credentials: 'The address carries a user name or a password.',
  port: 'The address names a port other than 80 and 443.',
  address: 'The address does not lead to a public machine on the internet.',
  dns: 'The name of the host cannot be resolved.',
  unreachable: 'The host does not accept a connection.',
  tls: 'The certificate of the host is not valid for this name.',
  timeout: 'The host takes too long to answer.',
  too_large: 'The answer is larger than it may be.',
  encoding: 'The answer is compressed in a way that cannot be read.',
  redirects: 'The address redirects too often.',
  protocol: 'The host does not answer with valid HTTP.',
  stopped: 'The request was stopped.',
}
type OutboundReason = keyof typeof outboundSentences

/** The message never repeats what the other side sent. */
export class OutboundRefusal extends Error {
  readonly reason: OutboundReason
  constructor(reason: OutboundReason, cause?: unknown) {
    super(outboundSentences[reason], { cause })
    this.reason = reason
  }
}

export function refusalOf(error: unknown, limit: AbortSignal, signal: AbortSignal): OutboundRefusal {
  if (limit.aborted) return new OutboundRefusal('timeout', error)
  if (signal.aborted) return new OutboundRefusal('stopped', error)
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof OutboundRefusal) return one
  const { code = '', name } = error as { code?: string; name: string }
  const cause = causes.find(([, pattern]) => pattern.test(`${name} ${code}`))
  return new OutboundRefusal(cause?.[0] ?? 'unreachable', error)
}

const causes: [OutboundReason, RegExp][] = [
  ['timeout', /TIMEOUT|ETIMEDOUT/],
  ['tls', / (?:ERR_TLS|ERR_SSL|DEPTH_|UNABLE_TO|EPROTO)|CERT/],
  ['encoding', / (?:Z_|ERR_+(?:BROTLI|ZLIB|PADDING)|ERR_BUFFER)/],
  ['protocol', /^HTTPParserError| (?:UND_ERR_(?:HEADERS|RES|REQ|INVALID|INFO)|ERR_INVALID)/],
]
