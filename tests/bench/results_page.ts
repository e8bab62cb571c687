import { isMet, type Line } from './measure.ts'

const number = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2))

function boundOf({ bound }: Line): string {
  if (bound === null) return ''
  return bound.most !== undefined ? `≤ ${bound.most}` : `≥ ${bound.least}`
}

function oneEach(lines: Line[]): string {
  const rows = lines.map((line) => {
    const noise = line.noise === null ? '' : line.noise.map(number).join(' – ')
    const met = line.bound === null ? '' : isMet(line) ? 'met' : '**not met**'
    return `| ${line.what} | ${number(line.value)} ${line.unit} | ${noise} | ${boundOf(line)} | ${met} |`
  })
  return ['| | Measured | Noise | Bound | |', '|---|--:|--:|--:|---|', ...rows].join('\n')
}

/** One row for all that was measured of a kind of answer; what is not met stands out. */
function byKind(lines: Line[]): string {
  const parted = lines.map((line) => ({ line, at: line.what.lastIndexOf(': ') }))
  const kinds = Map.groupBy(parted, ({ line, at }) => line.what.slice(0, at))
  const heads = [...kinds.values()][0]!.map(({ line, at }) => `${line.what.slice(at + 2)}, ${line.unit}`)
  const cell = ({ line }: { line: Line }) => (isMet(line) ? number(line.value) : `**${number(line.value)}**`)
  const rows = [...kinds].map(([kind, cells]) => `| ${[kind, ...cells.map(cell)].join(' | ')} |`)
  return [`| | ${heads.join(' | ')} |`, `|---|${heads.map(() => '--:|').join('')}`, ...rows].join('\n')
}

/** The results as Markdown: one table a section, then what search printed. */
export function pageOf(
  machine: Record<string, string | number>,
  lines: Line[],
  search: string | null,
): string {
  const parts = [
    '# What was measured',
    'Written by `npm run bench`; the figures as data are in [bench.json](bench.json). Contestants answer in turn, round ' +
      'by round, each in a process of its own, and so is the generator of the load. × are ratios of medians of CPU a ' +
      'request, as the operating system counts it; "noise" is the smallest and the largest of the rounds. "Kept" answers ' +
      'come from the response cache; for "not kept" the database looks changed at every request.',
    Object.entries(machine)
      .map(([what, value]) => `${what.replaceAll('_', ' ')}: ${value}`)
      .join(' · '),
  ]
  for (const section of new Set(lines.map((line) => line.section))) {
    const own = lines.filter((line) => line.section === section)
    parts.push(`## ${section}`, section === 'Answers' ? byKind(own) : oneEach(own))
  }
  if (search !== null) parts.push('# Search', search.trim())
  return `${parts.join('\n\n')}\n`
}
