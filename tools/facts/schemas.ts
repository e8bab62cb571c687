// The schemas in which each door accepts and shows the facts of the table.
import { z } from 'zod'
import { byFact, facts, factOf, factsIn, fieldNames, isList, type ColumnFact } from '../../facts.ts'
import type { FactIn, Field, FieldName, KindOf } from '../../facts.ts'
import { kinds, lineOf, words } from './kinds.ts'

type Kinds = typeof kinds
/** The schema that a fact's kind gives for a door. */
type Schema<N extends Field, Door extends string> =
  Kinds[KindOf<N>] extends Record<Door, (max: number) => infer S extends z.ZodType> ? S : never

/** A draft accepts longer text than its listing, which refuses it only on submission. */
export const draftMax = (name: FieldName): number =>
  isList(name) ? facts[name].max : Math.max(facts[name].max, 500)
/** The description of a fact for programs. */
const toldOf = (name: Field): string => factOf(name).about ?? facts[name].label

type DraftShape = { [N in FieldName]: z.ZodOptional<z.ZodNullable<Schema<N, 'draft'>>> }
/** null removes a value. */
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
