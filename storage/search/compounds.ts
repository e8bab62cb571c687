// Words that other languages, and people in a hurry, write as one: "Passwortmanager", "timetracking". Pure: only parts that
// are known to mean something are taken apart, for at random nearly every word is two others.

const shortest = 8
const shortestPart = 3
/** What German, Dutch and their neighbours put between the two. */
const joints = /(?:es|en|s|n)$/

/** The two words, the first as long as it can be; null where there are no two that mean something. */
export function partsOf(word: string, isMeant: (part: string) => boolean): [string, string] | null {
  if (word.length < shortest) return null
  for (let at = word.length - shortestPart; at >= shortestPart; at -= 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    if (!isMeant(after)) continue
    const bare = before.replace(joints, '')
    const first = [before, bare].find((part) => part.length >= shortestPart && isMeant(part))
    if (first !== undefined) return [first, after]
  }
  return null
}
