// Whether an award is real: what we gave is recognised in every form, and nothing that somebody made of it is.
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { turnKey } from '../../../tools/ledger/seal.ts'
import { callRest, startService, throughEveryDoor, type Service } from '../../support/service.ts'
import { fillTown } from '../../support/town.ts'

throughEveryDoor('verify_award', { fill: fillTown }, (open) => {
  it('knows what was won, and what was not', async () => {
    const { call } = await open()
    const { items } = (await call({}, 'list_awards')).body
    const { number } = items[0]
    const { status, body } = await call({ award: String(number) })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      result: 'stands',
      award: {
        number,
        title: 'Launch of the Week #1',
        place: 1,
        votes: 25,
        domain: 'rota.example',
        revoked_on: null,
      },
    })
    expect((await call({ award: '4242' })).body).toMatchObject({ result: 'unknown', award: null })
    expect((await call({ award: '' })).status).toBe(400)
    expect((await call({ number: String(number) })).body.next_steps).toMatchObject([
      { tool: 'verify_award', arguments: { award: String(number) } },
      { tool: 'list_awards' },
    ])
    expect((await call({ award: 'x'.repeat(4097) })).status).toBe(400)
  })
})

throughEveryDoor('list_trophies', { fill: fillTown }, (open) => {
  it('has the cabinet of a listing and of a founder, and the Hall of Fame', async () => {
    const { call } = await open()
    const told = async (input: object) =>
      (await call({ ...input })).body.items.map((one: Trophy) => [one.listing.slug, one.period, one.place])
    expect(await told({ listing: 'pennywise' })).toEqual([['pennywise', '2026-11-09', 2]])
    expect(await told({})).toEqual([
      ['rota', '2026-11-09', 1],
      ['new-years-bell', '2025-12-29', 1],
    ])
    expect((await call({ listing: 'tide' })).body).toMatchObject({
      total: 0,
      empty_because: [{ filter: 'listing', without: 2 }],
    })
    const founders = (await call({}, 'list_founders')).body.items as { slug: string }[]
    for (const { slug } of founders) expect((await call({ founder: slug })).status).toBe(200)
    expect((await call({ founder: 'nobody' })).status).toBe(404)
    expect((await call({ listing: 'rota', founder: founders[0]!.slug })).status).toBe(400)
    expect((await call({ listing: 'hidden-suspended' })).status).toBe(404)
  })
})

type Trophy = { number: number; period: string; place: number; listing: { slug: string } }
type Result = { result: string; why: string; award: { number: number; signed: string | null } | null }

