import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { draftAll, scoreAll } from '../../bench/drafts.ts'
import { readTruth } from '../../bench/score_drafts.ts'
import { dataFolder, dataIsHere, halvesOf } from '../../bench/snapshot_site.ts'

describe.skipIf(!dataIsHere())('real sites, against what a person read on them', () => {
  it('gives no false value and falls into no trap', () => {
    const later = readTruth(join(dataFolder, 'truth2.jsonl'))
    const halves = halvesOf(
      later,
      ({ host }) => host,
      ({ origin }) => origin ?? '',
    )
    const drafted = [
      ...draftAll(join(dataFolder, 'sites'), readTruth(), null),
      ...draftAll(join(dataFolder, 'sites2'), later, halves).filter(({ half }) => half === 'tuned'),
    ]
    const { failures } = scoreAll(drafted)
    expect(failures.filter((failure) => /^(?:false|trap)/.test(failure))).toEqual([])
  }, 90_000)
})
