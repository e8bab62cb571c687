// A real DNS server on loopback that answers TXT questions (RFC 1035), over UDP as resolvers ask.
import { createSocket } from 'node:dgram'

export type NameServer = {
  /** As the resolver takes it, "address:port". */
  address: string
  /** Records by name in small letters, each a list of the strings it consists of; "fail" answers SERVFAIL. */
  records: Map<string, string[][] | 'fail'>
  /** The names that were asked for. */
  asked: string[]
  close(): Promise<void>
}

export async function openNameServer(): Promise<NameServer> {
  const records: NameServer['records'] = new Map()
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const labels: string[] = []
    let at = 12
    while (question[at] !== 0) {
      labels.push(question.toString('latin1', at + 1, at + 1 + question[at]!))
      at += 1 + question[at]!
    }
    const name = labels.join('.').toLowerCase()
    asked.push(name)
    const known = records.get(name)
    const isText = question.readUInt16BE(at + 1) === 16
    const found = known === 'fail' || known === undefined || !isText ? [] : known
    const code = known === 'fail' ? 2 : known === undefined ? 3 : 0
    const head = Buffer.from(question.subarray(0, 12))
    head.writeUInt16BE(0x8180 | code, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(found.length, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, question.subarray(12, at + 5), ...found.map(textRecord)]), port, address)
  })
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    asked,
    close: () => new Promise((done) => socket.close(done)),
  }
}

function textRecord(strings: string[]): Buffer {
  const data = Buffer.concat(
    strings.map((one) => Buffer.concat([Buffer.from([Buffer.byteLength(one)]), Buffer.from(one)])),
  )
  const head = Buffer.alloc(12)
  // The name is a pointer to the question's; TXT, IN, a minute.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(16, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
