// Invented pages in twenty languages, each with one fact or one trap: what a site nobody knows may say of itself. Not
// taken from any site that rules were tuned on.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkEvidence } from '../../../jobs/drafting/proof/evidence.ts'
import { extractProfile } from '../../../jobs/drafting/extract.ts'
import type { ExtractedProfile } from '../../../jobs/drafting/profile.ts'
import { readPage } from '../../../jobs/drafting/page/read_page.ts'

type Case = { kind: string; lang: string; path: string; body: string; want: Record<string, unknown> }
const cases = JSON.parse(readFileSync(new URL('./invented_pages.json', import.meta.url), 'utf8')) as Case[]

const home = 'https://marelo.io/'
const hero =
  '<header><a href="/">Marelo</a></header><h1>Charts that tell the truth</h1><p>Marelo draws sea charts from real soundings.</p>'

/** "START" is a start page of its own; any other body stands on its page beside a start page that tells no fact. */
function draft({ lang, path, body }: Case): ExtractedProfile {
  const page = (of: string, html: string) =>
    readPage({
      url: new URL(of, home).href,
      html: `<!doctype html><html lang="${lang}"><head><title>Marelo</title></head><body>${html}</body></html>`,
      fetched_at: '',
    })
  const pages =
    path === 'START'
      ? [page('/', body)]
      : path === '/'
        ? [page('/', hero + body)]
        : [page('/', hero), page(path, body)]
  const known = { start_url: home, categories: [] }
  return checkEvidence(extractProfile(pages, known), pages, known)
}

const bareUrl = (url: string): string => url.replace(/^https:\/\/(?:www\.)?/, '')

function told(profile: ExtractedProfile, field: string): unknown {
  if (field === 'founders') return profile.founders.map(({ value }) => value.name)
  if (field === 'faqs') return profile.faqs.map(({ value }) => value.question)
  if (field === 'features') return profile.features.map(({ value }) => value)
  if (field === 'socials')
    return Object.fromEntries(
      Object.entries(profile.company_socials).map(([platform, one]) => [platform, bareUrl(one.value)]),
    )
  return profile[field as 'name']?.value ?? null
}

describe.each([...Map.groupBy(cases, ({ kind }) => kind)])('%s of a stranger’s site', (_, some) => {
  it.each(some.map((one) => [`${one.lang} ${one.path} ${one.body.slice(0, 150)}`, one] as const))(
    '%s',
    (__, one) => {
      const profile = draft(one)
      for (const [field, wanted] of Object.entries(one.want))
        if (field === 'features' && (wanted as string[]).length > 0)
          for (const feature of wanted as string[])
            expect(told(profile, field)).toContainEqual(expect.stringContaining(feature))
        else expect(told(profile, field)).toEqual(wanted)
    },
  )
})
