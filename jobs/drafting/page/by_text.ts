/** So many characters of lines are remembered: those of one site, as a rule. */
const most = 400_000

/**
 * Found once for each text: a site says much the same on every page, and several rooms ask the same of each line. What
 * is found is shared, so nobody may change it.
 */
export function byText<T>(find: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>()
  let length = 0
  return (text) => {
    const kept = results.get(text)
    if (kept !== undefined) return kept
    if ((length += text.length) > most) {
      results.clear()
      length = text.length
    }
    const result = find(text)
    results.set(text, result)
    return result
  }
}

/** Whether it is what the pattern looks for, tried once for each text. */
export const matching = (pattern: { test: (text: string) => boolean }): ((text: string) => boolean) =>
  byText((text) => pattern.test(text))
