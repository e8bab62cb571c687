/*
 * What a sentence says costs nothing: the product for everybody, a plan of it, no plan at all, or something of which
 * nobody could tell. What is beside the product (delivery, a first call), a trial or a question says nothing.
 */
import { matching } from '../page/by_text.ts'
import { says } from '../page/reading.ts'
import { deniesThing, deniesVerb } from '../proof/cues.ts'
import { tokens } from '../proof/words.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'

const { anyOf, saying, setOf } = wordsIn('prices')
const people = wordsIn('people')
const proof = wordsIn('proof')

const costless = anyOf('free')
const plans = anyOf('plans')
const limits = anyOf('limits')
const cores = anyOf('cores')
const count = anyOf('numbers')
/** A plan that costs nothing beside others that do not. */
const freePlan = new Wording(
  [
    `${costless}[ -]?${plans}`,
    `${plans}[ -]?(?:\\p{L}{1,4} )?${costless}`,
    `${costless},? \\(?(?:${anyOf('for')} (?:[\\p{L}-]+ ){1,3})?${limits}`,
    `\\d\\s?\\S{0,12} ?${limits}(?: \\S+){0,2} ?${costless}`,
    `${limits} ${count}(?: \\S+){0,4} ${costless}`,
    `^\\P{L}*(?:\\S+ ){0,2}?${count}(?: \\S+){0,8}? ${costless}`,
    `^\\d[\\d.,]*(?: \\S+){1,4}? ${proof.anyOf('copulas')} ${costless}`,
    `${cores}\\S{0,14}(?: \\S+){0,6}? ?${costless}`,
    `${costless} ${cores}`,
    // "The basic version is in the directory, and is free"
    `^(?:${anyOf('articles')} )?${plans}(?: \\S+){1,8} ${proof.anyOf('copulas')} ${costless}`,
    `^\\P{L}*${costless}(?:[ -]?${plans})? ?[:：–—] ?\\S`,
    `^\\P{L}*${costless} ${anyOf('holds')}`,
    `^[\\p{L} ]{2,24} ?[:：] ?${costless}(?=[.,]|$)`,
    `${costless}(?:,? \\S+){0,3},? ?${anyOf('lasting')}`,
    `${anyOf('lasting')}(?: \\S+){0,2} ?${costless}`,
  ].join('|'),
  'iu',
)
const eachTime = new RegExp(`${anyOf('per')} ?${anyOf('spans')}`, 'giu')
const gratis = new Wording(costless, 'iu')
export const namesPlan = matching(saying('plans'))
const nothing = saying('nothing_paid')
/** "Nothing." or "Nothing, to anyone.", and not "Nothing, if you sail alone.", below what it costs. */
export const isNothing = matching(
  new Wording(
    `^${anyOf('nothing_at_all')}(?:, (?!.*(?:${limits}|${proof.anyOf('conditions')}))(?:[\\p{L}-]+ ?){1,4})?[.!。]?$`,
    'iu',
  ),
)
const cost = saying('free', 'nothing_paid', 'all_free')
export const isOfCost = matching(cost)
/** Free to be read and changed, or of something: not free of charge. */
const libre = new RegExp(anyOf('libre'), 'giu')

/** "Nothing, for up to eight jars", below what it costs. */
export const isNothingWithin = matching(
  new Wording(`^${anyOf('nothing_at_all')}, (?:${anyOf('for')} )?${limits}`, 'iu'),
)

/** What is asked is not said, whatever the answer. */
export const isAsked = (text: string): boolean => /[?？؟]\W*$/.test(text)

export const isTrial = matching(
  new Wording(
    [
      anyOf('trials'),
      `${anyOf('firsts')} ?${count}?(?: \\p{L}+)? ${anyOf('uses', 'spans', 'days')}`,
      `${count} ${costless} ${anyOf('days', 'spans')}`,
      `(?<![\\d.,])\\d+[\\s-]?${anyOf('days')}`,
    ].join('|'),
    'iu',
  ),
)
/** "The first 50 receipts are free, then …", "The first 50 on a new account are free" */
const firstOnly = new Wording(
  `${anyOf('firsts')} ?${count}?(?: \\S+){1,4} ${costless}.*${anyOf('thereafter')}|${anyOf('firsts')} .*${anyOf('welcomes')}`,
  'iu',
)
export const isGone = matching(saying('gone'))

const things = anyOf('asides')
/** What is free is something beside the product, or the making of an account. */
const isAside = matching(
  new Wording(
    [
      `${costless}(?: \\S+){0,2} ${things}`,
      `${things}:?(?:(?: [^\\s,;]+){0,6} |\\p{Script=Hiragana}{0,4})${costless}`,
      `${anyOf('joining')}(?: \\S+){0,4} ${anyOf('accounts')}`,
    ].join('|'),
    'iu',
  ),
)

