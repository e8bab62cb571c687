// What the name of a person or a client, and any other line that somebody wrote, may be made of. It stands among our own
// words, on the consent page and beside listings, so it must not hide, reorder or overprint them.

/** Controls, what cannot be seen, and what turns the text around; the two selectors choose how an emoji is drawn. */
const unseen = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{DI}\u2800]--[\ufe0e\ufe0f]]/v

/** Persian and the scripts of India spell with joiners; between letters of ours they would only hide a difference. */
const joiner =
  /(?<=[[\p{L}\p{M}]--[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]])[\u200c\u200d](?=[\p{L}--[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]])/gv

/** Greek once put three accents on a letter, other alphabets two; and no script needs six marks of its own. */
const piled = /(?<!\p{sc=Greek})\p{sc=Inherited}{3}|\p{M}{6}/v

/** Text of several lines may join letters and emoji, but holds no control characters and none that reverse the text. */
const unseenInText = /[\p{Cc}--[\n\r\t]]|[\u202a-\u202e\u2066-\u2069\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{NChar}]/v
const seen = /[^\p{Z}\p{C}\p{DI}\u2800]/v

export function isPlainText(text: string): boolean {
  return !unseenInText.test(text) && !piled.test(text.normalize('NFD'))
}

export function isPlainName(text: string): boolean {
  const apart = text.normalize('NFD').replace(joiner, '')
  return !unseen.test(apart) && !piled.test(apart)
}

/** A blank one is plain; one that only looks blank is not. */
export function isPlainLine(text: string): boolean {
  return isPlainText(text) && (seen.test(text) || text.trim() === '')
}

/** As it is kept: what breaks a line is a space. */
export const oneLine = (text: string): string => text.replace(/[ \n\r\t]*[\n\r\t][ \n\r\t]*/g, ' ').trim()
