// The small mistakes a person could make in a rule, each as a change of the source.
import { parseAst } from 'vitest/node'
import type { Change } from './tree.ts'

/** `where`: the name of the innermost function around it; `null` outside of all, where code runs when a file is loaded. */
export type Mutant = Change & { line: number; from: string; where: string | null }
type Node = { type: string; start: number; end: number; [key: string]: unknown }

const swapped: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  // Those of Drizzle.
  lt: 'lte',
  lte: 'lt',
  gt: 'gte',
  gte: 'gt',
}
/** Expressions in TypeScript's own clothes; every other node of that name is a type. */
const dressed = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])
const leaving = new Set(['ThrowStatement', 'ReturnStatement', 'ContinueStatement', 'BreakStatement'])

export function mutantsOf(file: string, text: string): Mutant[] {
  const mutants: Mutant[] = []
  const nodesOf = (value: unknown): Node[] =>
    (Array.isArray(value) ? value : [value]).filter(
      (one): one is Node => typeof one === 'object' && one !== null && 'type' in one && 'start' in one,
    )
  const source = ({ start, end }: Node) => text.slice(start, end)

  function visit(node: Node, outer: string | null): void {
    if (node.type.startsWith('Import') && node.type !== 'ImportExpression') return
    if (node.type.startsWith('TS') && !dressed.has(node.type)) return
    const where = nameOf(node) ?? (isFunction(node) ? (outer ?? '') : outer)
    const change = (start: number, end: number, to: string) => {
      const line = text.slice(0, start).split('\n').length
      mutants.push({ file, start, end, to, line, from: text.slice(start, end), where })
    }
    /** Takes one of a list away, with the comma beside it; which one, its place in the file decides. */
    const drop = (list: Node[]) => {
      const at = node.start % list.length
      if (at > 0) change(list[at - 1]!.end, list[at]!.end, '')
      else change(list[0]!.start, list[1]?.start ?? list[0]!.end, '')
    }
    const operands = ['left', 'right', 'callee'].map((key) => node[key] as Node)
    switch (node.type) {
      case 'IfStatement': {
        const body = node.consequent as Node
        const [only, ...more] = body.type === 'BlockStatement' ? (body.body as Node[]) : [body]
        const isGuard = node.alternate === null && more.length === 0 && leaving.has(only?.type ?? '')
        const test = node.test as Node
        if (isGuard) change(node.start, node.end, ';')
        else change(test.start, test.end, `!(${source(test)})`)
        break
      }
      case 'ConditionalExpression': {
        const test = node.test as Node
        change(test.start, test.end, `!(${source(test)})`)
        break
      }
      case 'ExpressionStatement': {
        const expression = node.expression as Node
        if (['AwaitExpression', 'CallExpression'].includes(expression.type)) change(node.start, node.end, ';')
        break
      }
      case 'BinaryExpression':
      case 'LogicalExpression': {
        const other = swapped[node.operator as string]
        const start = text.indexOf(node.operator as string, operands[0]!.end)
        if (other !== undefined) change(start, start + (node.operator as string).length, other)
        break
      }
      case 'CallExpression': {
        const callee = operands[2]!
        const other = callee.type === 'Identifier' ? swapped[callee.name as string] : undefined
        if (other !== undefined) change(callee.start, callee.end, other)
        if (['and', 'or'].includes(callee.name as string)) drop(node.arguments as Node[])
        break
      }
      case 'ArrayExpression': {
        const elements = nodesOf(node.elements)
        if (elements.length > 0) drop(elements)
        break
      }
      case 'Literal':
        if (typeof node.value === 'number') change(node.start, node.end, `(${source(node)} + 1)`)
    }
    for (const value of Object.values(node)) for (const child of nodesOf(value)) visit(child, where)
  }
  visit(parseAst(text, { lang: 'ts' }) as unknown as Node, null)
  return mutants
}

const isFunction = (one: unknown) => /Function/.test((one as Node | null)?.type ?? '')

function nameOf({ type, id, key, value, init }: Node): string | undefined {
  if (type === 'FunctionDeclaration') return (id as Node).name as string
  if (type === 'VariableDeclarator' && isFunction(init)) return (id as Node).name as string | undefined
  if ((type === 'Property' || type === 'MethodDefinition') && isFunction(value))
    return (key as Node).name as string | undefined
  return undefined
}
