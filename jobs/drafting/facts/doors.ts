import { addressesIn, doorAt, type Door } from '../page/door_links.ts'
import { domainOf, evidenceFrom, type CrawledSite } from '../page/reading.ts'
import type { ProvenOrNull } from '../profile.ts'
import { ranked, type Sighting } from './sightings.ts'

/** A command to copy is the best evidence of how to connect; quotes of others prove nothing. */
const own = ['', 'sample']

/** Addresses that the site links to or writes out. */
export function doorSightings(door: Door, site: CrawledSite): Sighting<string>[] {
  const sightings: Sighting<string>[] = []
  const read = new Set(site.pages.filter(({ text }) => text.length > 1000).map(({ url }) => url))
  for (const line of site.lines) {
    if (!own.includes(line.not)) continue
    if (line.kind !== 'link' && line.kind !== 'visible') continue
    const isLink = line.kind === 'link'
    for (const address of isLink ? [line.text] : addressesIn(line.text)) {
      if (doorAt(address, line.note) !== door) continue
      // An address that was read as a page is no server.
      if (door === 'mcp_url' && read.has(address)) continue
      if (domainOf(new URL(address).host.replace(/^www\./, '')) !== site.domain) continue
      const evidence = evidenceFrom(line, address, isLink ? 'link' : 'visible')
      sightings.push({ value: address, score: isLink ? 1 : 2, evidence })
    }
  }
  return sightings
}

export function findDoor(door: Door, site: CrawledSite): ProvenOrNull<string> {
  const [first] = ranked(doorSightings(door, site))
  return first === undefined ? null : { value: first.value, evidence: first.evidence.slice(0, 3) }
}
