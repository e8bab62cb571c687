import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'

describe('settings that cannot be used are named, each with a reason', () => {
  it.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'launch.example'],
    ['PUBLIC_URL', 'ftp://launch.example'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS', 'yes'],
    ['RATE_LIMITS', 'read=fast'],
    ['RATE_LIMITS', 'reading=5'],
    ['PUBLIC_URL', 'https://launch.example/sub'],
    ['PUBLIC_URL', 'https://me@launch.example'],
    ['HOST', '999.1.1.1'],
    ['TRUST_PROXY', 'foo'],
    ['TRUST_PROXY', '10.0.0.1,10.0.0.0/8'],
    ['MAIL_URL', 'mail.example'],
    ['MAIL_FROM', 'foo'],
    ['MAIL_FROM', 'Launch\n <a@b.example>'],
    ['STRIPE_SECRET_KEY', 'foo'],
    ['STRIPE_WEBHOOK_SECRET', 'foo'],
    ['ALERT_EMAIL', 'foo'],
    ['ALERT_WEBHOOK_URL', 'foo'],
    ['HEARTBEAT_URL', 'foo'],
    ['OUTBOUND_PROXY', 'foo'],
    ['OIDC_ISSUER', 'foo'],
    ['AI_BASE_URL', 'foo'],
    ['STRIPE_API_URL', 'foo'],
    ['SELLER_COUNTRY', 'XX'],
    ['SELLER_COUNTRY', 'Atlantis'],
    ['AI_MONTHLY_BUDGET', '-1'],
    ['AI_MONTHLY_BUDGET', 'much'],
  ])('%s=%s', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(new RegExp(`^The settings cannot be used\\.\\n${name}: .+$`))
    // In our words, not in those of whatever reads them.
    expect(read).not.toThrow(/Invalid|Too (small|big)|expected/)
  })

  it('all at once', () => {
    const read = () => readConfig({ PORT: 'x', METRICS: 'yes' })
    expect(read).toThrow(/\nPORT: .+\nMETRICS: .+$/)
  })
})

it('takes an empty setting for one that was not made', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: '' })).toEqual(readConfig({}))
})

it('takes the country of the seller by code or by name, and says which one a misspelt name is near', () => {
  const countryOf = (given: string) => readConfig({ SELLER_COUNTRY: given }).SELLER.country
  expect(['', 'fi', 'UK', 'Österreich'].map(countryOf)).toEqual(['DE', 'FI', 'GB', 'AT'])
  expect(() => countryOf('Germny')).toThrow(/Perhaps DE is meant\.$/)
})

it('believes every proxy of the list, also behind a space', () => {
  expect(readConfig({ TRUST_PROXY: '10.0.0.1, 10.0.0.2,' }).TRUST_PROXY).toEqual(['10.0.0.1', '10.0.0.2'])
})

it('takes policies apart from each other, and off for all of them', () => {
  const { RATE_LIMITS } = readConfig({ RATE_LIMITS: 'read=5, write=1' })
  expect(RATE_LIMITS).toMatchObject({
    read: { calls: 5, window_s: 60 },
    write: { calls: 1 },
    drafts: { calls: 10 },
  })
  expect(Object.values(readConfig({ RATE_LIMITS: 'off' }).RATE_LIMITS)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})

it('takes what is right', () => {
  const given = {
    ...{
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://launch.example/',
      PAYMENTS: 'off',
      AI_MONTHLY_BUDGET: '12.5',
      AI_PRICE: '1/2',
    },
    ...{
      MAIL_FROM: 'Launch <no-reply@launch.example>',
      TRUST_PROXY: 'loopback,::1',
      STRIPE_SECRET_KEY: 'rk_live_1',
    },
  }
  expect(readConfig(given)).toMatchObject({
    PUBLIC_URL: 'https://launch.example',
    DOUBTS: [],
    CAPS: { monthly_budget: 12.5 },
  })
  expect(readConfig({ HOST: 'localhost' }).HOST).toBe('localhost')
})

it.each([
  [{ BACKUP_DRI: 'x' }, 'BACKUP_DRI is no setting. Perhaps BACKUP_DIR was meant.'],
  [{ MAILFROM: 'x' }, 'MAILFROM is no setting. Perhaps MAIL_FROM was meant.'],
  [{ METRICS_TOKEN: 'x'.repeat(16) }, 'METRICS_TOKEN does nothing without METRICS=on.'],
  [{ DOMAIN_RATING_KEY: 'x' }, 'DOMAIN_RATING_KEY does nothing without DOMAIN_RATING_URL.'],
  [{ AI_MODEL: 'x' }, 'AI_MODEL does nothing without AI_API_KEY or AI_BASE_URL.'],
  [{ AI_MODEL: '', AI_API_KEY: 'x' }, 'AI_MODEL is empty, so it is the default.'],
])('doubts what was set in vain: %j', (given, doubt) => {
  expect(readConfig(given as Record<string, string>).DOUBTS).toEqual([doubt])
})

it('doubts nothing of what others set', () => {
  expect(
    readConfig({ PATH: 'x', HOSTNAME: 'x', PORT: '3000', MAIL: 'x', LANG: 'x', NODE_ENV: 'x' }).DOUBTS,
  ).toEqual([])
})
