// Every status of a listing against everything that can happen to it.
import { describe, expect, it } from 'vitest'
import {
  conditionsLost,
  conditionsMet,
  graceEnds,
  launchPaid,
  queueForFree,
  reinstate,
  suspend,
  weekBegins,
  withdraw,
  type Standing,
} from '../../../tools/my_listings/status.ts'

const now = new Date('2026-11-19T12:00:00.000Z')
const at = now.toISOString()
const [last, week, next, later] = ['2026-11-09', '2026-11-16', '2026-11-23', '2026-12-28']
const blank: Standing = { status: 'draft', plan: null, launch_week: null, live_at: null, status_reason: null }
const then = '2026-10-05T00:00:00.000Z'

/** Every state a listing can be in, by name. */
const states: Record<string, Standing> = {
  draft: blank,
  waiting: { ...blank, status: 'awaiting_badge', plan: 'free', launch_week: later },
  'waiting, its week begun': { ...blank, status: 'awaiting_badge', plan: 'free', launch_week: week },
  'waiting, launched before': {
    ...blank,
    status: 'awaiting_badge',
    plan: 'free',
    launch_week: last,
    live_at: then,
  },
  scheduled: { ...blank, status: 'scheduled', plan: 'free', launch_week: later },
  'scheduled, its week begun': { ...blank, status: 'scheduled', plan: 'free', launch_week: week },
  'scheduled, its week missed': { ...blank, status: 'scheduled', plan: 'free', launch_week: last },
  'scheduled, paid': { ...blank, status: 'scheduled', plan: 'launch', launch_week: week },
  live: { ...blank, status: 'live', plan: 'free', launch_week: last, live_at: then },
  'live, paid': { ...blank, status: 'live', plan: 'launch', launch_week: last, live_at: then },
  'live, imported into no week': { ...blank, status: 'live', plan: 'free', live_at: then },
  'suspended, never submitted': { ...blank, status: 'suspended', status_reason: 'spam' },
  'suspended, was live': {
    ...blank,
    status: 'suspended',
    plan: 'free',
    launch_week: last,
    live_at: then,
    status_reason: 'spam',
  },
  'suspended, was waiting': {
    ...blank,
    status: 'suspended',
    plan: 'free',
    launch_week: last,
    status_reason: 'spam',
  },
  'suspended, was booked': {
    ...blank,
    status: 'suspended',
    plan: 'launch',
    launch_week: later,
    status_reason: 'spam',
  },
  withdrawn: { ...blank, status: 'withdrawn', plan: 'free', launch_week: last, live_at: then },
}

/** What becomes of each state that is named; every other stays exactly as it is. */
type Expected = Record<string, Partial<Standing> | string>
const suspendedAll = (said: string): Expected =>
  Object.fromEntries(
    Object.keys(states).flatMap((name) => (name.startsWith('suspended') ? [[name, said]] : [])),
  )
