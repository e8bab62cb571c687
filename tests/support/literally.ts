import { openMeanings } from '../../http/meaning.ts'
import type { Tool } from '../../tools/tool.ts'

/** Whether the MCP door reads the input as it stands; what it takes for something else has tests of its own. */
export function isTakenLiterally(tool: Tool, input: unknown): boolean {
  const meaning = openMeanings([tool]).get(tool.name)!
  return JSON.stringify(meaning(input, 'https://launch.example')) === JSON.stringify(input)
}
