// Fair turns on the single thread: a caller with many requests waits behind callers with few, so that a flood from one
// address delays others by only one request at a time.

/** How long one address may use the event loop in one turn before its next request waits. */
const share_ms = 5
/** The most passes of the event loop for which waiting requests let new connections in. */
const most_passes = 128
/** The most reads of one address that run at once on PostgreSQL, whose pool allows eight in all. */
const most_under_way = 8

type Caller = {
  used_ms: number
  /** One request is running synchronously and does not wait for anything else yet. */
  is_at_work: boolean
  waiting: (() => void)[]
  under_way: number
  outside: (() => void)[]
}
export type Turns = ReturnType<typeof openTurns>

/** Calls back after all synchronous work: on SQLite, when the answer is ready. */
function afterWork(callback: () => void): void {
  queueMicrotask(() => process.nextTick(callback))
}

export function openTurns(now_ms = () => performance.now()) {
  /** Callers in this turn, or with requests that wait or run; one whose waiting request was let in moves to the end. */
  const callers = new Map<string, Caller>()
  let isTurning = false
  let hasArrived = false
  let passes = 0

  function callerAt(address: string): Caller {
    const known = callers.get(address) ?? {
      ...{ used_ms: 0, is_at_work: false, waiting: [], under_way: 0, outside: [] },
    }
    callers.set(address, known)
    return known
  }

  function begin(caller: Caller): void {
    const since_ms = now_ms()
    caller.is_at_work = true
    turnSoon()
    afterWork(() => {
      caller.is_at_work = false
      caller.used_ms += now_ms() - since_ms
      if (caller.used_ms < share_ms) next(caller)
    })
  }

  /** Lets one waiting request of the caller begin. */
  function next(caller: Caller): void {
    const go = caller.waiting.shift()
    if (go === undefined) return
    begin(caller)
    go()
  }

  function turnSoon(): void {
    if (!isTurning) setImmediate(turn)
    isTurning = true
  }

  /** Ends a turn, once everybody who came in it was answered or waits. */
  function turn(): void {
    isTurning = false
    const lets_in = hasArrived && passes < most_passes
    hasArrived = false
    for (const [address, caller] of callers) {
      caller.used_ms = 0
      if (caller.under_way === 0 && caller.waiting.length === 0 && !caller.is_at_work) callers.delete(address)
    }
    for (const [address, caller] of callers) {
      if (caller.waiting.length === 0 || caller.is_at_work) continue
      passes = lets_in ? passes + 1 : 0
      if (lets_in) return turnSoon()
      callers.delete(address)
      callers.set(address, caller)
      return next(caller)
    }
  }

  async function take(address: string): Promise<void> {
    const caller = callerAt(address)
    if (caller.used_ms < share_ms && !caller.is_at_work && caller.waiting.length === 0) return begin(caller)
    turnSoon()
    await new Promise<void>((go) => caller.waiting.push(go))
  }

  return {
    /**
     * Call it for each new connection. Node accepts one connection per pass of the event loop: if a flood's requests ran
     * in every pass, a new connection would wait for one of them per connection before it.
     */
    arrived: () => void (hasArrived = true),
    /** Resolves when it is this address's turn. */
    take,
    /** Runs the work in a turn of the address, counted as one of its running requests. */
    async during<T>(address: string, work: () => Promise<T> | T): Promise<T> {
      const caller = callerAt(address)
      caller.under_way += 1
      if (caller.under_way > most_under_way) await new Promise<void>((go) => caller.outside.push(go))
      try {
        await take(address)
        return await work()
      } finally {
        caller.under_way -= 1
        caller.outside.shift()?.()
        turnSoon()
      }
    },
  }
}
