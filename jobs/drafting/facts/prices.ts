/*
 * What a line says about money. A price of one's own stands alone ("$9 / month"), with its period; prices
 * in sentences, in cells or with a "~" are somebody else's, an estimate or an example.
 */
import { says } from '../page/reading.ts'

const currency = String.raw`(?:US\$|CA\$|A\$|R\$|[$€£¥₩₹₽]|USD|EUR|GBP|CHF|CZK|Kč|zł|円|元|원|kr\.?)`
const amount = String.raw`\d{1,3}(?:[ ,.’']\d{3}){0,3}(?:[.,]\d{1,2})?|\d{1,7}(?:[.,]\d{1,2})?`
const price = String.raw`(?:${currency}\s?(${amount})|(${amount})\s?${currency})`
const period = String.raw`(?:\/|per|pro|par|por|al|a|za|je|each|every|每|毎)\s*(?:\d+\s*)?(?:(?:active\s*)?(?:user|seat|member|person|developer|editor|agent|nutzer|benutzer|utilisateur|usuario|utente|uživatel|gebruiker|ユーザー)\s*[/,·]?\s*(?:per\s*|a\s*|pro\s*)?)?(?:mo|mth|month|year|yr|week|monat|jahr|mois|an|mes|año|mese|anno|mês|měsíc|měsíčně|rok|maand|jaar|月|年|월|년|месяц|мес)(?![\p{L}])`
const shortPeriod =
  /^\s*(?:\/|per|pro|par|por|al|za)\s*(?:(?:user|seat|member)\s*[/,]?\s*(?:per\s*)?)?(?:mo|month|year|yr|monat|jahr|mois|an|mes|año|mese|anno|měsíc|rok|月|年|월|년)/i
/** A price of nothing is a plan only by itself: "€0 / remote" is a fee, "€0 for 30 days" a trial. */
const nothing =
  /^(?:[^\d]{0,5}0(?:[.,]0{1,2})?[^\d]{0,5})\s*(?:(?:\/|per|pro|par|por|al|za)?\s*(?:mo|month|monthly|year|forever|user|monat|mois|mes|mese|měsíc|月|월|always|immer|toujours|siempre|free|no (?:paid tier|card)[\w ]*)\.?)?$/i
const wideYen = /(?:月額|年額|월|매월|毎月)\s*\d/

const standing = new RegExp(
  String.raw`^(?:from|only|just|ab|à partir de|desde|da|od|starting at|starts at|月額|年額|월|每月|毎月)?\s*${price}(?![\d%kKmMbB+]|[.,]\d)`,
  'iu',
)
const recurring = new RegExp(
  String.raw`${period}|\b(?:billed )?(?:monthly|yearly|annually|per annum|mensuel|mensual|mensile|monatlich|jährlich)\b`,
  'iu',
)
const spoken = new RegExp(String.raw`(?<![~≈\d–-])${price}\s*${period}`, 'giu')
const once =
  /\b(?:one[- ]time|once|lifetime|perpetual|perpetua|perpétuelle?|einmalig|paiement unique|pago único|una tantum|jednorázov)\b|買い切り|买断|평생/i

export type PriceLine = { amount: number; recurring: boolean; once: boolean }

