// From text to the words that are indexed and looked for. Nothing here knows SQLite, but every token it makes is either
// ASCII letters and digits or not ASCII at all, so that FTS5's ascii tokenizer, the word table and a query never disagree.

/** Longer words are cut: nobody types them, and they would only swell the index. */
const longestWord = 40
/** Leads a token that stands for a whole name. Private-use characters are never part of a word, so no text can forge one. */
const nameMark = '\uE001'
/** Leads a word of a name, in any of its forms. */
const nameWordMark = '\uE002'
/** Leads the beginning of a word of a name. */
const beginningMark = '\uE003'
/** Leads the stem of a word of the tagline or the keywords. */
const headMark = '\uE004'
/** Leads a stem that a listing has only other forms of. */
const stemMark = '\uE005'
/** Leads a token that stands for a facet: a site, category, country, stage, pricing model or domain. */
const facetMark = '\uE000'
/** The facet of a listing that is not live yet. */
export const upcoming = `${facetMark}u`

const plainText = /^[\x00-\x7f]*$/
const word = /[\p{L}\p{N}\p{M}]+(?:[+#]+(?![\p{L}\p{N}]))?|\p{Emoji_Presentation}/gu
const plainWord = /[a-z0-9]+(?:[+#]+(?![a-z0-9]))?/g
const emoji = /\p{Emoji_Presentation}/u
/** Scripts that put no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu
/** Accents and vowel points that people leave out. Marks that make another letter (Indic vowels, dakuten) stay. */
const accents = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g
const letters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
}
const foldedLetters = /[øłđðħıæœßþ]/g

/** Takes accents away and keeps the case, so that "QuestDB" can still be seen to be two words. */
function unaccent(text: string): string {
  if (plainText.test(text)) return text
  return text
    .toWellFormed()
    .replace(/[™®©℠\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFC')
}

function fold(text: string): string {
  const folded = unaccent(text).toLowerCase()
  return plainText.test(folded) ? folded : folded.replace(foldedLetters, (letter) => letters[letter]!)
}

/** C++ and C# are words of their own, and can be typed as "cplusplus" and "csharp" too. */
function spellSigns(token: string): string {
  return token.replace(/\+/g, 'plus').replace(/#/g, 'sharp')
}

const cut = (token: string): string =>
  token.length > longestWord ? token.slice(0, longestWord).toWellFormed() : token

/** Text without spaces becomes its pairs of neighbours; when indexed also its single characters. */
function pushUnspaced(run: string, indexing: boolean, into: string[]): void {
  const characters = [...run]
  if (characters.length === 1 || indexing) into.push(...characters)
  for (let i = 1; i < characters.length; i += 1) into.push(characters[i - 1]! + characters[i]!)
}

/** Pairs of neighbours as the text that they were made of: nobody typed the pairs. */
export function joinedRuns(words: string[]): string[] {
  const runs: string[] = []
  for (const word of words) {
    const [before, first] = [runs.at(-1), [...word][0]!]
    if (before !== undefined && before.endsWith(first) && word.replace(unspaced, '') === '')
      runs[runs.length - 1] = before + word.slice(first.length)
    else runs.push(word)
  }
  return runs
}

function push(found: string, indexing: boolean, into: string[]): void {
  const signs = found.search(/[+#]/)
  const token = signs < 0 ? found : spellSigns(found)
  if (!plainText.test(token) && token.search(unspaced) >= 0) {
    let end = 0
    for (const run of token.matchAll(unspaced)) {
      if (run.index > end) into.push(token.slice(end, run.index))
      pushUnspaced(run[0], indexing, into)
      end = run.index + run[0].length
    }
    if (end < token.length) into.push(token.slice(end))
    return
  }
  if (indexing && signs > 0) into.push(found.slice(0, signs))
  into.push(cut(token))
}

function split(text: string, indexing: boolean): string[] {
  const folded = fold(text)
  const into: string[] = []
  for (const found of folded.match(plainText.test(folded) ? plainWord : word) ?? [])
    push(found, indexing, into)
  return into
}

/** The words of a text to be indexed, in order, repetitions included. */
export const wordsOf = (text: string): string[] => split(text, true)

/** The words somebody looks for, in order, and without repetitions. */
export const wordsTyped = (q: string): string[] => split(q, false)
export const wordsSought = (q: string): string[] => [...new Set(wordsTyped(q))]

/** A name's words as they stand between spaces and signs; emoji only where there is nothing else. */
export function solidWords(name: string): string[] {
  const tokens = (fold(name).match(word) ?? []).map(spellSigns)
  const solid = tokens.filter((token) => !emoji.test(token))
  return solid.length > 0 ? solid : tokens
}

/** One spelling for all ways to space, case and accent a name: "Open AI", "open-ai" and "OpenAI" are "openai". */
export function nameKey(name: string): string {
  return solidWords(name).join('').slice(0, 200).toWellFormed()
}

/** A name as it is written, but for case: what tells names of one key apart. */
export const spellingOf = (name: string): string => name.toWellFormed().normalize('NFC').trim().toLowerCase()

/** The token by which a listing is found under its whole name. */
export const nameToken = (key: string): string => nameMark + key

/** The token of a word in a name, and the token of its stem. */
export const nameWord = (word: string): string => nameWordMark + word
export const headWord = (stem: string): string => headMark + stem

export const stemWord = (stem: string): string => stemMark + stem

/** Beginnings up to this length are indexed; the few words that share a longer one are looked up side by side. */
export const longestBeginning = 4
export const beginningOf = (start: string): string => beginningMark + start

/** A name's neighbouring words written as one, and all of them. Longer names are not joined by mistake. */
export function joinedForms(words: string[]): string[] {
  if (words.length < 2 || words.length > 6) return []
  const forms = new Set([cut(words.join(''))])
  for (let i = 1; i < words.length; i += 1) forms.add(cut(words[i - 1]! + words[i]!))
  return [...forms]
}

/** The parts of a name's words in camel case or before digits, where they are not words of it already. */
export function camelParts(name: string): string[] {
  const apart = unaccent(name).replace(
    /(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})|(\p{L}{2})(?=\p{N})/gu,
    (found, low, high) => (low ? `${low} ${high}` : `${found} `),
  )
  const known = new Set(wordsOf(name))
  return [...new Set(wordsOf(apart))].filter((part) => part.length > 1 && !known.has(part))
}

/** A facet as one token; values are compared without regard to case. */
export type FacetKind =
  | 'site'
  | 'category'
  | 'country'
  | 'stage'
  | 'pricing'
  | 'domain'
  | 'agents'
  | 'verified'
export function facetToken(kind: FacetKind, value: string | number) {
  const text = String(value).toWellFormed().normalize('NFKC').trim().toLowerCase()
  const safe = text
    .replace(/[\uE000-\uF8FF]/g, '')
    .replace(/[\x00-\x2f\x3a-\x60\x7b-\x7f]/g, (sign) => String.fromCharCode(0xe100 + sign.charCodeAt(0)))
  return facetMark + kind[0]! + kind[1]! + safe
}

type Single = Record<'country' | 'stage' | 'pricing_model', string | null> &
  Record<'agent_ready' | 'verified', boolean>
/** The facets of which a listing has one at most, or of which one at most is asked for. */
export function singleFacets({ country, stage, pricing_model, agent_ready, verified }: Single): string[] {
  const facets: string[] = []
  if (country !== null) facets.push(facetToken('country', country))
  if (stage !== null) facets.push(facetToken('stage', stage))
  if (pricing_model !== null) facets.push(facetToken('pricing', pricing_model))
  if (agent_ready) facets.push(facetToken('agents', 'ready'))
  if (verified) facets.push(facetToken('verified', 'yes'))
  return facets
}

/** The text of a facet, as its token spells it: in small letters. */
export function facetText(safe: string): string {
  return safe.replace(/[\uE100-\uE17F]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xe100))
}
