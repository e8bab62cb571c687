// Every refusal gets a next call: the corrected call, or the call that lists the valid values.
import { catalog } from './catalog.ts'
import { Refusal, type Fault } from './errors.ts'
import { parseInput } from './faults.ts'
import { distinctSteps, type NextStep } from './next_step.ts'
import { onlyReads, pathNames, type Tool } from './tool.ts'

type Given = Record<string, unknown>
const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the refusal that a call of the tool, or of another one, would get; null if it would succeed. */
type Try = (input: Given, other?: Tool) => Promise<Refusal | null>

/**
 * Adds next calls to a refusal that has none, and to one that knows for every fault what was meant the same call with
 * that. A corrected call that only reads is tried before it is proposed.
 */
export async function leadOn(
  refusal: Refusal,
  tool: Tool,
  input: unknown,
  isRefused: Try,
  tries = 3,
): Promise<Refusal> {
  const isTheirs = refusal.status === 400 || refusal.status === 404
  const own = [...refusal.next_steps]
  const isMeant = refusal.errors.length > 0 && refusal.errors.every(({ nearest }) => nearest !== undefined)
  if (!isTheirs || (own.length > 0 && !isMeant)) return refusal
  const mended = tries > 0 ? mendedCall(tool, input, refusal.errors) : null
  const again = mended === null || !onlyReads(tool) ? null : await isRefused(mended.arguments)
  const steps =
    mended === null
      ? []
      : again === null
        ? [mended]
        : (await leadOn(again, tool, mended.arguments, isRefused, tries - 1)).next_steps
  const naming = own.length > 0 ? own : await callsThatName(tool, input, refusal.errors, isRefused)
  refusal.next_steps.splice(0, own.length, ...distinctSteps([...steps, ...naming]).slice(0, 2))
  return refusal
}

/**
 * The same for input that could be read only in part: proposes the call with the part that was read, if it is valid. A
 * writing call is proposed only if nothing but unknown keys was lost: the lost part may have been the point.
 */
export async function leadOnFrom(
  refusal: Refusal,
  tool: Tool,
  read: unknown,
  isRefused: Try,
): Promise<Refusal> {
  if (!isObject(read)) return leadOn(refusal, tool, read, isRefused)
  const isWhole = refusal.errors.every(({ code }) => code === 'unknown_key' || code === 'idempotency_key')
  const again = onlyReads(tool) ? await isRefused(read) : isWhole ? refusalOfInput(tool, read) : refusal
  if (again === null)
    refusal.next_steps.push({
      tool: tool.name,
      arguments: { ...read },
      why: 'The same call, with what could be read of it',
    })
  else if (again !== refusal)
    refusal.next_steps.push(...(await leadOn(again, tool, read, isRefused)).next_steps)
  return refusal.next_steps.length > 0 ? refusal : leadOn(refusal, tool, read, isRefused)
}

/**
 * The same call with every fault corrected, if each correction is clear. In a writing call only names are corrected:
 * leaving something out or shortening it is the caller's decision.
 */
function mendedCall(tool: Tool, input: unknown, faults: Fault[]): NextStep | null {
  if (!isObject(input) || faults.length === 0) return null
  const call: Given = { ...input }
  const changes: string[] = []
  // A missing object may exist once its parts were moved to where they belong.
  const inTurn = faults.toSorted((one, other) => Number(isMissing(one)) - Number(isMissing(other)))
  for (const fault of inTurn) {
    if (isMissing(fault) && Object.hasOwn(call, fault.pointer.slice(1))) continue
    // What only reads may be asked for less, but a price without what was wrong is another order's.
    const change = mend(call, fault, tool.http.method === 'GET')
    if (change === null) return null
    changes.push(change)
  }
  if (refusalOfInput(tool, call) !== null) return null
  return { tool: tool.name, arguments: call, why: `The same call ${[...new Set(changes)].join(', ')}` }
}

const isMissing = ({ code }: Fault) => code === 'required'

function refusalOfInput(tool: Tool, input: Given): Refusal | null {
  const parsed = parseInput(tool, input)
  return parsed instanceof Refusal ? parsed : null
}

/** The node at the path, with everything on the way copied, so that the caller's own input is not changed. */
function copiedTo(call: Given, path: readonly string[]): Given | null {
  let node = call
  for (const part of path) {
    const next = Object.hasOwn(node, part) ? node[part] : null
    if (typeof next !== 'object' || next === null) return null
    node[part] = Array.isArray(next) ? [...next] : { ...next }
    node = node[part] as Given
  }
  return node
}

