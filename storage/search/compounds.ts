// Words that other languages, or hurried people, write as one: "Passwortmanager", "timetracking". Pure. Only known
// parts are split off, because nearly every word happens to consist of two others.

const shortest = 8
const shortestPart = 3
/** Linking letters of German, Dutch and similar languages. */
const joints = /(?:es|en|s|n)$/

/** The two parts, the first as long as possible; null if there are no two known ones. */
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
