import { describe, expect, it } from 'vitest'
import { sentences } from '../../../jobs/drafting/page/sentences.ts'
import { cpu_ms } from '../../support/cpu.ts'

describe('sentences', () => {
  it('end where the next begins, and not at an initial or an abbreviation', () => {
    expect(sentences('By Eric S. Raymond. Really?! "Yes." It is 3.5 m... Or more')).toEqual([
      'By Eric S. Raymond.',
      'Really?!',
      '"Yes."',
      'It is 3.5 m...',
      'Or more',
    ])
  })

  it('begin with a name that is written small, and go on behind an abbreviation', () => {
    expect(
      sentences('There won’t be one. marelo is free, ads etc. are not. It is 5 min. from here.'),
    ).toEqual(['There won’t be one.', 'marelo is free, ads etc. are not.', 'It is 5 min. from here.'])
  })

  it.each(['.', '!', '?', '. ', '."'])(
    'of a page that holds nothing but %j take no longer than the page is long',
    (text) => {
      const page = text.repeat(1_000_000 / text.length)
      const started_ms = cpu_ms()
      sentences(page)
      expect(cpu_ms() - started_ms).toBeLessThan(1500)
    },
  )
})
