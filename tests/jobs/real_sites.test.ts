// Real websites through the product's own crawler, over https on loopback: what the drafter is scored on from files
// must hold for what the service reads.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSite } from '../../jobs/reading/read_site.ts'
import { checkEvidence } from '../../jobs/drafting/proof/evidence.ts'
import { extractProfile } from '../../jobs/drafting/extract.ts'
import type { Category } from '../../jobs/drafting/profile.ts'
import { readPage } from '../../jobs/drafting/page/read_page.ts'
import { openOutbound, type Outbound } from '../../outbound.ts'
import { unpack } from '../../storage/packing.ts'
import { readTruth, scoreProfile, type Score } from '../bench/score_drafts.ts'
import { readSites, startPath } from '../bench/snapshot_site.ts'
import { dataFolder, hasData, openOutside, snapshotHost, type Outside } from '../support/outside.ts'
import { sharedThread } from '../support/shared_thread.ts'
import { some } from '../support/some.ts'

const never_false = [
  'name',
  'founded_year',
  'country',
  'city',
  'contact_email',
  'pricing_model',
  'founders',
  'socials',
]

describe.skipIf(!hasData)('real websites, crawled', () => {
  let outside: Outside
  let outbound: Outbound
  beforeAll(async () => {
    outside = await openOutside(Object.fromEntries(readSites().map(({ host }) => [host, snapshotHost(host)])))
    outbound = openOutbound(outside.options)
  })
  afterAll(async () => {
    await outbound.close()
    await outside.close()
  })

  it('give no false value and fall into no trap, and little is missed', async () => {
    const truths = new Map(readTruth().map((truth) => [truth.host, truth]))
    const categories = JSON.parse(readFileSync(join(dataFolder, 'categories.json'), 'utf8')) as Category[]
    const score: Score = new Map()
    const traps: string[] = []
    const signal = new AbortController().signal
    const crawl = {
      outbound,
      thread: sharedThread,
      clock: () => new Date(0),
      signal,
      public_url: 'https://launch.test',
      pace_ms: 10,
    }
    for (const site of some(readSites(), 3)) {
      const read = await readSite({ url: `https://${site.host}${startPath(site)}`, bare: false }, crawl)
      expect(read.pages.length).toBeLessThanOrEqual(12)
      const pages = read.pages.map((page) => readPage({ ...page, html: unpack(page.html) }))
      const world = { start_url: read.start_url, categories }
      traps.push(
        ...scoreProfile(
          score,
          truths.get(site.host)!,
          checkEvidence(extractProfile(pages, world), pages, world),
        ),
      )
    }
    expect(traps).toEqual([])
    for (const field of never_false) expect(score.get(field)!.false_values, field).toEqual([])
    const recall = (field: string) => score.get(field)!.hit / score.get(field)!.wanted
    expect(recall('name')).toBeGreaterThanOrEqual(0.95)
    expect(recall('tagline')).toBeGreaterThanOrEqual(0.75)
    expect(recall('contact_email')).toBeGreaterThanOrEqual(0.9)
    expect(recall('socials')).toBeGreaterThanOrEqual(0.9)
    expect(recall('faqs')).toBeGreaterThanOrEqual(0.8)
  })
})
it.runIf(!hasData)('skipped: the real sites are not here', () => undefined)
