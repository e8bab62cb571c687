import type { Tool } from '../../../tools/tool.ts'

/** The tools, and copies of them under other names and addresses until there are so many. */
export function padded(tools: readonly Tool[], count: number): Tool[] {
  const all = [...tools]
  for (let i = 0; all.length < count; i += 1) {
    const tool = tools[i % tools.length]!
    all.push({
      ...tool,
      name: `${tool.name}_${i}`,
      http: { ...tool.http, path: `/padding_${i}${tool.http.path}` },
    })
  }
  return all
}
