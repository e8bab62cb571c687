import { describe, expect, it } from 'vitest'
import { benchDrafts } from '../../bench/drafts.ts'
import { dataIsHere } from '../../bench/snapshot_site.ts'

describe.skipIf(!dataIsHere())('36 real sites, against what a person read on them', () => {
  it('gives no false value, falls into no trap and misses no more than issue 5 allows', () => {
    const { failures, lost } = benchDrafts()
    expect(failures).toEqual([])
    expect(lost).toEqual([])
  }, 60_000)
})
