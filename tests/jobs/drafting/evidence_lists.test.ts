import { describe, expect, it } from 'vitest'
import { checkEvidence } from '../../../jobs/drafting/proof/evidence.ts'
import { emptyProfile } from '../../../jobs/drafting/extract.ts'
import type { ExtractedProfile } from '../../../jobs/drafting/profile.ts'
import { at, check, pages, said, site } from './honest_pages.ts'

describe('a lying model', () => {
  it.each<[string, 'features' | 'categories' | 'tags' | 'founders' | 'faqs', Partial<ExtractedProfile>]>([
    [
      'what the quote denies',
      'features',
      { features: [said('Run on Windows', at('Tide does not run on Windows.'))] },
    ],
    [
      'a category not in the list',
      'categories',
      { categories: [said('Payroll', at('Tide sends invoices for 300 small firms'))] },
    ],
    [
      'a category the quote does not speak of',
      'categories',
      { categories: [said('Invoicing', at('Tide was started by Ana Sea in 2013.'))] },
    ],
    ['a tag that is only asked about', 'tags', { tags: [said('export', at('Can I export?', '/faq'))] }],
    ['a tag not in its quote', 'tags', { tags: [said('payroll', at('Invoices that chase themselves'))] }],
    [
      'a witness as a founder',
      'founders',
      {
        founders: [
          said({ name: 'Jane Doe', title: null, bio: null }, at('Best tool in the world, says Jane Doe.')),
        ],
      },
    ],
    [
      'somebody thanked as a founder',
      'founders',
      {
        founders: [said({ name: 'Rick Moss', title: null, bio: null }, at('and to Rick Moss for the idea.'))],
      },
    ],
    [
      'the founder of another product',
      'founders',
      {
        founders: [
          said(
            { name: 'Lena Page', title: null, bio: null },
            at('Harbour was started by Lena Page in 2011.'),
          ),
        ],
      },
    ],
    [
      'a founder of nothing',
      'founders',
      {
        founders: [
          said(
            { name: 'Rick Moss', title: 'Founder', bio: null },
            at('Tide was started by Ana Sea in 2013.'),
          ),
        ],
      },
    ],
  ])('adds nothing: %s', (_, field, given) => {
    expect(check(given)[field]).toEqual([])
  })

  it.each<[string, ExtractedProfile['company_socials']]>([
    ['an account thanked', { github: said('https://github.com/dave', at('https://github.com/dave')) }],
    ['an account nobody linked', { x: said('https://x.com/tide_official', at('https://x.com/tide_app')) }],
    [
      'a platform that does not fit',
      { facebook: said('https://x.com/tide_app', at('https://x.com/tide_app')) },
    ],
    ['a look-alike host', { x: said('https://x.com.evil.test/tide_app', at('https://x.com/tide_app')) }],
  ])('has no account: %s', (_, company_socials) => {
    expect(check({ company_socials }).company_socials).toEqual({})
  })

  it.each([
    'Tide sends invoices for 300 small firms and reminds their customers.',
    'Yes, certified by ISO 27001.',
    'No.',
  ])('has a question answered by the site, not by "%s"', (answer) => {
    const { faqs } = check({
      faqs: [said({ question: 'Is Tide safe?', answer }, at('Is Tide safe?', '/faq'))],
    })
    expect(faqs.map(({ value }) => value)).toEqual([
      { question: 'Is Tide safe?', answer: 'Yes, invoices stay encrypted.' },
    ])
    expect(faqs[0]!.evidence.map(({ quote }) => quote)).toEqual([
      'Is Tide safe?',
      'Yes, invoices stay encrypted.',
    ])
  })

  it('loses a founder’s invented title and bio but not the founder', () => {
    const quote = 'Tide was started by Ana Sea in 2013.'
    const { founders } = check({
      founders: [said({ name: 'Ana Sea', title: 'Nobel laureate', bio: 'Ana Sea won 3 prizes.' }, at(quote))],
    })
    expect(founders.map((item) => item.value)).toEqual([{ name: 'Ana Sea', title: null, bio: quote }])
  })

  it.each([
    ['Co-founder and maker', 'Co-founder and maker'],
    ['Creator', 'Creator'],
    ['Founder & Nobel laureate', null],
  ])('calls a founder "%s" as far as the site bears it out', (title, told) => {
    const { founders } = check({
      founders: [said({ name: 'Ana Sea', title, bio: null }, at('Tide was started by Ana Sea in 2013.'))],
    })
    expect(founders.map((item) => item.value.title)).toEqual([told])
  })

  it('cannot prove anything by a field of the wrong shape', () => {
    const broken = {
      name: { value: 7, evidence: 'all' },
      founders: [null, { value: null }],
      faqs: [{}],
      features: [{ value: ['x'] }],
      company_socials: { x: { value: {} } },
    }
    const profile = checkEvidence(
      { ...emptyProfile(), ...(broken as unknown as Partial<ExtractedProfile>) },
      pages,
      site,
    )
    expect(profile).toEqual(emptyProfile())
  })
})
