// What the forms of a word share: "invoices" and "invoicing" are both "invoic". Light on purpose, and only ever an addition:
// words are indexed as they stand too, so that a name is never lost in its stem. English, and of its neighbours the plurals
// that it has no ending for. Words it does not know how to shorten, those of most other alphabets among them, stay as they
// are.

const plain = /^[a-z]{4,}$/
/** Most words end in none of these, and are their own stem. */
const inflected = /(?:s|ing|ed|er|or|ion|ment|at|iz|e|y|en|x|ao|ioni)$/
const cyrillic = /^[а-яёіїєґў]{5,}$/
/** Cases and plurals of nouns and adjectives; what is left has four letters at least. */
const cyrillicEnding =
  /(?<=^.{4,})(?:иями|ями|ами|иях|ого|его|ому|ему|ыми|ими|ией|ия|ие|ии|ию|ий|ый|ой|ая|яя|ое|ее|ые|их|ых|ах|ях|ов|ев|ей|ом|ем|ам|ям|ою|ую|юю|а|я|ы|и|о|е|у|ю|ь)$/
const vowel = /[aeiouy]/
const doubled = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/

/** An ending, how much of the word must be left, and what stands in its place. */
const endings: readonly (readonly [string, number, string])[] = [
  ['ization', 3, 'iz'],
  ['isation', 3, 'iz'],
  ['izing', 3, 'iz'],
  // Italian, Portuguese.
  ['ioni', 4, 'ion'],
  ['coe', 4, 'cao'],
  ['ation', 4, 'at'],
  ['ating', 4, 'at'],
  ['ator', 4, 'at'],
  ['ement', 4, ''],
  ['ment', 4, ''],
  ['ing', 3, ''],
  // A server does not serve as a manager manages: short ones are words of their own.
  ['er', 5, ''],
  ['or', 5, ''],
  ['ed', 3, ''],
  ['ion', 4, ''],
  // German and Dutch plurals; a screen or a token is a word of its own.
  ['en', 5, ''],
  ['e', 3, ''],
]

export function singular(word: string): string {
  // French, Portuguese, Spanish.
  if (/.{3}eaux$/.test(word)) return word.slice(0, -1)
  if (/.{4}(?:aux|ais)$/.test(word)) return `${word.slice(0, -3)}al`
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:x|ch|sh|ss|zz)es$/.test(word)) return word.slice(0, -2)
  return /(?:ss|us|is)$/.test(word) || !word.endsWith('s') ? word : word.slice(0, -1)
}

function shorter(word: string): string {
  for (const [ending, least, instead] of endings) {
    const left = word.length - ending.length
    if (left < least || !word.endsWith(ending) || !vowel.test(word.slice(0, left))) continue
    const start = word.slice(0, left) + instead
    const isDoubled = ending !== 'e' && !ending.endsWith('ment') && start.length > 3 && doubled.test(start)
    return isDoubled ? start.slice(0, -1) : start
  }
  return word
}

export function stem(word: string): string {
  if (cyrillic.test(word)) return word.replace(cyrillicEnding, '')
  if (!inflected.test(word) || !plain.test(word)) return word
  const one = singular(word)
  let short = one
  for (let times = 0; times < 3; times += 1) {
    const next = shorter(short)
    if (next === short) break
    short = next
  }
  // British and American spelling.
  if (short !== one && short.length > 5 && short.endsWith('is')) return `${short.slice(0, -1)}z`
  return short.endsWith('y') && short.length > 3 ? `${short.slice(0, -1)}i` : short
}
