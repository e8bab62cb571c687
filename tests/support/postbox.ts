// A real SMTP server on loopback; what it takes is read by a parser nobody here wrote.
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type Postbox = {
  url: string
  mails: Email[]
  /** The code it refuses recipients with, what its answer about a recipient waits for, or whether it takes a mail and never confirms it. */
  refuse: { with?: number; until?: Promise<void>; afterwards?: boolean }
  /** Resolves when so many mails have come. */
  hasTaken(count: number): Promise<void>
  close(): Promise<void>
}

export async function openPostbox(): Promise<Postbox> {
  const mails: Email[] = []
  const refuse: Postbox['refuse'] = {}
  const waiting: { count: number; go: () => void }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, callback) =>
      username === 'launch' && password === 'p@ss'
        ? callback(null, { user: username })
        : callback(new Error('no')),
    async onRcptTo(_address, _session, callback) {
      await refuse.until
      if (refuse.with === undefined) callback()
      else callback(Object.assign(new Error('not now'), { responseCode: refuse.with }))
    },
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push(mail)
          for (const { count, go } of waiting) if (mails.length >= count) go()
          if (refuse.afterwards === true) callback(Object.assign(new Error('gone'), { responseCode: 421 }))
          else callback()
        })
      })
    },
  })
  // A program that is killed in the middle leaves its connection without a word.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://launch:p%40ss@127.0.0.1:${port}`,
    mails,
    refuse,
    hasTaken: (count) =>
      new Promise<void>((go) => (mails.length >= count ? go() : void waiting.push({ count, go }))),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
