// Certificates for names that exist in tests only, signed by an authority made up on the spot (X.509, RFC 5280).
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

type Pair = { certificate: string; key: string }

export function openAuthority(): { certificate: string; issue(host: string): Pair } {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const isAuthority = extension([0x55, 0x1d, 0x13], sequence(tlv(0x01, Buffer.from([0xff]))))
  const name = 'Test authority'
  const certificate = pem(certify(name, name, keys.publicKey, keys.privateKey, isAuthority))
  return {
    certificate,
    issue(host) {
      const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const names = extension([0x55, 0x1d, 0x11], sequence(tlv(0x82, Buffer.from(host))))
      return {
        certificate: pem(certify(host.slice(0, 60), name, own.publicKey, keys.privateKey, names)),
        key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      }
    },
  }
}

function certify(
  subject: string,
  issuer: string,
  key: KeyObject,
  signer: KeyObject,
  extensions: Buffer,
): Buffer {
  const ecdsaWithSha256 = sequence(tlv(0x06, Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])))
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    commonName(issuer),
    sequence(tlv(0x17, Buffer.from('250101000000Z')), tlv(0x17, Buffer.from('491231235959Z'))),
    commonName(subject),
    key.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(extensions)),
  )
  return sequence(
    body,
    ecdsaWithSha256,
    tlv(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, signer)])),
  )
}

function commonName(text: string): Buffer {
  const attribute = sequence(tlv(0x06, Buffer.from([0x55, 0x04, 0x03])), tlv(0x0c, Buffer.from(text)))
  return sequence(tlv(0x31, attribute))
}

function extension(oid: number[], value: Buffer): Buffer {
  return sequence(tlv(0x06, Buffer.from(oid)), tlv(0x04, value))
}

function sequence(...parts: Buffer[]): Buffer {
  return tlv(0x30, ...parts)
}

function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function pem(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}
