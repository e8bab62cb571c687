import { soughtLists, soughtTexts } from '../../facts.ts'
import type { FieldValue, Quote } from '../../storage/tables/drafts.ts'
import type { Finding, FoundProfile } from '../../tools/drafts/drafter.ts'
import type { Site } from './extract.ts'
import { findCategory } from './facts/category_names.ts'
import type { Evidence, ExtractedProfile, Proven } from './profile.ts'

/** A profile as operations know it. */
export function presentFound(profile: ExtractedProfile, { categories = [] }: Site): FoundProfile {
  const fields: FoundProfile['fields'] = {}
  for (const name of soughtTexts) {
    const proven = profile[name]
    fields[name] = proven === null ? null : finding(String(proven.value), proven.evidence)
  }
  for (const name of soughtLists) {
    const proven = profile[name].slice(0, 20)
    if (name === 'categories') {
      const filed = proven.flatMap(({ value, evidence }) => {
        const category = findCategory(value, categories)
        return category === null ? [] : [{ value: category.slug, evidence }]
      })
      fields[name] = listed(filed)
    } else fields[name] = listed(proven)
  }
  return {
    fields,
    faqs: profile.faqs.map(({ value, evidence }) => finding(value, evidence)),
    company_socials: socials(profile.company_socials),
    founder_socials: socials(profile.founder_socials),
    founders: profile.founders.map(({ value, evidence }) => finding(value, evidence)),
  }
}

function listed(proven: Proven<string>[]): Finding<FieldValue> | null {
  if (proven.length === 0) return null
  const evidence = proven.flatMap((one, item) => quotes(one.evidence).map((quote) => ({ ...quote, item })))
  return { value: proven.map((one) => one.value), evidence }
}

function socials(proven: ExtractedProfile['company_socials']): Record<string, Finding<string>> {
  return Object.fromEntries(
    Object.entries(proven).map(([platform, one]) => [platform, finding(one.value, one.evidence)]),
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
