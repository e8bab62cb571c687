// The messages between the leading process and the serving ones.
import type { Spent } from '../http/limits.ts'
import type { Measured } from '../http/services.ts'

/** From a serving process to the leading one. */
export type Report =
  /** It can answer requests; the first process to start also sends the sign-in link of the site team. */
  | { kind: 'ready'; link: string | null }
  /** It has received the connection with this number. */
  | { kind: 'taken'; connection: number }
  /** It is shutting down and takes no more connections. */
  | { kind: 'leaving' }
  | { kind: 'turn_wanted' }
  | { kind: 'turn_over' }
  | { kind: 'spent'; spent: Spent }
  /** It asks what the others have measured. */
  | { kind: 'measures_wanted'; question: number }
  | { kind: 'measures'; question: number; to: number; measured: Measured }

/** From the leading process to a serving one. */
export type Order =
  | { kind: 'connection'; connection: number }
  | { kind: 'turn' }
  | { kind: 'spent'; spent: Spent }
  | { kind: 'measures_wanted'; question: number; from: number }
  | { kind: 'measures'; question: number; measured: Measured }
  /** Answers `leaving`: no connection comes after this message. */
  | { kind: 'left' }
  | { kind: 'stop' }

/** The words a serving process is started with; `first` marks the very first of a start. */
export type Words = [part: 'part', number: string, ...first: 'first'[]]