describe('what somebody shows', () => {
  let service: Service
  let first: number
  let second: number
  let signed: string
  let secret: string
  beforeAll(async () => {
    service = await startService({ fill: fillTown })
    const { items } = (await callRest(service, 'list_awards')).body as {
      items: { number: number; place: number }[]
    }
    first = items[0]!.number
    second = items[1]!.number
    expect((await verify(String(first))).award!.signed).toBeNull()
    const { storage, clock, url } = service
    await storage.write(async (inside) => {
      const site = (await inside.sites.all())[0]!
      const key = await turnKey(inside, 1, { site, now: clock.now, public_url: url })
      secret = key.secret
      for (const [at, { number }] of items.entries()) await inside.ledger.stand('award', number, 100 + at)
    })
    signed = (await verify(String(first))).award!.signed!
  })
  afterAll(() => service.close())

  const verify = async (award: string): Promise<Result> => {
    const { status, body } = await callRest(service, 'verify_award', { award })
    expect(status, award).toBe(200)
    return body as Result
  }
  const embed = async (slug: string, key = 'launch-of-the-week-1') => {
    const { items } = (await callRest(service, 'get_badges', { slug })).body as {
      items: { key: string; html: string; svg_url: string }[]
    }
    return items.find((item) => item.key === key)!
  }
  const ours = () => createPrivateKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' })
  /** The text with other claims or another head, signed by us unless said otherwise. */
  const remade = (claims: object, head: object = {}, key: Parameters<SignJWT['sign']>[0] = ours()) =>
    new SignJWT({ ...decodeJwt(signed), ...claims })
      .setProtectedHeader({ ...decodeProtectedHeader(signed), alg: 'EdDSA', ...head })
      .sign(key)
  const [head, payload] = [() => signed.split('.')[0]!, () => signed.split('.')[1]!]
  const coded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  it('is known as a number, an address, a badge, an embed code and a signed text', async () => {
    const badge = await embed('rota')
    expect(badge.html).toContain(`href="${service.url}/awards/${first}"`)
    const shown = [
      `${first}`,
      `#${first}`,
      `No. ${first}`,
      `${service.url}/awards/${first}`,
      badge.svg_url,
      badge.html,
      signed,
    ]
    for (const one of shown)
      expect(await verify(one), one).toMatchObject({ result: 'stands', award: { number: first } })
    const old = badge.html.replace(`/awards/${first}`, '/listings/rota')
    expect(await verify(old)).toMatchObject({ result: 'stands', award: { number: first } })
    expect(signed.length).toBeLessThan(700)
    expect(decodeProtectedHeader(signed)).toMatchObject({ alg: 'EdDSA', typ: 'award+jwt' })
    expect(decodeJwt(signed)).toMatchObject({ holder: 'rota.example', votes: 25, place: 1, index: 100 })
  })

  const forgeries: [string, () => string | Promise<string>][] = [
    [
      'more votes, with our signature of before',
      () => [head(), coded({ ...decodeJwt(signed), votes: 99 }), signed.split('.')[2]].join('.'),
    ],
    [
      'another holder, with our signature of before',
      () => [head(), coded({ ...decodeJwt(signed), holder: 'evil.example' }), signed.split('.')[2]].join('.'),
    ],
    ['no signature', () => `${head()}.${payload()}.`],
    ['no algorithm', () => `${coded({ alg: 'none', typ: 'award+jwt' })}.${payload()}.`],
    ['half of the signature', () => signed.slice(0, -30)],
    [
      'another signature',
      async () => `${head()}.${payload()}.${(await verify(String(second))).award!.signed!.split('.')[2]}`,
    ],
    ['another key', () => remade({}, {}, generateKeyPairSync('ed25519').privateKey)],
    [
      'another key, brought along',
      () => {
        const { privateKey, publicKey } = generateKeyPairSync('ed25519')
        return remade({}, { jwk: publicKey.export({ format: 'jwk' }) }, privateKey)
      },
    ],
    ['a key of a name we do not know', () => remade({}, { kid: '00000000' })],
    ['no name of a key', () => remade({}, { kid: undefined })],
    [
      'our public key as a shared secret',
      () =>
        new SignJWT(decodeJwt(signed))
          .setProtectedHeader({ ...decodeProtectedHeader(signed), alg: 'HS256' })
          .sign(Buffer.from(createPublicKey(ours()).export({ format: 'jwk' }).x!, 'base64url')),
    ],
    ['another kind of text, signed by us', () => remade({}, { typ: 'JWT' })],
    [
      'what must be understood and is not',
      () =>
        remade({}, { crit: ['exp2'], exp2: 1 }).catch(
          () =>
            `${coded({ ...decodeProtectedHeader(signed), crit: ['exp2'], exp2: 1 })}.${payload()}.${signed.split('.')[2]}`,
        ),
    ],
    ['another issuer, signed by us', () => remade({ iss: 'https://evil.example' })],
    ['another number, signed by us', () => remade({ jti: `${service.url}/awards/${second}` })],
    ['a number elsewhere, signed by us', () => remade({ jti: `https://evil.example/awards/${first}` })],
    ['a number that is none, signed by us', () => remade({ jti: `${service.url}/awards/${first}.0` })],
    ['no number, signed by us', () => remade({ jti: undefined })],
    ['another place, signed by us', () => remade({ place: 3 })],
    ['another week, signed by us', () => remade({ period: '2026-11-02' })],
    ['a claim more, signed by us', () => remade({ winner: 'for ever' })],
    ['a text that is over, signed by us', () => remade({ exp: 1 })],
    ['the page of another site', () => `https://evil.example/awards/${first}`],
    ['our host as somebody’s name', () => `${service.url.replace('//', '//launch@')}/awards/${first}`],
    ['our host as the beginning of another', () => `${service.url}.evil.example/awards/${first}`],
    ['our address behind a mark', () => `https://evil.example/?${service.url}/awards/${first}`],
    [
      'the badge of another site',
      async () => (await embed('rota')).svg_url.replace(service.url, 'https://evil.example'),
    ],
    ['a badge that was never won', async () => (await embed('rota')).svg_url.replace('/rota/', '/tide/')],
    ['a badge of nobody', async () => (await embed('rota')).svg_url.replace('/rota/', '/nobody/')],
    [
      'a better place than was won',
      async () => (await embed('pennywise', 'launch-of-the-week-2')).svg_url.replace('week-2', 'week-1'),
    ],
    [
      'a badge of one that leads to the page of another',
      async () => (await embed('rota')).html.replace(`/awards/${first}`, `/awards/${second}`),
    ],
    [
      'somebody’s image that leads to our page',
      async () => (await embed('rota')).html.replace(/src="[^"]*"/, 'src="https://evil.example/won.svg"'),
    ],
    [
      'somebody’s image without quotes that leads to our page',
      async () => (await embed('rota')).html.replace(/src="[^"]*"/, 'src=https://evil.example/won.svg'),
    ],
    [
      'somebody’s image for large screens',
      async () =>
        (await embed('rota')).html.replace('<img ', '<img srcset="https://evil.example/won.svg 2x" '),
    ],
    [
      'somebody’s image as a background',
      async () =>
        (await embed('rota')).html.replace('<img ', '<img style="content:url(//evil.example/won.svg)" '),
    ],
    [
      'our image that leads to somebody’s page',
      async () => (await embed('rota')).html.replace(/href="[^"]*"/, 'href="https://evil.example/"'),
    ],
  ]
  it.each(forgeries)('is a forgery: %s', async (_, make) => {
    const { result, award } = await verify(await make())
    expect(result).toBe('forged')
    expect(award).toBeNull()
  })

  it.each([
    '0',
    '-1',
    '1.0',
    '1e0',
    '01',
    '١',
    '9'.repeat(15),
    'LW-20261109-1-K7QD',
    'javascript:alert(1)',
    '<b>1</b>',
    'eyJ',
  ])('means nothing: %s', async (text) => {
    expect((await verify(text)).result).toBe('unknown')
  })

  it('is no award where a badge shows none', async () => {
    expect((await verify((await embed('rota', 'listed')).svg_url)).result).toBe('unknown')
  })

  it('is known as a signed text however long its names are', async () => {
    const { storage } = service
    const week = '2026-11-09'
    const listing_id = (await storage.listings.standing(1, 'rota'))!.id
    await storage.write(async ({ listings, programmes, weeks }) => {
      await programmes.save({
        ...{ site_id: 1, slug: 'p'.repeat(220), title: '猫'.repeat(120), text: 'Cats.', from_week: week },
        ...{ to_week: week, entry: 'all', category_id: null, created_at: week, closed_at: week },
      })
      await listings.change(listing_id, { slug: 'r'.repeat(220) })
      await weeks.award({
        ...{ site_id: 1, kind: 'programme', period: 'p'.repeat(220), week, place: 1, listing_id, votes: 3 },
      })
    })
    const { id } = (await storage.awards.ofListing(1, listing_id)).find(({ kind }) => kind === 'programme')!
    await storage.write(({ ledger }) => ledger.stand('award', id, 102))
    const long = (await verify(String(id))).award!.signed!
    expect(long.length).toBeGreaterThan(1000)
    expect(await verify(long)).toMatchObject({ result: 'stands', award: { number: id } })
    await storage.write(async ({ awards, listings }) => {
      await listings.change(listing_id, { slug: 'rota' })
      await awards.revoke(id, week, 'A trial.')
    })
  })

  it('was taken back: every form says so', async () => {
    const badge = await embed('rota')
    await service.storage.write(({ awards }) =>
      awards.revoke(first, '2026-11-19T13:00:00.000Z', 'Votes were bought.'),
    )
    for (const one of [`${first}`, `${service.url}/awards/${first}`, badge.html, signed])
      expect(await verify(one), one).toMatchObject({
        result: 'revoked',
        award: { number: first, revoked_on: '2026-11-19', reason: 'Votes were bought.', signed: null },
      })
    expect((await verify(badge.svg_url)).result).toBe('forged')
    expect((await callRest(service, 'list_trophies', { listing: 'rota' })).body.items).toEqual([])
  })
})
