// What each door takes of the facts in the table, and shows of them.
import { z } from 'zod'
import { byFact, facts, factOf, factsIn, fieldNames, isList, type ColumnFact } from '../../facts.ts'
import type { FactIn, Field, FieldName, KindOf } from '../../facts.ts'
import { kinds, lineOf, words } from './kinds.ts'

type Kinds = typeof kinds
/** What the kind of a fact makes at a door. */
type Schema<N extends Field, Door extends string> =
  Kinds[KindOf<N>] extends Record<Door, (max: number) => infer S extends z.ZodType> ? S : never

/** A draft takes more of a text than its listing, which says only later what it refuses. */
export const draftMax = (name: FieldName): number =>
  isList(name) ? facts[name].max : Math.max(facts[name].max, 500)
/** What a program is told that a fact is. */
const toldOf = (name: Field): string => factOf(name).about ?? facts[name].label

type DraftShape = { [N in FieldName]: z.ZodOptional<z.ZodNullable<Schema<N, 'draft'>>> }
/** null removes one. */
export const draftShape = byFact<DraftShape>(fieldNames, (name) =>
  kinds[facts[name].kind].draft(draftMax(name)).nullish().describe(toldOf(name)),
)

type EditShape = { [N in FactIn<'edit'>]: Schema<N, 'edit'> }
export const editShape = byFact<EditShape>(factsIn('edit'), (name) =>
  kinds[facts[name].kind].edit(facts[name].max).describe(toldOf(name)),
)

type ExchangeShape = { [N in FactIn<'exchange'>]: Schema<N, 'exchange'> }
export const exchangeShape = byFact<ExchangeShape>(factsIn('exchange'), (name) =>
  kinds[facts[name].kind].exchange(factOf(name).exchange_max ?? facts[name].max),
)

export const shownShape = <N extends ColumnFact>(names: readonly N[]) =>
  byFact<{ [M in N]: Kinds[KindOf<M>]['shown'] }>(names, (name) => kinds[facts[name].kind].shown)

export const faqsInput = z
  .array(
    z.strictObject({
      question: lineOf(words(300).min(1)).describe('As visitors ask it'),
      answer: words(1500).min(1).describe('Plain text'),
    }),
  )
  .max(10)
  .optional()
  .describe('Replaces all')