/** Corrects one fault in place and describes the change; null if the correction is not clear. */
function mend(call: Given, { pointer, code, limit, nearest }: Fault, mayDrop: boolean): string | null {
  const path = pointer.split('/').slice(1).map(unescaped)
  const key = path.pop()
  if (key === undefined) return null
  const inside = copiedTo(call, path)
  if (inside === null || !Object.hasOwn(inside, key)) return null
  const value = inside[key]
  if (nearest !== undefined && code === 'misplaced_key') return putInto(inside, key, nearest)
  if (nearest !== undefined && code === 'unknown_key') {
    if (Object.hasOwn(inside, nearest)) return null
    delete inside[key]
    inside[nearest] = value
    return `with ${nearest}`
  }
  if (nearest !== undefined) {
    inside[key] = nearest
    return `with ${[...path, key].filter((part) => !/^\d+$/.test(part)).join('.')} ${nearest}`
  }
  if (typeof value === 'number' && typeof limit === 'number' && mayDrop) {
    inside[key] = limit
    return `with ${key} ${limit}`
  }
  if (!mayDrop || Array.isArray(inside)) return null
  if (code === 'too_big' && typeof value === 'string' && typeof limit === 'number') {
    inside[key] = [...value].slice(0, limit).join('').toWellFormed()
    return `with ${key} cut short`
  }
  delete inside[key]
  return code === 'unknown_key' ? 'without what it does not take' : `without ${key}`
}

/** Moves a value into the object, or the first object of the list, that accepts its name. */
function putInto(call: Given, key: string, place: string): string | null {
  const [name = '', first] = place.split('/')
  const held = call[name] ?? (first === undefined ? {} : [{}])
  const there: unknown = Array.isArray(held) ? held[0] : held
  if (!isObject(there) || Object.hasOwn(there, key)) return null
  if (Array.isArray(held) && held.length > 1) return null
  const { [key]: value } = call
  delete call[key]
  const filled = { ...there, [key]: value }
  call[name] = Array.isArray(held) ? [filled] : filled
  return `with ${key} in ${name}`
}

const unescaped = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

/**
 * Calls that list valid values of the faulty parameters: for a slug in a path, the list under the same path. Where the
 * path is right and the fault elsewhere, the call that shows what it leads to.
 */
async function callsThatName(
  tool: Tool,
  input: unknown,
  faults: Fault[],
  isRefused: Try,
): Promise<NextStep[]> {
  const named = [...new Set(faults.map(({ pointer }) => pointer.split('/')[1] ?? ''))]
  const lists = (named.length === 0 ? pathNames(tool) : named).flatMap((name) => listOf(tool, name) ?? [])
  const shown = lists.length > 0 ? null : await callThatShows(tool, input, isRefused)
  if (shown !== null) return [shown]
  const list = lists[0] ?? listOf(tool, pathNames(tool)[0] ?? '')
  if (list === undefined) return []
  const words = wordsOf(isObject(input) ? named.map((name) => input[name]) : [])
  const withWords = { q: words.slice(0, 120) }
  const takesWords = words !== '' && list.input.safeParse(withWords).success
  return [{ tool: list.name, arguments: takesWords ? withWords : {}, why: `${list.title}, to choose from` }]
}

async function callThatShows(tool: Tool, input: unknown, isRefused: Try): Promise<NextStep | null> {
  const [name = ''] = pathNames(tool)
  const at = tool.http.path.indexOf(`/{${name}}`)
  const path = tool.http.path.slice(0, at) + `/{${name}}`
  const reader = catalog.find(({ http }) => http.method === 'GET' && http.path === path)
  if (reader === undefined || reader === tool || !isObject(input)) return null
  const call = { [name]: input[name] }
  if ((await isRefused(call, reader)) !== null) return null
  return { tool: reader.name, arguments: call, why: 'Shows it as it is now' }
}

/** For each parameter that names an item of a list: the tool that lists the items. */
const listsByName: Record<string, string> = {
  a: 'search_listings',
  b: 'search_listings',
  listing: 'search_listings',
  award: 'list_awards',
  slug: 'search_listings',
  category: 'list_categories',
  parent: 'list_categories',
  listing_id: 'list_my_listings',
  question_id: 'list_interview_questions',
  answers: 'list_interview_questions',
  items: 'list_products',
  url: 'list_my_drafts',
  week: 'list_launches',
  categories: 'list_categories',
}

function listOf(tool: Tool, name: string): Tool | undefined {
  const lists = catalog.filter(({ http, input }) => http.method === 'GET' && input.safeParse({}).success)
  const at = tool.http.path.indexOf(`/{${name}}`)
  const before = at < 0 ? null : tool.http.path.slice(0, at)
  return lists.find(({ http }) => http.path === before) ?? lists.find((one) => one.name === listsByName[name])
}

/** The faulty values as words to search for. */
function wordsOf(values: unknown[]): string {
  const text = values.find((value) => typeof value === 'string') ?? ''
  const page = text.replace(/^https?:\/\/(?:www\.)?/i, '')
  return (page.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(' ')
}