const triggers: Record<string, [(listing: Standing) => Standing | string, Expected]> = {
  'the free plan is chosen': [
    (listing) => queueForFree(listing, later),
    {
      draft: { status: 'awaiting_badge', plan: 'free', launch_week: later },
      'scheduled, paid': 'paid_already',
      'live, paid': 'paid_already',
      ...suspendedAll('suspended'),
      withdrawn: 'withdrawn',
    },
  ],
  'another free week is chosen': [
    (listing) => queueForFree(listing, '2027-01-11', true),
    {
      draft: { status: 'awaiting_badge', plan: 'free', launch_week: '2027-01-11' },
      ...Object.fromEntries(
        Object.entries(states).flatMap(([name, { status, plan, live_at }]) =>
          plan === 'free' && live_at === null && ['awaiting_badge', 'scheduled'].includes(status)
            ? [[name, { launch_week: '2027-01-11' }]]
            : [],
        ),
      ),
      'scheduled, paid': 'paid_already',
      'live, paid': 'paid_already',
      ...suspendedAll('suspended'),
      withdrawn: 'withdrawn',
    },
  ],
  'badge and profile are there': [
    (listing) => conditionsMet(listing, now),
    {
      waiting: { status: 'scheduled' },
      'waiting, its week begun': { status: 'scheduled', launch_week: next },
      'waiting, launched before': { status: 'live' },
    },
  ],
  'badge or profile are gone before the launch': [
    conditionsLost,
    {
      scheduled: { status: 'awaiting_badge' },
      'scheduled, its week begun': { status: 'awaiting_badge' },
      'scheduled, its week missed': { status: 'awaiting_badge' },
    },
  ],
  'a week begins': [
    (listing) => weekBegins(listing, now),
    {
      'waiting, its week begun': { launch_week: next },
      'scheduled, its week begun': { status: 'live', live_at: at },
      'scheduled, its week missed': { status: 'live', live_at: at, launch_week: week },
      'scheduled, paid': { status: 'live', live_at: at },
    },
  ],
  'the grace ends': [
    graceEnds,
    {
      live: { status: 'awaiting_badge' },
      'live, imported into no week': { status: 'awaiting_badge' },
    },
  ],
  'a launch is paid for now': [
    (listing) => launchPaid(listing, 'now', now),
    {
      ...Object.fromEntries(
        [
          'draft',
          'waiting',
          'waiting, its week begun',
          'scheduled',
          'scheduled, its week begun',
          'scheduled, its week missed',
        ].map((name) => [name, { status: 'live', plan: 'launch', launch_week: week, live_at: at }]),
      ),
      'waiting, launched before': { status: 'live', plan: 'launch' },
      'scheduled, paid': 'paid_already',
      live: { plan: 'launch' },
      'live, paid': 'paid_already',
      'live, imported into no week': { plan: 'launch' },
      ...suspendedAll('suspended'),
      withdrawn: 'withdrawn',
    },
  ],
  'a launch is paid for a week to come': [
    (listing) => launchPaid(listing, next, now),
    {
      ...Object.fromEntries(
        [
          'draft',
          'waiting',
          'waiting, its week begun',
          'scheduled',
          'scheduled, its week begun',
          'scheduled, its week missed',
        ].map((name) => [name, { status: 'scheduled', plan: 'launch', launch_week: next }]),
      ),
      'waiting, launched before': { status: 'live', plan: 'launch' },
      'scheduled, paid': 'paid_already',
      live: { plan: 'launch' },
      'live, paid': 'paid_already',
      'live, imported into no week': { plan: 'launch' },
      ...suspendedAll('suspended'),
      withdrawn: 'withdrawn',
    },
  ],
  'the team suspends it': [
    (listing) => suspend(listing, 'spam'),
    {
      ...Object.fromEntries(
        Object.keys(states).map((name) => [name, { status: 'suspended', status_reason: 'spam' }]),
      ),
      withdrawn: 'withdrawn',
    },
  ],
  'the team reinstates it': [
    (listing) => reinstate(listing, now),
    {
      'suspended, never submitted': { status: 'draft', status_reason: null },
      'suspended, was live': { status: 'live', status_reason: null },
      'suspended, was waiting': { status: 'awaiting_badge', launch_week: next, status_reason: null },
      'suspended, was booked': { status: 'scheduled', status_reason: null },
    },
  ],
  'its owner withdraws it': [
    withdraw,
    Object.fromEntries(Object.keys(states).map((name) => [name, { status: 'withdrawn' }])),
  ],
}

describe.each(Object.entries(triggers))('when %s', (_name, [trigger, expected]) => {
  it.each(Object.entries(states))('%s', (name, before) => {
    const outcome = expected[name] ?? {}
    expect(trigger(before)).toEqual(typeof outcome === 'string' ? outcome : { ...before, ...outcome })
  })

  it('names no state there is not', () => {
    expect(Object.keys(expected).filter((name) => !(name in states))).toEqual([])
  })
})

it.each([
  ['2026-12-31T23:59:59.999Z', '2026-12-28', '2027-01-04'],
  ['2027-01-01T00:00:00.000Z', '2026-12-28', '2027-01-04'],
  ['2028-02-29T12:00:00.000Z', '2028-02-28', '2028-03-06'],
  ['2026-11-22T23:59:59.999Z', '2026-11-16', '2026-11-23'],
  ['2026-11-23T00:00:00.000Z', '2026-11-23', '2026-11-30'],
])('counts weeks by their Mondays over year ends and leap days: %s', (instant, begun, following) => {
  const moment = new Date(instant)
  const scheduled: Standing = { ...blank, status: 'scheduled', plan: 'free', launch_week: begun }
  expect(weekBegins(scheduled, moment)).toMatchObject({ status: 'live', launch_week: begun })
  expect(weekBegins({ ...scheduled, launch_week: following }, moment).status).toBe('scheduled')
  expect(weekBegins({ ...scheduled, status: 'awaiting_badge' }, moment).launch_week).toBe(following)
  expect(queueForFree(blank, following)).toMatchObject({ launch_week: following })
})
