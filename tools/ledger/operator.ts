// What the operator does with the ledger on the command line.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { noteOperator } from '../../auth/coming.ts'
import { addDays, dayOf, inWords } from '../../days.ts'
import { Mistake } from '../../mistake.ts'
import type { Site } from '../../storage/sites.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { weekOf } from '../launches/week.ts'
import { bothSign_days } from './note.ts'
import { recount } from './recount.ts'
import { replaceStolenKey, turnKey } from './seal.ts'
import { isWitness } from './witness.ts'

async function siteNamed(storage: OpenStorage, key: string): Promise<Site> {
  const site = (await storage.sites.all()).find((one) => one.key === key)
  if (site === undefined) throw new Mistake(`There is no site ${key}.`)
  return site
}

const aboutSite = ({ key, name }: Site) => ({ about: 'site', about_id: key, name })

function demandSound<Counted extends { faults: string[] }>(week: string, counted: Counted): Counted {
  const { faults } = counted
  if (faults.length === 0) return counted
  throw new Mistake(`The week of ${week} does not add up:\n${faults.map((fault) => `- ${fault}`).join('\n')}`)
}

/** A hash is over a line without its break, so it does not matter how an editor ends lines, or whether the last one ends. */
const linesOf = (text: string): string[] => text.replace(/\r?\n$/, '').split(/\r?\n/)

/** Recounts a week for the command line: returns one sentence, or throws with what is wrong. */
export async function operatorRecount(
  storage: OpenStorage,
  week: string,
  file?: string,
  site_key = 'main',
): Promise<string> {
  const site = await siteNamed(storage, site_key)
  if (!z.iso.date().safeParse(week).success || weekOf(new Date(week)) !== week)
    throw new Mistake('A week is named by its Monday, as 2026-11-16.')
  const dump = file === undefined ? undefined : linesOf(readFileSync(file, 'utf8'))
  const { votes, lines } = demandSound(week, await recount(storage, { site_id: site.id, week }, dump))
  return `The week of ${week} adds up: ${votes} votes in ${lines} lines, ${dump === undefined ? 'row by row,' : 'by the file,'} and the signed root is theirs.`
}

export async function operatorKey(
  storage: OpenStorage,
  place: { now: Date; public_url: string },
  { site: site_key = 'main', stolen }: { site?: string; stolen?: string },
): Promise<string> {
  const site = await siteNamed(storage, site_key)
  if (stolen !== undefined) return replaceStolen(storage, site, stolen, place.now)
  const { vkey } = await storage.write(async (inside) => {
    const outcome = 'the next key signs from the next week on'
    await noteOperator(inside, aboutSite(site), { action: 'turn_ledger_key', outcome, now: place.now })
    return turnKey(inside, site.id, { site, ...place })
  })
  const until = inWords(addDays(place.now, bothSign_days).toISOString().slice(0, 10))
  return `From the next week on the ledger is signed with\n${vkey}\nThe key before signs beside it until ${until}.`
}

/** Recounts every week before signing it anew: afterwards nobody could tell whether it was ours. */
async function replaceStolen(storage: OpenStorage, site: Site, since: string, now: Date): Promise<string> {
  if (!z.iso.date().safeParse(since).success || since > dayOf(now))
    throw new Mistake(`--stolen takes the day since which somebody may have had the key, as ${dayOf(now)}.`)
  const weeks = await storage.ledger.checkpoints(site.id)
  if (weeks.length === 0) throw new Mistake(`Nothing is signed on ${site.key} yet.`)
  for (const { week } of weeks) demandSound(week, await recount(storage, { site_id: site.id, week }))
  const { vkey } = await storage.write(async (inside) => {
    await noteOperator(inside, aboutSite(site), {
      ...{ action: 'replace_stolen_key', outcome: `stolen since ${since}`, now },
    })
    return replaceStolenKey(inside, site.id, since, now)
  })
  const last = weeks.findLast(({ week }) => addDays(new Date(week), 7) <= new Date(since)) ?? weeks[0]!
  return [
    `What the keys before signed counts for nothing since ${inWords(since)}. Each week so far (${weeks.length}) was counted again and is signed with`,
    `${vkey}\n/ledger and weeks.json say so from now on, and the next week says it in its lines. Witnesses begin anew.`,
    `Compare the root of the week of ${inWords(last.week)} with what readers, mails and witnesses kept of it: ${last.root}`,
  ].join('\n')
}

export async function operatorWitness(
  storage: OpenStorage,
  { vkey, url, now }: { vkey: string; url: string; now: Date },
  site_key = 'main',
): Promise<string> {
  const site = await siteNamed(storage, site_key)
  if (!isWitness(vkey))
    throw new Mistake(
      `${vkey} is no key of a witness: it has a name, an id and a key of type 4, joined by +.`,
    )
  if (!/^https:\/\/[^\s?#]+$/.test(url)) throw new Mistake('The address of a witness begins with https:// .')
  await storage.write(async (inside) => {
    await inside.ledger.addWitness({ site_id: site.id, vkey, url: url.replace(/\/$/, '') })
    await noteOperator(inside, aboutSite(site), { action: 'add_witness', outcome: url, now })
  })
  return 'It is asked within ten minutes after each week is signed.'
}
