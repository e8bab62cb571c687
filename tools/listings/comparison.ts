// Two listings side by side: the facts every listing may state, then the attributes of their categories.
import { facts, factsIn } from '../../facts.ts'
import type { StoredProfile } from './profile.ts'

type Cell = string | string[] | null
type Row = { attribute: string; label: string; a: Cell; b: Cell }

const rows: [attribute: string, label: string, cell: (stored: StoredProfile) => Cell][] = [
  ['category', 'Category', (stored) => stored.category_name],
  ...factsIn('compared').map((name): (typeof rows)[number] => [
    name,
    facts[name].label,
    ({ listing }) => text(listing[name]),
  ]),
  ['founders', 'Founders', (stored) => text(stored.founders.map((founder) => founder.name))],
  ['votes', 'Community votes', ({ listing }) => text(listing.votes)],
  [
    'rating',
    'Community rating',
    (stored) => (stored.rating === null ? null : `${stored.rating.average} of 5 (${stored.rating.count})`),
  ],
  ['domain_rating', 'Domain Rating', ({ listing }) => text(listing.domain_rating)],
]

/** `attributes` are those of the two primary categories; an empty pair of cells means neither listing states it. */
export function compare(a: StoredProfile, b: StoredProfile, attributes: readonly string[]): Row[] {
  const keys = new Set([
    ...attributes,
    ...Object.keys(a.listing.attributes),
    ...Object.keys(b.listing.attributes),
  ])
  return [
    ...rows.map(([attribute, label, cell]) => ({ attribute, label, a: cell(a), b: cell(b) })),
    ...[...keys].sort().map((key) => ({
      attribute: key,
      label: labelOf(key),
      a: text(a.listing.attributes[key]),
      b: text(b.listing.attributes[key]),
    })),
  ]
}

function text(value: string | number | boolean | string[] | null | undefined): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? null : value
  return String(value)
}

function labelOf(key: string): string {
  const words = key.replaceAll('_', ' ').replace(/\burl\b/, 'address')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
