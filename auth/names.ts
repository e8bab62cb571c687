// Which characters names of people and clients, and other single-line texts by users, may contain. They are shown among
// our own words, on the consent page and beside listings, so they must not hide, reorder or overprint those.

/** Control, invisible and bidirectional characters; the two variation selectors of emoji are allowed. */
const unseen = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{DI}\u2800]--[\ufe0e\ufe0f]]/v

/** Persian and Indic scripts need joiners; between Latin letters they would only hide a difference. */
const joiner =
  /(?<=[[\p{L}\p{M}]--[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]])[\u200c\u200d](?=[\p{L}--[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]])/gv

/** Polytonic Greek has up to three accents on a letter, other alphabets two; no script needs six marks. */
const piled = /(?<!\p{sc=Greek})\p{sc=Inherited}{3}|\p{M}{6}/v

/** Multi-line text may contain joiners, but no control characters and none that reverse the text. */
const unseenInText = /[\p{Cc}--[\n\r\t]]|[\u202a-\u202e\u2066-\u2069\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{NChar}]/v
const seen = /[^\p{Z}\p{C}\p{DI}\u2800]/v

export function isPlainText(text: string): boolean {
  return !unseenInText.test(text) && !piled.test(text.normalize('NFD'))
}

export function isPlainName(text: string): boolean {
  const apart = text.normalize('NFD').replace(joiner, '')
  return !unseen.test(apart) && !piled.test(apart)
}

/** An empty text is plain; one that only looks empty is not. */
export function isPlainLine(text: string): boolean {
  return isPlainText(text) && (seen.test(text) || text.trim() === '')
}

/** The stored form: line breaks become spaces. */
export const oneLine = (text: string): string => text.replace(/[ \n\r\t]*[\n\r\t][ \n\r\t]*/g, ' ').trim()
