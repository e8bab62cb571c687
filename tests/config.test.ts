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
  ])('%s=%s', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(new RegExp(`^The settings cannot be used\\.\\n${name}: .+$`))
  })

  it('all at once', () => {
    const read = () => readConfig({ PORT: 'x', METRICS: 'yes' })
    expect(read).toThrow(/\nPORT: .+\nMETRICS: .+$/)
  })
})

it('takes an empty setting for one that was not made', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: '' })).toEqual(readConfig({}))
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
