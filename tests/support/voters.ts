// A town of voters as the design models it: regulars, people whom makers bring, friends who vote for each other, and bought
// crowds of every kind. Twelve weeks of forty launches; the crowd works for a poor product of the last week, or for a good one.
import { chance } from '../../tools/catalogue/demo_activity.ts'
import type { RuleVote } from '../../tools/votes/rings.ts'

const [weeks, per_week, kinds, day, week] = [12, 40, 12, 24, 168]
export const attacks = ['none', 'small', 'fresh', 'boost', 'aged', 'farm', 'rotating', 'warm'] as const
export type Attack = (typeof attacks)[number]

type Person = { kind: string; born: number; tastes: number[]; stays?: number }
type Product = { id: number; week: number; kind: number; quality: number; start: number }
export type Given = RuleVote & { person: number; week: number }
export const hour_ms = 3_600_000
export const weekNumber = ({ at }: RuleVote) => Math.floor(at / hour_ms / week)

export function town(seed: number, attack: Attack) {
  const r = chance(`town ${seed}`)
  const below = (n: number) => Math.floor(r() * n)
  const people: Person[] = []
  const votes: Given[] = []
  const given = new Set<string>()
  const normal = () => Math.sqrt(-2 * Math.log(1 - r())) * Math.cos(6.28 * r())
  const products = Array.from({ length: weeks * per_week }, (_, id): Product => {
    const its = Math.floor(id / per_week)
    return {
      id,
      week: its,
      kind: below(kinds),
      quality: Math.exp(1.1 * normal()),
      start: its * week + below(3) * 8,
    }
  })
  const launched = (w: number) => products.slice(w * per_week, (w + 1) * per_week)
  const vote = (person: number, { id, week: w }: Product, hour: number) => {
    if (given.has(`${person} ${id}`) || hour >= (w + 1) * week) return
    given.add(`${person} ${id}`)
    votes.push({ id: votes.length, voter: `v${person}`, listing: id, at: hour * hour_ms, person, week: w })
  }
  const add = (kind: string, born: number) =>
    people.push({ kind, born, tastes: [below(kinds), below(kinds), below(kinds)] }) - 1
  const inWeek = (w: number) => w * week + r() * (r() < 0.4 ? day : week)
  const visit = (person: number, w: number, count: number) => {
    const hour = inWeek(w)
    const its = launched(w)
    const likes = its.map(({ quality, kind }) => quality * (people[person]!.tastes.includes(kind) ? 5 : 1))
    const all = likes.reduce((a, b) => a + b)
    for (let n = 0; n < count; n += 1) {
      let [x, at] = [r() * all, 0]
      while ((x -= likes[at]!) > 0 && at < per_week - 1) at += 1
      vote(person, its[at]!, hour + r() * 0.4)
    }
  }
  for (let n = 0; n < 60; n += 1) add('core', -week * 20 * r())
  for (let n = 0; n < 240; n += 1) add('casual', n < 140 ? -week * 20 * r() : r() * weeks * week)
  for (let left = 200; left > 0;) {
    const product = products[below(products.length)]!
    const brought = Math.min(left, Math.ceil(1.5 / (1 - r()) ** 1.1), 45)
    left -= brought
    for (let n = 0; n < brought; n += 1) {
      const hour = product.start + r() * (r() < 0.7 ? 12 : 72)
      const person = add('brought', hour - 1.1 - r() * 0.5)
      vote(person, product, hour)
      if (r() < 0.25) visit(person, product.week, 1 + below(2))
      if (r() < 0.15) people[person]!.stays = product.week + 1
    }
  }
  const club = Array.from({ length: 12 }, () => add('friend', -week * 10 * r()))
  for (let n = 0; n < 6; n += 1) {
    const product = launched(n * 2 + 1)[below(per_week)]!
    for (const person of club) if (r() < 0.75) vote(person, product, product.start + r() * 36)
  }
  for (let w = 0; w < weeks; w += 1)
    for (const [person, { kind, born, stays = 99 }] of people.entries()) {
      if (born > w * week) continue
      if (kind === 'core' && r() < 0.8) visit(person, w, 2 + below(7))
      if ((kind === 'casual' || stays <= w) && r() < 0.15) visit(person, w, 1 + below(3))
      if (kind === 'friend' && r() < 0.4) visit(person, w, 1 + below(4))
    }
  const last = launched(weeks - 1).sort((a, b) => a.quality - b.quality)
  const customer = attack === 'boost' ? last.at(-6)! : last[8]!
  const crowd = (count: number, born: () => number) =>
    Array.from({ length: count }, () => add('bought', born()))
  const aged = () => -r() * week * 12
  const popular = (w: number) => launched(w).sort((a, b) => b.quality - a.quality)[below(8)]!
  if (attack === 'small' || attack === 'fresh' || attack === 'boost')
    for (const person of crowd(attack === 'small' ? 30 : 200, () => customer.start - r() * 72))
      vote(person, customer, customer.start + 2 + r() * 24)
  if (attack === 'aged')
    for (const person of crowd(200, aged)) vote(person, customer, customer.start + 2 + r() * 120)
  if (attack === 'farm' || attack === 'rotating') {
    const crew = crowd(200, aged)
    for (const job of [...[1, 3, 5, 7, 9].map((w) => launched(w)[below(per_week)]!), customer])
      for (const person of crew) if (attack === 'farm' || r() < 0.3) vote(person, job, job.start + r() * 48)
    for (const person of crew)
      for (let w = 0; w < weeks; w += 1) if (r() < 0.4) vote(person, popular(w), inWeek(w))
  }
  if (attack === 'warm')
    for (const person of crowd(200, aged)) {
      for (let n = 0; n < 3; n += 1) {
        const w = 6 + below(5)
        vote(person, popular(w), inWeek(w))
      }
      vote(person, customer, customer.start + 2 + r() * 120)
    }
  return {
    people,
    votes,
    products,
    customer: attack === 'none' ? null : customer.id,
    last: weeks - 1,
    launched,
  }
}
