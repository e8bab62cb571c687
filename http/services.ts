// What every door receives. Wiring code imports this file and never app.ts, which opens the doors.
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

/** What serve.ts opens and passes on. */
export type Wiring = {
  storage: OpenStorage
  config: Config
  log: Logger
  /** The folder of stored pictures. */
  media: MediaFolder
  clock: () => Date
  /** Requests to the operator's own identity provider, which may be in the operator's own network. */
  upstream_outbound: Outbound
  /** The payment provider; null if payments are simulated or off. */
  payments: Payments | null
  /** With several processes: how their limits are shared. */
  sharing?: Sharing
  /** With several processes: how their metrics are shared. */
  gathering?: Gathering
  /** The number of this process. */
  number?: number
} & Reach

export type Services = Wiring & {
  meter: Meter
  /** Counts views of listing pages. */
  views: ViewCounter
  /** Aborted when the service begins to shut down; long-running requests end then. */
  leaving: AbortSignal
  hosts: Hosts
  /** Shares the event loop fairly among callers. */
  turns: Turns
  /** The time of a request, and the site it is for. */
  place(request: Request): { now: Date; site: Site; public_url: string }
  /** The caller of a request to this path, and the context for its tools. */
  arrive(request: Request, path: string): Promise<Arrival>
  /** The same for a known caller, such as a person signed in on the site. */
  arriveAs(request: Request, caller: Caller | null): Omit<Arrival, 'demand'>
  /** Counts a request that is no operation and the same for everybody: a document, an image. */
  admit(request: Request): void
}

export type Arrival = {
  request_id: string
  context: Context & Reach
  /** Throws a challenge if a credential or scopes are missing. */
  demand(scopes: readonly Scope[]): void
  /** Counts a call against its policy; throws if nothing is left. */
  take(tool: Counted): Allowance | null
}

/** What limits count: a tool, or any other request by its policy. */
type Counted = Pick<Tool, 'http' | 'only_reads'> & { policy?: Policy }

type Door = 'rest' | 'mcp' | 'page' | 'oauth'

/** The caller, the input, and the code of the refusal. */
export type Answered = {
  context?: Pick<Context, 'caller' | 'now' | 'door' | 'request_id'>
  input?: unknown
  error?: unknown
}

export type Meter = {
  /** Starts timing a call; call the returned function once, with the status of the answer. */
  begin(door: Door, call: string): (status: number, request_id?: string, what?: Answered) => void
  /** How many answers of the last five minutes had a 5xx status. */
  faults(): number
  /** Records a refusal of a signed-in person that a page shows instead of answering with it. */
  refused(call: string, what: Answered): void
  /** Null when metrics are off. */
  metrics: (Tally & { exposition(): Promise<string> }) | null
}

/** The metrics of one process, in prom-client's JSON format. */
export type Measured = object[]
/** How one of several processes gets the metrics of the others. */
export type Gathering = {
  ask(): Promise<Measured[]>
  /** Sets what is sent when another process asks. */
  give(measure: () => Promise<Measured>): void
}
