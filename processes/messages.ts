// What the process that leads and those that serve tell each other.
import type { Spent } from '../http/limits.ts'
import type { Measured } from '../http/services.ts'

/** From one that serves. */
export type Report =
  /** It can answer; the first says how the site team signs in. */
  | { kind: 'ready'; link: string | null }
  /** It has the connection of this number. */
  | { kind: 'taken'; connection: number }
  /** It leaves, and wants no more connections. */
  | { kind: 'leaving' }
  | { kind: 'turn_wanted' }
  | { kind: 'turn_over' }
  | { kind: 'spent'; spent: Spent }
  /** It wants to know what the others have measured. */
  | { kind: 'measures_wanted'; question: number }
  | { kind: 'measures'; question: number; to: number; measured: Measured }

/** To one that serves. */
export type Order =
  | { kind: 'connection'; connection: number }
  | { kind: 'turn' }
  | { kind: 'spent'; spent: Spent }
  | { kind: 'measures_wanted'; question: number; from: number }
  | { kind: 'measures'; question: number; measured: Measured }
  /** No connection comes after this one. */
  | { kind: 'left' }
  | { kind: 'stop' }

/** The words a serving process is started with; `first` marks the very first of a start. */
export type Words = [part: 'part', number: string, ...first: 'first'[]]
