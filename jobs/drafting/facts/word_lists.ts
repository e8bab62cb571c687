const gapless = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/

/**
 * A pattern for any of some words, whatever their language: "word" is the whole word, "word*" its beginning, "_" a
 * gap or a hyphen. Words of scripts without gaps are found inside others.
 */
export function anyOf(...lists: string[]): string {
  const all = lists.flatMap((list) => list.trim().split(/\s+/))
  const spelt = all.map((word) => word.replaceAll('_', "[\\s\\u00a0’'-]*").replace(/\*$/, '\\p{L}*'))
  const wide = spelt.filter((word) => gapless.test(word))
  const parted = spelt.filter((word) => !gapless.test(word))
  return [
    ...(parted.length > 0 ? [String.raw`(?<!\p{L})(?:${parted.join('|')})(?!\p{L})`] : []),
    ...wide,
  ].join('|')
}
