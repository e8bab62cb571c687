import { describe, expect, test } from 'vitest'
import { isPublicAddress } from '../addresses.ts'
import { canary, open, reasonOf, sockets, watchCanary } from './support/canary.ts'

watchCanary()

const forbidden = [
  // The same loopback address in every notation a URL allows.
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://①②⑦.0.0.1/',
  'http://127%2e0%2e0%2e1/',
  'http://127.255.255.254/',
  'http://0.0.0.0/',
  'http://0/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::]/',
  // IPv4 dressed as IPv6.
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[::7f00:1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:a9fe:a9fe::1]/',
  'http://[2001:0:7f00:1::]/',
  // Private, shared, link-local, unique local, site-local.
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://169.254.1.1/',
  'http://[fe80::1]/',
  'http://[fc00::1]/',
  'http://[fd12:3456:789a::1]/',
  'http://[fec0::1]/',
  // Where clouds tell machines about themselves.
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://100.100.100.200/',
  'http://192.0.0.192/',
  'http://168.63.129.16/',
  // Never a machine: documentation, benchmarks, multicast, broadcast, reserved, unassigned.
  'http://192.0.2.1/',
  'http://198.51.100.7/',
  'http://203.0.113.9/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
  'http://[ff02::1]/',
  'http://[100::1]/',
  'http://[4000::1]/',
  'http://[5f00::1]/',
]

describe('forbidden addresses', () => {
  test.each(forbidden)('refuses %s without opening a socket', async (url) => {
    const outbound = open()
    expect(await reasonOf(outbound, url)).toBe('address')
    expect(await reasonOf(outbound, url.replace('http:', 'https:'))).toBe('address')
    expect(sockets.opened).toBe(0)
  })

  test('refuses every one of them as an answer of DNS, alone or beside a public one, before any socket', async () => {
    for (const url of forbidden) {
      const address = new URL(url).hostname.replace(/^\[|\]$/g, '')
      for (const answers of [[address], ['93.184.216.34', address], [address, '2606:2800:220:1::1']]) {
        const outbound = open({ resolve: async () => answers })
        expect(await reasonOf(outbound, 'http://rebound.example/'), address).toBe('address')
      }
    }
    expect(sockets.opened).toBe(0)
  })

  test.each([
    ['http://127.0.0.1:PORT/'],
    ['http://localhost:PORT/'],
    ['http://[::1]:PORT/'],
    ['http://[::ffff:127.0.0.1]:PORT/'],
    ['http://0.0.0.0:PORT/'],
    ['http://2130706433:PORT/'],
  ])('never reaches the canary through %s, although it listens there', async (pattern) => {
    const url = pattern.replace('PORT', String(canary.port))
    expect(await reasonOf(open({ allow: () => false }), url)).toBe('address')
    expect(canary.hits).toBe(0)
    expect(await reasonOf(open({ allow: () => true }), url)).toBe('answered')
    expect(canary.hits).toBe(1)
  })

  test('calls ordinary addresses public', () => {
    for (const address of [
      '93.184.216.34',
      '1.1.1.1',
      '8.8.8.8',
      '2606:4700:4700::1111',
      '2a00:1450:4001:81b::200e',
    ])
      expect(isPublicAddress(address), address).toBe(true)
    for (const text of ['', 'example.com', '999.1.1.1']) expect(isPublicAddress(text)).toBe(false)
  })
})

describe('addresses that are refused as they stand', () => {
  test.each([
    ['file:///etc/passwd', 'scheme'],
    ['data:text/html,<p>hello', 'scheme'],
    ['ftp://example.com/', 'scheme'],
    ['gopher://example.com/', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['blob:https://example.com/1', 'scheme'],
    ['ws://example.com/', 'scheme'],
    ['http://user@example.com/', 'credentials'],
    ['http://user:secret@example.com/', 'credentials'],
    ['https://:secret@example.com/', 'credentials'],
    ['http://93.184.216.34:22/', 'port'],
    ['http://example.com:22/', 'port'],
    ['http://example.com:8080/', 'port'],
    ['https://example.com:6379/', 'port'],
    ['http://example.com:25/', 'port'],
    ['http://[::1/', 'url'],
    ['http://', 'url'],
    ['//example.com', 'url'],
    ['example.com', 'url'],
    ['http://exa mple.com/', 'url'],
    ['http://[fe80::1%25eth0]/', 'url'],
    ['http://1.2.3.4.5.6/', 'url'],
  ])('%s: %s', async (url, reason) => {
    expect(await reasonOf(open({ resolve: async () => ['93.184.216.34'] }), url)).toBe(reason)
    expect(sockets.opened).toBe(0)
  })

  test('refuses plain http where only https will do', async () => {
    expect(await reasonOf(open(), 'http://example.com/', { https_only: true })).toBe('scheme')
  })

  test('a name that does not resolve, or to nothing, is said to', async () => {
    expect(await reasonOf(open({ resolve: async () => [] }), 'http://nowhere.example/')).toBe('dns')
    const failing = open({ resolve: () => Promise.reject(new Error('NXDOMAIN')) })
    expect(await reasonOf(failing, 'http://nowhere.example/')).toBe('dns')
  })
})
