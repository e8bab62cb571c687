// Turns at the one thread: who asks for much waits behind those who ask for little, so that others feel a flood by one
// address as one request of it at a time.

/** What one address may use of a turn of the event loop before its next request waits for another. */
const share_ms = 5
/** So many of its readings are asked at once of a database that is another program, which takes eight in all. */
const most_under_way = 8

type Caller = {
  used_ms: number
  /** One is at work, and has not come to where it waits for something else. */
  is_at_work: boolean
  waiting: (() => void)[]
  under_way: number
  outside: (() => void)[]
}
export type Turns = ReturnType<typeof openTurns>

/** Calls back when all is done that can be done without waiting: on SQLite, when the answer is made. */
function afterWork(callback: () => void): void {
  queueMicrotask(() => process.nextTick(callback))
}

export function openTurns(now_ms = () => performance.now()) {
  /** Who asked in this turn or is not done; whoever was let in from among those who wait comes to stand last. */
  const callers = new Map<string, Caller>()
  let isTurning = false

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

  /** Of those who wait, one begins. */
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

  /** Everybody who came in this turn has been answered, or waits. */
  function turn(): void {
    isTurning = false
    for (const [address, caller] of callers) {
      caller.used_ms = 0
      if (caller.under_way === 0 && caller.waiting.length === 0 && !caller.is_at_work) callers.delete(address)
    }
    for (const [address, caller] of callers) {
      if (caller.waiting.length === 0 || caller.is_at_work) continue
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
    /** Resolves when it is the turn of the address. */
    take,
    /** Does the work in a turn of the address, as one of those it has under way. */
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