export const isFreeHeading = matching(
  new Wording(`^(?:${costless}(?:[ -]?${plans})?|${plans}[ -]?${costless}|community)$`, 'iu'),
)
/** "Contact sales", "Free up to five people", where a price stands. */
export const asksToAsk = matching(new Wording(`^${anyOf('on_request')}$`, 'iu'))
export const opensFree = matching(new Wording(`^${costless}`, 'iu'))
/** What a plan's card says in the place of a price: "Free for two", "Nothing". */
export const tellsNothing = (text: string): boolean => opensFree(text) || isNothing(text)
export const isPaidHeading = matching(
  new Wording(`^(?:${anyOf('paid_plans')}(?:[ -]?${plans})?|${anyOf('on_request')})$`, 'iu'),
)

export const denies = (text: string): boolean =>
  tokens(text).some(({ word }) => deniesThing.has(word) || deniesVerb.has(word))

/** "For everyone who owns a sensor" is for some. */
const noSome = `(?! (?:\\p{L}+ )?${anyOf('whoever')})`
const forSome = ` ${anyOf('for')} (?!${anyOf('everyone', 'all_people')}${noSome})`
/** "For carriers Acme is free" */
const forSomeFirst = new Wording(`^\\P{L}*${anyOf('for')} (?!${anyOf('everyone', 'all_people')})`, 'iu')
const isPart = saying('parts')
/** "No partner offers" are no part. */
const without = new RegExp(`${proof.anyOf('denies_thing')}(?: \\P{L}?[\\p{L}-]+){1,2}`, 'giu')
const wholly = `(?:${anyOf('wholly')} ?${costless}|${costless} ${anyOf('wholly')})`
/** "Free for everybody", "mindenki számára díjmentes". */
const everybody = `(?:${anyOf('for')} )?${anyOf('all_people')}(?: ${anyOf('for')})?`
const forAll = new Wording(
  `${costless},? ?${everybody}${noSome}|${everybody} ?(?:[\\p{L}]+ )?${costless}`,
  'iu',
)
const using = anyOf('using')
const mayUse = new Wording(
  `${using}(?: \\S+){0,2}(?: is)? ?${costless}|${costless}(?: \\S+){0,2} ?${using}`,
  'iu',
)
/** "Teachers use it free": some do. */
const someUse = new Wording(`${anyOf('groups')}.*${using}`, 'iu')
/** "Charities pay nothing." */
const somePayNothing = new Wording(
  `^\\P{L}*(?:\\p{L}+ )?${anyOf('groups')}.*${anyOf('nothing_paid')}(?! ${anyOf('extras')})`,
  'iu',
)
/** The whole of it, in words that leave no part out. */
const whole = new Wording(`${anyOf('all_free')}|${wholly}(?!${forSome})`, 'iu')
const copula =
  '(?<!\\p{L})(?:is|was|remains|be|ist|sind|est|es|è|é|este|jest|je|är|er|on|είναι|διατίθεται|stays?|bleibt|reste|resta|rimane|blijft|zostaje|zůstane|förblir)(?: [\\p{L}\\d.-]+,?){0,3} '
const products = anyOf('products')
const isFree = new Wording(`(?:${copula}|は)${costless}(?!${forSome})|${costless}使用`, 'iu')
/** "Acme is free for trips of up to three days." */
const freeWithin = new Wording(`${copula}${costless} ${anyOf('for')}(?: \\S+){1,4} ${limits}`, 'iu')
const start = `^\\P{L}*(?:${anyOf('articles')}['’ ] ?)?`
/** "Die App ist …": the product as the subject, without its name. */
const ofProduct = new RegExp(`${start}(?:[\\p{L}-]+ )?${products}`, 'iu')
/** "Free in the browser", "A free tool for …": of whatever the page is about. */
const alone = new Wording(
  [
    `${start}${wholly}`,
    '^\\P{L}*is free\\W*$',
    `${start}(?:[\\p{L}-]+ ${people.anyOf('and')} )?${costless}(?:です)?(?:[.!。](?:$|\\s)|、|,? ?[&·]|, | ${anyOf('for', 'where')}|,? (?:${people.anyOf('and')} )?${proof.anyOf('denies_thing')}|(?: [\\p{L}-]+,?){0,5} ${products})`,
    `^\\P{L}*(?:${costless} ${anyOf('getting')}|${anyOf('getting')} (?:it )?(?:${anyOf('for')} )?${costless})`,
  ].join('|'),
  'iu',
)

const gifts = `(?<!${proof.anyOf('denies_verb')} |n['’]t )${anyOf('gifts')}`
const namesGifts = saying('gifts')
const givenTo = new Wording(`(?:^|${start}${anyOf('ourselves', 'products')}(?!\\p{L}).*)${gifts}`, 'iu')
const given = new RegExp(gifts, 'iu')
/** Gifts pay for what speaks or is named before them, or nobody who uses it does. */
export const livesOnGifts = (text: string, names: string[]): boolean =>
  namesGifts.test(text) &&
  (givenTo.test(text) || says(text.split(given, 1)[0]!.slice(-40), given.test(text) ? names : []))

