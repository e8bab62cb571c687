// Figures as people read them.
export const percent = (share: number): string => (share * 100).toFixed(1)

/** The value below which so large a part of the sample lies. */
export function quantile(sample: number[], part: number): number {
  const sorted = [...sample].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
}

export const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
