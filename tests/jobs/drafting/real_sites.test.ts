import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { draftAll, scoreAll } from '../../bench/drafts.ts'
import { readTruth } from '../../bench/score_drafts.ts'
import { dataFolder, dataIsHere } from '../../bench/snapshot_site.ts'

describe.skipIf(!dataIsHere())('real sites, against what a person read on them', () => {
  it('gives no false value, falls into no trap and misses no more than it may', () => {
    const later = readTruth(join(dataFolder, 'truth2.jsonl'))
    const drafted = [
      ...draftAll(join(dataFolder, 'sites'), readTruth(), null),
      ...draftAll(join(dataFolder, 'sites2'), later, null),
    ]
    expect(scoreAll(drafted).failures).toEqual([])
  })
})
