/** Makes something of a word once and remembers it, of so many words at most: after these it begins anew. */
export function remembering<T>(make: (word: string) => T, most = Infinity) {
  const known = new Map<string, T>()
  function of(word: string): T {
    const before = known.get(word)
    if (before !== undefined) return before
    const made = make(word)
    if (known.size >= most) known.clear()
    known.set(word, made)
    return made
  }
  return Object.assign(of, { forget: () => known.clear() })
}
