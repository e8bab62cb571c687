/** The first of wanted, wanted-2, wanted-3 … that is not taken. */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  // A slug has at most 220 characters (2.1), including the number.
  const short = wanted.slice(0, 210)
  for (let number = 2; ; number += 1) if (!taken.has(`${short}-${number}`)) return `${short}-${number}`
}
