/*
 * Patterns of many words, tried only on texts that hold a word they cannot do without: most match few lines of a page.
 * One index of the beginnings of all those words tells of a text at once which patterns may match it.
 */
import { remembering } from '../../../storage/search/remembering.ts'
import { depth, neededWords } from './needed_words.ts'
import { gapless, lowered } from './spelling.ts'

/** Wordings as bits, each at its number. */
type Wordings = Uint32Array
const bits = 32
let count = 0
const noWordings = (): Wordings => new Uint32Array(Math.ceil(count / bits))

/** The numbers of those that need a word which begins so: "foun", "of " where the word ends. */
const needing = new Map<string, number[]>()

const none = noWordings()
/** Those that need something which a word begins with; most words of a text are words of the last one too. */
const begunBy = remembering((word): Wordings => {
  const beginnings = [...Array(depth).keys()].map((at) => word.slice(0, at + 1))
  const numbers = [...beginnings, `${word} `].flatMap((beginning) => needing.get(beginning) ?? [])
  const begun = numbers.length > 0 ? noWordings() : none
  for (const number of numbers) begun[Math.floor(number / bits)]! |= 1 << (number % bits)
  return begun
}, 20_000)

const words = new RegExp(`[\\p{L}--${gapless.source}]+|${gapless.source}+|\\S`, 'gv')
/** Those that may match a text. */
const mayMatch = remembering((text): Wordings => {
  const may = noWordings()
  const take = (word: string): void => {
    const begun = begunBy(word)
    for (let at = 0; at < begun.length; at += 1) may[at]! |= begun[at]!
  }
  for (const [word] of lowered(text).matchAll(words))
    if (!gapless.test(word)) take(word)
    else for (let at = 0; at < word.length; at += 1) take(word.slice(at, at + depth))
  return may
}, 10_000)

/** A pattern for words, used as a RegExp is: with test and exec, and by a string's replace and split. */
export class Wording {
  /** To be part of a longer pattern. */
  readonly source: string
  readonly #flags: string
  #compiled: RegExp | undefined
  readonly #number: number | null = null

  constructor(source: string, flags: string) {
    this.source = source
    this.#flags = flags
    const needed = neededWords(source)
    if (needed === null) return
    this.#number = count
    count += 1
    for (const word of needed) needing.set(word, [...(needing.get(word) ?? []), this.#number])
    begunBy.forget()
    mayMatch.forget()
  }

  /** Made when a text first needs it: most are not needed for most sites, and long ones take time and memory. */
  get #pattern(): RegExp {
    return (this.#compiled ??= new RegExp(this.source, this.#flags))
  }
  #may(text: string): boolean {
    if (this.#number === null) return true
    return (mayMatch(text)[Math.floor(this.#number / bits)]! & (1 << (this.#number % bits))) !== 0
  }
  test(text: string): boolean {
    return this.#may(text) && this.#pattern.test(text)
  }
  exec(text: string): RegExpExecArray | null {
    return this.#may(text) ? this.#pattern.exec(text) : null
  }
  [Symbol.replace](text: string, by: string): string {
    return this.#may(text) ? text.replace(this.#pattern, by) : text
  }
  [Symbol.split](text: string): string[] {
    return this.#may(text) ? text.split(this.#pattern) : [text]
  }
}
