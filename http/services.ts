// What every door is given. Wiring import this file and never app.ts, which opens them.
import type { Logger } from 'pino'
import type { Caller } from '../auth/caller.ts'
import type { Scope } from '../auth/scopes.ts'
import type { Config } from '../config.ts'
import type { Policy } from '../policies.ts'
import type { Tally } from '../jobs/queue/job.ts'
import type { Outbound } from '../outbound.ts'
import type { Site } from '../storage/sites.ts'
import type { MediaFolder } from '../storage/media_folder.ts'
import type { ViewCounter } from '../storage/listings/view_counter.ts'
import type { OpenStorage } from '../storage/storage.ts'
import type { Payments } from '../tools/orders/payment.ts'
import type { Context, Reach, Tool } from '../tools/tool.ts'
import type { Hosts } from './hosts.ts'
import type { Allowance } from '../auth/buckets.ts'
import type { Sharing } from './limits.ts'
import type { Turns } from './turns.ts'

/** What serve.ts opens and hands over. */
export type Wiring = {
  storage: OpenStorage
  config: Config
  log: Logger
  /** Where pictures are kept. */
  media: MediaFolder
  clock: () => Date
  /** The door to the operator's own identity provider, which may stand in the operator's own network. */
  upstream_outbound: Outbound
  /** The payment provider; null where payments are simulated, or nothing is sold. */
  payments: Payments | null
  /** Where several processes serve: how the limits of each hear of the others. */
  sharing?: Sharing
  /** And how each learns what the others have measured. */
  gathering?: Gathering
  /** Which of them this is. */
  number?: number
} & Reach

export type Services = Wiring & {
  meter: Meter
  /** Counts who looks at the page of a listing. */
  views: ViewCounter
  /** Aborted when the service begins to leave: whatever would go on for long ends then. */
  leaving: AbortSignal
  hosts: Hosts
  /** Lets everybody have their turn. */
  turns: Turns
  /** When a request came, and to which of our sites. */
  place(request: Request): { now: Date; site: Site; public_url: string }
  /** Who sent a request to this address of ours, and what its tools may use. */
  arrive(request: Request, path: string): Promise<Arrival>
  /** The same for somebody who is known already, as a person on the site is. */
  arriveAs(request: Request, caller: Caller | null): Omit<Arrival, 'demand'>
  /** Counts a request for what is no operation and is the same for everybody: a document, an image. */
  admit(request: Request): void
}

export type Arrival = {
  request_id: string
  context: Context & Reach
  /** Throws the challenge that asks for what is missing: a credential, or scopes. */
  demand(scopes: readonly Scope[]): void
  /** Counts a call against its policy; throws when there is none left. */
  take(tool: Counted): Allowance | null
}

/** What is counted: a tool, or whatever else is asked for, by the policy "other". */
type Counted = Pick<Tool, 'http' | 'only_reads'> & { policy?: Policy }

type Door = 'rest' | 'mcp' | 'page' | 'oauth'

/** Who asked, what of, and what the refusal is called. */
export type Answered = {
  context?: Pick<Context, 'caller' | 'now' | 'door' | 'request_id'>
  input?: unknown
  error?: unknown
}

export type Meter = {
  /** Starts the clock of a call; what it returns is called once, with the status of the answer. */
  begin(door: Door, call: string): (status: number, request_id?: string, what?: Answered) => void
  /** How many answers of the last five minutes were faults. */
  faults(): number
  /** Notes a refusal of somebody who is signed in that answers no call by itself. */
  refused(call: string, what: Answered): void
  /** Null when they are off. */
  metrics: (Tally & { exposition(): Promise<string> }) | null
}

/** What one process has measured, as prom-client gives it to another. */
export type Measured = object[]
/** How one of several processes that serve one address learns what the others have measured. */
export type Gathering = {
  ask(): Promise<Measured[]>
  /** What to say when another asks. */
  give(measure: () => Promise<Measured>): void
}
