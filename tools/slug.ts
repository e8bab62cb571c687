/** Letters that Unicode does not decompose into a plain letter and a mark. */
const plain: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
}

/**
 * A name as a slug: "José García" becomes jose-garcia, however its accents are encoded. Null for a name without a Latin
 * letter or a digit.
 */
export function slugOf(text: string): string | null {
  const slug = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþħı]/g, (letter) => plain[letter]!)
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 200)
    .replace(/-+$/, '')
  return slug === '' ? null : slug
}