const denied = `${proof.anyOf('denies_thing')} (?:\\p{L}+ ){0,3}`
/** "It has no paid edition": what else is paid for is of others. */
export const deniesPaid = matching(new Wording(`${denied}${anyOf('paid_plans', 'paid')}`, 'iu'))
/** "There is no paid edition and nothing is held back.", "No ads, no paywall." */
export const hasNoPaidPlan = matching(
  new Wording(
    `${denied}(?:${anyOf('paid', 'paid_plans')} ${plans}|${plans} ${anyOf('paid')}|${anyOf('paywalls')}).*\\.$`,
    'iu',
  ),
)

const needsMore = new Wording(`${costless}.*${anyOf('needs_more')}`, 'iu')

/** "It is free", "Use it at work, no fee to anyone." */
const isItself = new Wording(`^(?:${anyOf('using')} )?${anyOf('itself')} `, 'iu')

type Speaker = { names: string[]; head: boolean; first: boolean; spoken_of: boolean }

/** Does the sentence say that the product, whole and for everybody, costs nothing? */
function isWhole(sentence: string, { names, head, first, spoken_of }: Speaker): boolean {
  const forEverybody = forAll.test(sentence)
  const all = forEverybody || whole.test(sentence)
  if (isPart.test(sentence.replace(without, ' ')) && !all) return false
  const named =
    says(sentence, names) ||
    (spoken_of && isItself.test(sentence)) ||
    (head && /^\W*(?:yes|no)\W+it\b/i.test(sentence)) ||
    (head && ofProduct.test(sentence))
  return (
    (head && (forEverybody || (mayUse.test(sentence) && !someUse.test(sentence)))) ||
    (named && (all || isFree.test(sentence))) ||
    (head && (first || sentence.length < 12) && sentence.length < 120 && alone.test(sentence))
  )
}

type Freedom = 'free' | 'plan' | 'open' | ''

export function freedomOf(whole: string, speaker: Speaker): Freedom {
  const text = whole.split('; ').find(isOfCost) ?? whole
  if (text.length > 500 || !isOfCost(text) || isAsked(text)) return ''
  const sentence = text.replace(nothing, 'is free').replace(libre, 'open')
  const plan = freePlan.exec(sentence)
  const said = plan ?? cost.exec(sentence)
  if (!said || isDenied(sentence, said.index + (gratis.exec(said[0])?.index ?? 0))) return ''
  // "The first ten of each month" are no months.
  const lasting = sentence.replace(eachTime, ' ')
  const isFirst = lasting === sentence && firstOnly.test(lasting)
  if (isTrial(lasting) || isAside(lasting) || isFirst || needsMore.test(sentence)) return ''
  if (somePayNothing.test(text)) return 'plan'
  const isForSome = forSomeFirst.test(sentence) && !forAll.test(sentence)
  if (isWhole(sentence, speaker)) return isForSome ? 'plan' : 'free'
  if (plan || (says(sentence, speaker.names) && freeWithin.test(sentence))) return 'plan'
  const open =
    isFreeHeading(text) ||
    (text.length < 60 && nothing.test(text)) ||
    namesPlan(sentence.replace(gratis, ' '))
  return open ? 'open' : ''
}

const afterDenial = setOf('after_denial')
/** "There is no free plan", "Ein kostenloser Tarif fehlt nicht": in the clause of what is free, before it or at its end. */
function isDenied(sentence: string, at: number): boolean {
  const clauses = /[,;:—]\s|\s–\s|、/
  const before = tokens(sentence.slice(0, at).split(clauses).at(-1) ?? '')
  const after = tokens(sentence.slice(at).split(clauses)[0] ?? '').filter(({ kind }) => kind !== 'stop')
  const last = after.at(-1)?.word ?? ''
  return (
    isGone(sentence) ||
    (deniesVerb.has(last) && last !== 'never') ||
    // "Wersji darmowej nie ma."
    (after.length > 2 && deniesVerb.has(after.at(-2)!.word) && afterDenial.has(last)) ||
    before.some(({ word }, nth) => deniesVerb.has(word) || (deniesThing.has(word) && nth > before.length - 3))
  )
}

const asksCost = saying('costs_anything')
const isNo = new Wording(`^${anyOf('noes')}(?=$|[\\s.,!—–-])`, 'iu')
export const opensWithNo = (text: string): boolean => isNo.test(text)
export const isBareNo = (text: string): boolean => text.length < 8 && opensWithNo(text)
/** "Does it cost anything?" – "No." */
export const answersCostless = (question: string, answer: string): boolean =>
  asksCost.test(question) && isNo.test(answer)

/** "Is there a free plan?", "Is Acme free?" */
export const asksForFreePlan = (text: string, names: string[]): boolean =>
  text.length < 120 &&
  isAsked(text) &&
  !isTrial(text) &&
  (freePlan.test(text) || (text.length < 50 && says(text, names) && isOfCost(text) && !isAside(text)))
