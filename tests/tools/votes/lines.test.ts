// A week's lines, judged by themselves: each way in which they can fail to add up is named, and nothing else.
import { expect, it } from 'vitest'
import { faultsOf, weekLines } from '../../../tools/ledger/lines.ts'

const week = '2026-11-30'
const vote = (voter: string, listing: number, weight = 1) => ({
  ...{ t: 'vote' as const, week, listing, voter, weight },
  ...(weight === 0 && { why: 'team' }),
})
const launch = (place: number, slug: string, votes: number, hour = 10) => ({
  ...{ place, listing_id: place, slug, live_at: `${week}T${hour}:00:00.000Z`, votes },
})
const lines = (votes = [vote('a', 1), vote('b', 1), vote('c', 2), vote('d', 3), vote('e', 2, 0)]) =>
  weekLines({ site: 'main', week, rules: 'x', lifted: 0 }, votes, [
    launch(1, 'tide', 2),
    launch(2, 'reef', 1, 11),
    launch(3, 'kelp', 1, 12),
  ])
/** The lines, and something else in those that say this. */
const put = (said: RegExp, from: string | RegExp, to: string) => () =>
  lines().map((line) => (said.test(line) ? line.replace(from, to) : line))

it.each<[string, () => string[], string[]]>([
  ['are sound', lines, []],
  ['lack the first', () => lines().slice(1), ['The first line is not that of a week.']],
  ['are none', () => [], ['The first line is not that of a week.']],
  [
    'lack a vote',
    () => lines().filter((line) => !line.includes('"d"')),
    ['There are 4 votes, and not 5.', 'kelp has 0 votes, and not 1.'],
  ],
  ['lack a place', () => lines().slice(0, -1), ['There are 2 places, and not 3.']],
  ['have a vote of another week', put(/"a"/, week, '2026-12-07'), ['There is a vote of another week.']],
  ['have one voter twice', put(/"a"/, '"a"', '"b"'), ['A vote is there twice.']],
  ['weigh nothing unsaid', put(/"e"/, ',"why":"team"', ''), ['A vote has a weight without its reason.']],
  [
    'count what has a reason not to',
    put(/"e"/, '"weight":0', '"weight":1'),
    ['A vote has a weight without its reason.', 'reef has 2 votes, and not 1.'],
  ],
  ['have a wrong place', put(/kelp/, '"place":3', '"place":4'), ['kelp is in place 3, and not 4.']],
  ['have a wrong count', put(/kelp/, '"votes":1', '"votes":2'), ['kelp has 1 votes, and not 2.']],
  [
    'have the later before the earlier, of equal votes',
    put(/reef/, 'T11', 'T13'),
    ['kelp is in place 2, and not 3.', 'reef is in place 3, and not 2.'],
  ],
  [
    'have the higher number before the lower, of the same moment',
    () => lines().map((line) => line.replace('"listing":2', '"listing":4').replace('T12', 'T11')),
    ['kelp is in place 2, and not 3.', 'reef is in place 3, and not 2.'],
  ],
])('lines that %s', (_, given, faults) => {
  expect(faultsOf(given())).toEqual(faults)
})
