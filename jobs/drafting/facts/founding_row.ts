/*
 * A sentence that tells of a beginning as a row of letters, one for each of its parts, so that a few patterns over the row
 * read it in any language:
 *   U we, our names, "our firm" · S our name's · K a firm of no owner · Y a year · P people · V began · X opened · v beginning · W made · N founder ·
 *   M maker · B by · b by (behind the name) · A of, by · L for, with, at · t the · i it, they · r who · g what only joins ·
 *   o another name · w another word · , comma · | stop
 */
import type { Line } from '../page/lines.ts'
import { givesOurMail, legalForm, legalForms, owner } from '../page/own_names.ts'
import { type CrawledSite, says } from '../page/reading.ts'
import { copulas, glue, prepositions, whens } from '../proof/cues.ts'
import { bare } from '../words/spelling.ts'
import { inAnyCase, wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { remembered } from './sightings.ts'
import { first, lettersOf, meant, type Part, whoIsMeant } from './who_is_meant.ts'
import {
  honorifics,
  isGiven,
  isPersonName,
  opensPlace,
  people,
  peopleIn,
  peopleOf,
  withoutAsides,
  withSurnames,
} from './person_names.ts'

const { anyOf, setOf, saying } = wordsIn('founding')
const products = wordsIn('proof').anyOf('product_nouns')

export type Row = { letters: string; parts: Part[]; text: string; before: string }

const kinds = `(?:${anyOf('kinds')} ){0,2}`
const list = new RegExp(people, 'uy')
const word = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.&-]*(?<![.'’-])/uy
const letterPatterns: [string, string][] = [
  ['Y', String.raw`(?:1[89]|20)\d\d(?:['’-]\p{Ll}{2,4}(?!\p{L}))?(?![\d%]|s(?!\p{L})|[.,/-]\d)`],
  ['B', `${anyOf('initiative')} (?:de|di|von|of|d(?=['’]))`],
  [
    'V',
    `(?:${anyOf('drawn')} ${anyOf('and')} )?${anyOf('founded', 'started')}(?:,? (?:${anyOf('and')} )?${anyOf('runs')}){0,2}(?: ${anyOf('and')} ${anyOf('makes')})?`,
  ],
  ['v', anyOf('beginnings')],
  ['X', anyOf('opens')],
  ['W', anyOf('makes', 'drew')],
  ['N', anyOf('founders')],
  ['M', anyOf('authors')],
  [
    'U',
    `(?:${anyOf('ones')} |l['’])${kinds}(?:\\p{Ll}+ (?=winkel|zaak))?(?:${anyOf('firms')}|${products})|${anyOf('ours')} ${anyOf('stories')}`,
  ],
  ['U', anyOf('we', 'first_ones')],
  ['K', `${kinds}(?:${anyOf('firms')}|${products})`],
]
/** All of them at once: the group that matches tells which. */
const anyKnown = new RegExp(
  `(?:${letterPatterns.map(([, pattern]) => `(${pattern})`).join('|')})(?!\\p{N})`,
  'iuy',
)
/** Is anything of a beginning said at all? */
const cue = saying(
  'founded',
  'started',
  'beginnings',
  'opens',
  'makes',
  'drew',
  'founders',
  'authors',
  'first_ones',
)
export const tellsOfFounding = (text: string): boolean => cue.test(text)

const smallWords = Object.entries({
  B: 'by',
  b: 'by_behind',
  A: 'of',
  L: 'with',
  t: 'articles',
  i: 'they',
  r: 'who',
}).map(([letter, name]) => [letter, setOf(name)] as const)
const joining = [
  setOf('joining'),
  setOf('months'),
  wordsIn('prices').setOf('numbers'),
  glue,
  prepositions,
  copulas,
  wordsIn('proof').setOf('bounds'),
  whens,
]
const locatives = setOf('locatives')
const weSaid = new Wording(`${anyOf('we_are')}\\s+(${people})`, 'iu')
const both = new Wording(`^${anyOf('both')}`, 'iu')

/** The letter of a word that is no name: by, of, an article, a pronoun, one that only joins, or any other. */
function letterOf(text: string, lang = 'en'): string {
  const low = bare(text.toLowerCase())
  if (low === 'a') return lang === 'en' ? 't' : 'g'
  for (const [letter, words] of smallWords) if (words.has(low)) return letter
  // "Marco" is a name, though without accents a month is written so.
  return (text !== 'Marco' && joining.some((set) => set.has(low))) || /^\d+(?:st|nd|rd|th)?$/.test(low)
    ? 'g'
    : 'w'
}

/** Endings that say where. */
const inPlace = new Map([
  ['tr', /['’][dt][ae]n?$/],
  ['hu', /(?:b[ae]n|[oeö]tt|[oóöőeéaá]n)$/],
  ['fi', /ss[aä]$/],
])
/** A capital is another's name, unless a place stands there ("in Lund", "İstanbul'da"), or all nouns have one. */
function nameOrWord(text: string, before: string, lang: string): string {
  const letter = letterOf(text, lang)
  if (letter !== 'w' || !/^\p{Lu}/u.test(text)) return letter
  if (locatives.has(before.toLowerCase()) || inPlace.get(lang)?.test(text)) return 'g'
  return lang === 'de' ? 'w' : 'o'
}

/** Languages in which a calling stands before a name without an article, and few people have three names. */
const callings = /^(?:de|nl|sv|da|no|nb|fi|et|cs|sk|pl|sl|hr|lt|lv)/
/** Languages that change the end of a name: "Kojadla", "Кройку". */
const inflects = /^(?:ru|uk|be|bg|pl|cs|sk|hr|sl|sr|lt|lv|el|hu|fi|et|tr)/
const firm = String.raw`\p{Lu}[\p{L}&'’.-]*(?: (?:&|\p{Lu}[\p{L}&'’.-]*)){1,3}`
/** "Old Mill Games, Leeds | …", beside a mailbox of ours. */
const opensFirm = new RegExp(`^(${firm})\\s*[,|·–—]`, 'u')
/** "Acme is run by Old Mill Pty Ltd" */
const byFirm = new Wording(
  `(?:${anyOf('runs', 'makes')}) ${anyOf('by')} (${firm} ${legalForms})(?!\\p{L})`,
  'u',
)
function signerIn({ kind, region, text, not }: Line, site: CrawledSite): string | undefined {
  if (text.length >= 200 || not === 'credit' || kind !== 'visible') return undefined
  const isFoot = region === 'footer' || /^(?:©|\(c\))/i.test(text)
  const beside = givesOurMail(text, site) ? opensFirm.exec(text)?.[1] : undefined
  const by = says(text, site.names) ? byFirm.exec(text)?.[1] : undefined
  return (
    (isFoot ? owner.exec(text)?.[1]?.replace(/\.$/, '') : undefined) ??
    by ??
    (beside !== undefined && !(isPersonName(beside) && isGiven(beside)) ? beside : undefined)
  )
}
/** Those who sign the feet of the pages, with and without their legal form: "© 2024 Lohse Software GmbH". */
export const signers = remembered((site): string[] => {
  const signed = site.lines.flatMap((line) => signerIn(line, site) ?? [])
  // "© 2021–2026" names nobody.
  const named = new Set(signed.filter((name) => /\p{L}/u.test(name)))
  // "Acme Inc. was founded …": the dot is part of the name.
  return [...named].flatMap((name) => [`${name}.`, name, legalForm.exec(name)?.[1] ?? []].flat())
})
const firstArticle = new Wording(`^${anyOf('articles')}\\s(?=\\p{Lu})`, 'iu')
/** A vowel that goes where the end of a Slavic name changes. */
const fleeting = /(?<=\p{L}{2}\p{Ll})[eoеё](?=[ckкц]$)/u
const ownForms = remembered((site) =>
  [...site.names, ...site.called, ...signers(site)]
    .flatMap((name) => [name, name[0]!.toUpperCase() + name.slice(1), name.replace(firstArticle, '')])
    // "Wynalazek" is bent as "Wynalazka".
    .flatMap((name) => (inflects.test(site.start.lang) ? [name, name.replace(fleeting, '')] : name))
    .toSorted((one, other) => other.length - one.length),
)
/** What may follow a name and belongs to it, and then no more letters. */
const endOfName = (ending: string): RegExp =>
  new RegExp(
    `(?:${ending}(?!\\p{L}))?[®™]?(?:(?: \\p{Lu}\\p{L}+){0,2},? ${legalForms}\\.?)?(?: development| project|['’]s ${anyOf('stories')})?(['’]s)?(?![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}]|['’]\\p{L}|-\\p{L})`,
    'uy',
  )
const plainEnd = endOfName('e?[ns]')
const inflectedEnd = endOfName("\\p{Ll}?[’']?\\p{Ll}{1,4}")

/** What a sentence says at one place: the longest thing that is known there. */
function partAt(text: string, at: number, parts: Part[], before: string, site: CrawledSite): Part {
  const part = (letter: string, said: string, names: string[] = []): Part => ({
    letter,
    text: said,
    at,
    names,
  })
  const take = (pattern: RegExp, from = at): RegExpExecArray | null => {
    pattern.lastIndex = from
    return pattern.exec(text)
  }
  const isInflected = inflects.test(site.start.lang)
  for (const name of ownForms(site)) {
    const stem = isInflected ? name.replace(/(?<=\p{L}{4})[aoeаяоеыию]$/u, '') : name
    const end = text.startsWith(stem, at)
      ? take(isInflected ? inflectedEnd : plainEnd, at + stem.length)
      : null
    if (end) return part(end[1] === undefined ? 'U' : 'S', stem + end[0])
  }
  // "Bramble was started by …" on the site of Bramble Queue.
  const [, opening] = at === 0 ? (/^(\p{Lu}\p{L}{3,}) \p{Ll}/u.exec(text) ?? []) : []
  if (opening && site.names.some((name) => name.startsWith(`${opening} `))) return part('U', opening)
  // "Ana Sea started the Board in 2006"
  const [ours, end = ''] =
    /^(?:the|our) (\p{Lu}\p{L}{3,})(?![\p{L}-]| \p{Lu})/u.exec(text.slice(at, at + 40)) ?? []
  if (ours && site.names.some((name) => name.endsWith(end))) return part('U', ours)
  const mark = text[at]!
  if (!/[\p{L}\p{M}\p{N}]/u.test(mark))
    return part(/[,:(–—·|،、，"“”„«»]/u.test(mark) ? ',' : /[;.!?]/.test(mark) ? '|' : '', mark)
  const pronoun = /^\p{L}*/u.exec(text.slice(at, at + 8))![0].toLowerCase()
  // "I" is "in" in Danish.
  const isMe = first.has(pronoun) && (pronoun !== 'i' || (mark === 'I' && site.start.lang === 'en'))
  // "We are Ana Sea and Ben Ort. We founded Acme …"
  const us =
    /^(?:we|wir|nous|wij|vi)$/.test(pronoun) && ownForms(site).some((name) => text.includes(name, at))
      ? peopleOf(weSaid.exec(withoutAsides(before))?.[1] ?? '')
      : []
  const me = us.length > 0 ? us : isMe ? meant(pronoun, parts, before) : undefined
  if (me) return part('P', text.slice(at, at + pronoun.length), me)
  const [said, ...groups] = take(anyKnown) ?? []
  const pair = both.exec(text.slice(at, at + 24))?.[0]
  const two = pair === undefined ? [] : [...new Set(peopleIn(before + text.slice(0, at)).flat())]
  if (two.length === 2) return part('P', pair!, two)
  // "A company" is one of many; in Portuguese it is this one.
  const isAny = /^a\s/i.test(said ?? '') && /^en/.test(site.start.lang)
  if (said !== undefined && !isAny)
    return part(letterPatterns[groups.findIndex((group) => group !== undefined)]![0], said)
  const [most = ''] = take(list) ?? []
  // "startade Elin Bo Tide": her name ends where ours begins.
  const own = ownForms(site).find((name) => name.length > 2 && most.includes(` ${name}`))
  const listed = own === undefined ? most : most.slice(0, most.indexOf(` ${own}`))
  const names = listed !== '' && letterOf(listed.split(/\s/)[0]!) === 'w' ? peopleOf(listed) : []
  const last = names.at(-1) ?? ''
  // "Zahradnice Jana Nová": the word that opens a sentence may be what they do.
  if (callings.test(site.start.lang) && names[0] && (parts.at(-1)?.letter ?? '|') === '|')
    names[0] = names[0].replace(/^\p{L}+ (?=\p{Lu}\p{L}+ \p{Lu}\p{L}+$)/u, '')
  const upTo = listed.lastIndexOf(last) + last.length
  const isPlace = opensPlace(parts.at(-1)?.text ?? '', site.start.lang)
  if (last !== '') return isPlace ? part('o', listed.slice(0, upTo)) : part('P', listed.slice(0, upTo), names)
  const [one = mark] = take(word) ?? []
  // "a" before a name is no article: "a Milano".
  if (one === 'a' && /^ \p{Lu}/u.test(text.slice(at + 1))) return part('g', one)
  const called = whoIsMeant(one, parts, before, site)
  if (called.length > 0) return part('P', one, called)
  return part(nameOrWord(one, parts.at(-1)?.text ?? '', site.start.lang), one)
}

/** "My parents' nursery (they opened it in 1979)" */
const ofThem = new Wording(`^${anyOf('they_people')} `, 'iu')
/** "The bakery (since 1911)" */
const sinceWhen = new Wording(`^${anyOf('since')}`, 'iu')
/** "The first version of Acme", "the first Acme", and "the first acme" where the name is written small. */
const firstVersion = remembered((site) => {
  const small = ownForms(site).filter((name) => /^\p{Ll}/u.test(name))
  const names = ['\\p{Lu}', ...small.map((name) => `${RegExp.escape(name)}(?!\\p{L})`)].join('|')
  return new RegExp(
    `${inAnyCase(anyOf('first_versions'))}|${inAnyCase(anyOf('firsts'))}(?= (?:${names}))`,
    'gu',
  )
})
/** "They set it up" */
const itUp = /(?<=(?:^|\s)set) (it|this) up(?!\p{L})/gu
const rowsOf = remembered(() => new Map<string, Row>())
/** The sentence as a row of letters, read with what stands before it. */
export function rowOf(raw: string, before: string, site: CrawledSite): Row {
  const rows = rowsOf(site)
  const key = `${before}\n${raw}`
  const row = rows.get(key) ?? readRow(raw, before, site)
  rows.set(key, row)
  return row
}

/** "Acme, which they opened in 2021", "Acme is what she made" */
export const isOfUsBefore = (before: string): boolean => /U(?:,?r[gt]*|g[gtwr]{1,2})P$/.test(before)
/** "The first version was a script, written by Ana Sea" */
export const isOfUsAside = (before: string, after: string): boolean =>
  /^[gt]*U(?!o)[^|PVXW]*,$/.test(before) && /^[gt]*[BA]/.test(after)

/** Does the text begin with us: "we …", "our bakery …", "Acme, …"? */
export const startsWithUs = (text: string, site: CrawledSite): boolean =>
  /^[gt,]*(?:K[gt,]*)?U(?!o)/.test(rowOf(text, '', site).letters)

/** Of brackets only those that hold a year are read, of e-mail addresses none. */
function readRow(raw: string, before: string, site: CrawledSite): Row {
  const text = withSurnames(raw)
    .replace(firstVersion(site), '')
    .replace(itUp, ' up $1')
    .replace(honorifics, '')
    .replace(/\s*\(([^()]*)\)/g, (_, inner: string) =>
      /\d{4}/.test(inner) && !sinceWhen.test(inner) && !ofThem.test(inner) ? `, ${inner}, ` : '',
    )
    .replace(/\s\S+@\S+(?=\s)/g, '')
  const parts: Part[] = []
  for (let at = 0; at < text.length;) {
    const part = partAt(text, at, parts, before, site)
    if (part.letter !== '') parts.push(part)
    at += part.text.length
  }
  return { letters: lettersOf(parts), parts, text, before }
}
