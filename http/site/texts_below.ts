// What is said below the tagline of a listing, without saying anything twice: half of the imported rows have all their
// texts equal.

type Texts = Record<'tagline' | 'short_description' | 'description', string | null>

const isSame = (a: string | null, b: string | null): boolean => {
  const [one, other] = [a, b].map((text) => text?.replace(/[\s.!?…]+$/, '').toLowerCase())
  return one === other
}

export function textsBelow({ tagline, short_description, description }: Texts) {
  const lead = isSame(tagline, short_description) ? null : short_description
  const before = lead ?? tagline
  if (description === null || before === null) return { lead, rest: description }
  if (isSame(before, description)) return { lead, rest: null }
  const goesOn = /[.!?…]$/.test(before) && description.startsWith(`${before} `)
  return { lead, rest: goesOn ? description.slice(before.length).trim() : description }
}
