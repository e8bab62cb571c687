// The drafter as operations and jobs know it: pages in, a profile out whose every value has passed the evidence check.
import { setImmediate } from 'node:timers/promises'
import type { FieldValue, Quote } from '../../storage/schema.ts'
import type { Drafter, Finding, FoundProfile } from '../../tools/drafts/drafter.ts'
import { listFields, textFields } from '../../tools/drafts/fields.ts'
import { checkEvidence } from './evidence.ts'
import { extractProfile, type Site } from './extract.ts'
import type { Evidence, ExtractedProfile, Proven, ReadPage } from './profile.ts'
import { readPage } from './read_page.ts'

/** Writes a profile with a language model. What it writes is believed by nobody before it is checked. */
export type ModelDrafter = {
  name: string
  write(pages: ReadPage[], site: Site, signal: AbortSignal | undefined): Promise<ExtractedProfile>
}

/** Without a model the drafter is extractive; with one, it falls back to that and says so. */
export function openDrafter(
  model: ModelDrafter | null,
  complain: (error: unknown) => void = () => {},
): Drafter {
  return {
    async draft(pages, { start_url, categories, signal }) {
      const read: ReadPage[] = []
      for (const page of pages) {
        read.push(readPage(page))
        // Reading a page is work of a moment, but callers of the service should not wait for twelve.
        await setImmediate()
      }
      const site = { start_url, categories }
      const notices = read[0]?.client_rendered === true ? ['client_rendered'] : []
      const checked = (profile: ExtractedProfile) => presented(checkEvidence(profile, read, site), site)
      if (model !== null) {
        try {
          return { found: checked(await model.write(read, site, signal)), drafted_by: model.name, notices }
        } catch (error) {
          complain(error)
          notices.push('model_failed')
        }
      }
      return { found: checked(extractProfile(read, site)), drafted_by: 'extractive', notices }
    },
  }
}

function presented(profile: ExtractedProfile, { categories = [] }: Site): FoundProfile {
  const slugs = new Map(
    categories.flatMap(({ slug, name }) => [[slug, slug] as const, [name, slug] as const]),
  )
  const fields: FoundProfile['fields'] = {}
  for (const name of textFields) {
    const found = profile[name]
    fields[name] = found === null ? null : finding(String(found.value), found.evidence)
  }
  for (const name of listFields) {
    const found = profile[name].slice(0, 20)
    if (name === 'categories') {
      const known = found.flatMap(({ value, evidence }) => {
        const slug = slugs.get(value)
        return slug === undefined ? [] : [{ value: slug, evidence }]
      })
      fields[name] = listed(known)
    } else fields[name] = listed(found)
  }
  return {
    fields,
    faqs: profile.faqs.map(({ value, evidence }) => finding(value, evidence)),
    company_socials: socials(profile.company_socials),
    founder_socials: socials(profile.founder_socials),
    founders: profile.founders.map(({ value, evidence }) => finding(value, evidence)),
  }
}

function listed(found: Proven<string>[]): Finding<FieldValue> | null {
  if (found.length === 0) return null
  const evidence = found.flatMap((one, item) => quotes(one.evidence).map((quote) => ({ ...quote, item })))
  return { value: found.map((one) => one.value), evidence }
}

function socials(found: ExtractedProfile['company_socials']): Record<string, Finding<string>> {
  return Object.fromEntries(
    Object.entries(found).map(([platform, one]) => [platform, finding(one.value, one.evidence)]),
  )
}

function finding<T>(value: T, evidence: Evidence[]): Finding<T> {
  return { value, evidence: quotes(evidence) }
}

function quotes(evidence: Evidence[]): Quote[] {
  const seen = new Map(
    evidence.map(({ quote, url, where }) => [`${where} ${url} ${quote}`, { quote, url, where }]),
  )
  return [...seen.values()]
}
