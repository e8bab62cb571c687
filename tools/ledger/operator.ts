// What the operator does with the ledger on the command line.
import { readFileSync } from 'node:fs'
import { addDays, inWords } from '../../days.ts'
import { Mistake } from '../../mistake.ts'
import type { Site } from '../../storage/sites.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { bothSign_days } from './note.ts'
import { recount } from './recount.ts'
import { turnKey } from './seal.ts'
import { isWitness } from './witness.ts'

async function siteNamed(storage: OpenStorage, key: string): Promise<Site> {
  const site = (await storage.sites.all()).find((one) => one.key === key)
  if (site === undefined) throw new Mistake(`There is no site ${key}.`)
  return site
}

/** For the command line: one sentence, or what is wrong. */
export async function operatorRecount(
  storage: OpenStorage,
  week: string,
  file?: string,
  site_key = 'main',
): Promise<string> {
  const site = await siteNamed(storage, site_key)
  const dump = file === undefined ? undefined : readFileSync(file, 'utf8').split('\n').slice(0, -1)
  const { faults, votes, lines } = await recount(storage, { site_id: site.id, week }, dump)
  if (faults.length > 0)
    throw new Mistake(
      `The week of ${week} does not add up:\n${faults.map((fault) => `- ${fault}`).join('\n')}`,
    )
  return `The week of ${week} adds up: ${votes} votes in ${lines} lines, ${dump === undefined ? 'row by row,' : 'by the file,'} and the signed root is theirs.`
}

export async function operatorKey(
  storage: OpenStorage,
  place: { now: Date; public_url: string },
  site_key = 'main',
): Promise<string> {
  const site = await siteNamed(storage, site_key)
  const { vkey } = await storage.write((inside) => turnKey(inside, site.id, { site, ...place }))
  const until = inWords(addDays(place.now, bothSign_days).toISOString().slice(0, 10))
  return `From the next week on the ledger is signed with\n${vkey}\nThe key before signs beside it until ${until}.`
}

export async function operatorWitness(
  storage: OpenStorage,
  vkey: string,
  url: string,
  site_key = 'main',
): Promise<string> {
  const site = await siteNamed(storage, site_key)
  if (!isWitness(vkey))
    throw new Mistake(
      `${vkey} is no key of a witness: it has a name, an id and a key of type 4, joined by +.`,
    )
  if (!/^https:\/\/[^\s?#]+$/.test(url)) throw new Mistake('The address of a witness begins with https:// .')
  await storage.write(({ ledger }) =>
    ledger.addWitness({ site_id: site.id, vkey, url: url.replace(/\/$/, '') }),
  )
  return 'It is asked within ten minutes after each week is signed.'
}