const numberOf = (text: string): number => {
  const digits = text.replace(/[ ’']/g, '')
  const plain = /[.,]\d{1,2}$/.test(digits)
    ? digits.replace(/[.,](?=\d{3})/g, '').replace(',', '.')
    : digits.replace(/[.,]/g, '')
  return Number(plain)
}

/** A line that is a price, or null. The line after it may hold the period. */
export function priceLine(text: string, after = ''): PriceLine | null {
  if (text.length > 70 || /[~≈*]|\bvs\b|\bsave\b|\boff\b|\bup to\b/i.test(text)) return null
  const found = standing.exec(text)
  if (!found) return null
  const value = numberOf(found[1] ?? found[2] ?? '')
  if (!Number.isFinite(value)) return null
  if (value === 0 && !nothing.test(text)) return null
  return {
    amount: value,
    recurring: recurring.test(text) || shortPeriod.test(after) || wideYen.test(text),
    once: once.test(text) || (after.length < 40 && once.test(after)),
  }
}

/** Recurring prices said in a sentence: "Starter $79/mo, Growth $199/mo". */
export function spokenPrices(text: string): number[] {
  return [...text.matchAll(spoken)]
    .map((found) => numberOf(found[1] ?? found[2] ?? ''))
    .filter((value) => Number.isFinite(value))
}

const trial =
  /\b(?:trial|try (?:it )?for free|money[- ]back|testversion|testphase|probe(?:monat|zeit|abo)|essai|prueba|prova|zkušební|provalo)\b|\b\d+[- ]?(?:days?|tagen?|giorni|jours|días|dias|dní|dagen)\b|(?<!\d)\d+\s*日間|トライアル|お試し|체험|试用|試用|пробн/i
/** What is free is only a part of the product, or something beside it, or free only for some. */
const part =
  /\b(?:free|kostenlose?[rsnm]?|gratis|gratuite?s?|gratuit[oa])\s+(?:[\w-]+\s+){0,2}(?:tiers?|plans?|trials?|version|edition|accounts?|credits?|shipping|delivery|consultation|demo|quote|returns?|samples?|months?|weeks?|days?|minutes?|hours?|webinar|course|ebook|guide|newsletter|stuff|time|space|memory|ram|hosting|domain|certificates?|models?|(?:api )?keys?|whisper|to start|to try)\b|\bfor (?:students|teachers|non-?profits?|personal|individuals?|solo|small|up to|the first|startups?|non-?commercial|open[- ]source projects)\b|プラン|枠|요금제|套餐|\btarif/i
/** "Free" as a word of price. Free software, royalty-free, free of bugs and a licence's grant are not. */
const libre =
  /\bfree[-\s]+(?:and[-\s]+open[-\s]+source[-\s]+)?software\b|free\/libre|\blibre\b|-free\b|\bfree (?:of (?!charge|cost)|from|form|text|up|memory|space|ram|list|variable|standing)|\bfeel free\b|permission is hereby granted|free to (?:copy|modify|redistribute|share|distribute|use, copy)|free as in|freedom|\bfree source\b|\bfree-(?:form|standing|floating|hand|range|flowing|text|threaded|running|roaming)\b/i

const entirely =
  /\b(?:free forever|forever free|100 ?% free|(?:completely|absolutely|totally|entirely|always(?: be)?|truly) free\b|free of (?:charge|cost)|(?:provided|available|offered|maintained and provided) for free|free to use(?!,)|free for (?:everyone|everybody|all)|no subscription\b.{0,20}\bno (?:paywall|fees?|account)|at no cost|costs nothing|is free, always|dauerhaft kostenlos|komplett kostenlos|völlig kostenlos|entièrement gratuit|totalmente grat(?:is|uito)|completamente gratuit[oa]|zcela zdarma)\b|完全無料|完全免费|永久免费|완전 무료|полностью бесплатн/i
const foreignFree =
  /\b(?:kostenlos(?:e[rsnm]?)?|kostenfrei|gratuit(?:e|s|es|ement)?|gratuit[oa]s?|gratis|zdarma|bezpłatn\w+|darmow\w+|ücretsiz|ingyenes)\b|無料|免费|免費|무료|бесплатн/i

/**
 * Does a sentence say that the product itself costs nothing? A trial, a free plan beside others and an
 * open-source licence do not say so. `head` lines open the product's own pages; `spoken_of` lines follow its name.
 */
export function saysFree(sentence: string, names: string[], head: boolean, spoken_of = false): boolean {
  if (sentence.length > 500 || trial.test(sentence) || libre.test(sentence)) return false
  if (
    /[?？]$/.test(sentence) ||
    /\b(?:not|isn['’]t|no longer|never|nicht|pas|ne|non)\s+(?:\w+\s+){0,2}(?:free|kostenlos|gratuit|gratis)/i.test(
      sentence,
    )
  )
    return false
  if (part.test(sentence) && !/\b(?:free forever|always (?:be )?free|free of charge)\b/i.test(sentence))
    return false
  if (
    /\b(?:tiers?|plans?|pro|premium|paid|pay (?:only|as|for|per|what)|upgrade|wallet|charged?)\b/i.test(
      sentence,
    )
  )
    return false
  const named = says(sentence, names) || /\bthis (?:service|tool|app|site|software|product)\b/i.test(sentence)
  const meant = spoken_of && /^(?:\W*(?:yes|no)\W+)?(?:it|it['’]s)\b/i.test(sentence)
  if (entirely.test(sentence)) {
    if (named || meant || /^everything\b.*\bfree forever\b/i.test(sentence)) return true
    return head && !/\bfree of (?:charge|cost)\b|\bat no cost\b|costs nothing/i.test(sentence)
  }
  if (says(sentence, names) && foreignFree.test(sentence)) return true
  const low = sentence.toLowerCase()
  for (const name of names) {
    const at = low.indexOf(name.toLowerCase())
    if (at === -1) continue
    const after = low.slice(at + name.length)
    if (
      /^[®™]?\s*(?:is|was|remains|will always be|is and will always be)\s+(?:(?:a|an|the|and|open|source|open-source|fully|simple|small|fast|modern|,)\s*){0,5}free\b(?!\s+(?:and|&)\s+open[-\s]source\s*(?:software|project|tool)?[.,]?$)/.test(
        after,
      )
    ) {
      return true
    }
    if (/^[®™]?\s*is (?:open[- ]source and free|free and open[- ]source)\b/.test(after)) return true
  }
  // A line of its own on the product's page: "Absolutely free (even for hosting providers)".
  if (head && /^[\W_]*(?:absolutely|completely|100 ?%|totally|entirely) free\b/i.test(sentence)) return true
  // The head of the page calls the product so: "A free, open-source desktop app for …".
  return head && /^(?:(?:a|an|the) free(?: and |,|-|\s)|free, )[\w\s,&-]{3,}/i.test(sentence)
}

export const freePlan =
  /\b(?:free (?:tier|plan|forever|version|edition)|free to start|kostenloser? (?:tarif|plan|version)|plan gratuit|version gratuite|plan gratis|piano gratuito|tarif zdarma|verze zdarma)\b|無料プラン|免费版|무료 플랜/i
export const freeHeading =
  /^(?:free|kostenlos|gratuit|gratis|gratuito|zdarma|無料|免费|무료|community|бесплатно|free (?:plan|tier|forever))$/i
export const paidHeading =
  /^(?:pro|plus|premium|business|team|teams|enterprise|starter|growth|scale|professional|basic|standard|agency|unlimited|ultimate|プレミアム|有料|pro \+|ビジネス|프리미엄|专业版|企业版)(?: (?:plan|tier|edition))?$/i
export const askForPrice =
  /^(?:custom(?: pricing)?|contact (?:us|sales)|talk to (?:us|sales)|let['’]s talk|auf anfrage|sur devis|na vyžádání|individual|お問い合わせ|문의)$/i
export const isTrial = (text: string): boolean => trial.test(text)
export const payPerUse =
  /\b(?:pay[- ](?:as[- ]you[- ]go|per[- ](?:use|report|request|query))|usage[- ]based|metered)\b/i
export const isOnce = (text: string): boolean => once.test(text)

/** A line that sells something beside what is free. */
export const sellsMore = (text: string): boolean =>
  /\b(?:upgrade to (?:pro|premium|plus|a paid)|paid (?:plans?|tiers?|version|features?|subscription)|premium (?:plans?|version|features?|subscription)|pro (?:plans?|version|licen[cs]e)|buy (?:credits|a licen[cs]e)|pay (?:only )?(?:for what|as you)|in-app purchases?|(?:monthly|annual|yearly) subscription)\b/i.test(
    text,
  ) && !/\b(?:no|without|not|never|instead of|unlike|zero)\b/i.test(text)
