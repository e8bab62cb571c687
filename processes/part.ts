// A serving process: what it receives from the leading process and sends to it.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Sharing, Spent } from '../http/limits.ts'
import type { Gathering, Measured } from '../http/services.ts'
import type { Turn } from '../storage/connection.ts'
import type { Order, Report } from './messages.ts'

/** A process that has not answered by then is busy or gone, and is left out. */
const longest_ms = 1000

/** Asks all other processes at once: `put` sends the question to `count` of them, and each answer is passed to `hear`. */
function openQuestions<Said>(count: number, put: (question: number) => void) {
  const open = new Map<number, { said: Said[]; isAnswered(): void }>()
  let questions = 0
  return {
    async ask(): Promise<Said[]> {
      const question = (questions += 1)
      const said: Said[] = []
      const answered = Promise.withResolvers<void>()
      open.set(question, { said, isAnswered: answered.resolve })
      const late = setTimeout(answered.resolve, longest_ms)
      put(question)
      await answered.promise
      clearTimeout(late)
      open.delete(question)
      return said
    },
    hear(question: number, one: Said): void {
      const asked = open.get(question)
      if (asked?.said.push(one) === count) asked.isAnswered()
    },
  }
}

/** One of `count`. `stop` is called when the leading process asks for it, `orphaned` when that has exited. */
export function openPart(count: number, stop: () => void, orphaned: () => void) {
  const listeners: ((spent: Spent) => void)[] = []
  let server: Server | undefined
  let begin: (() => void) | undefined
  const left = Promise.withResolvers<void>()

  const tell = (report: Report) => void process.send!(report)
  const measures = openQuestions<Measured>(count - 1, (question) =>
    tell({ kind: 'measures_wanted', question }),
  )
  let measure: (() => Promise<Measured>) | undefined

  process.on('message', (order: Order, socket: Socket | undefined) => {
    if (order.kind === 'turn') begin?.()
    else if (order.kind === 'spent') for (const hear of listeners) hear(order.spent)
    else if (order.kind === 'measures_wanted') void sayMeasures(order)
    else if (order.kind === 'measures') measures.hear(order.question, order.measured)
    else if (order.kind === 'stop') stop()
    else if (order.kind === 'left') left.resolve()
    else if (socket !== undefined) {
      tell({ kind: 'taken', connection: order.connection })
      receive(socket)
    }
  })
  process.on('disconnect', orphaned)

  async function sayMeasures({ question, from }: { question: number; from: number }): Promise<void> {
    const measured = await measure?.()
    if (measured !== undefined) tell({ kind: 'measures', question, to: from, measured })
  }

  /** Sets the options that a server sets on connections it accepts itself. */
  function receive(socket: Socket): void {
    socket.setNoDelay(true)
    socket.allowHalfOpen = true
    server?.emit('connection', socket)
  }

  const turn: Turn = async () => {
    await new Promise<void>((resolve) => {
      begin = resolve
      tell({ kind: 'turn_wanted' })
    })
    return () => tell({ kind: 'turn_over' })
  }
  const sharing: Sharing = {
    tell: (spent) => tell({ kind: 'spent', spent }),
    hear: (listen) => void listeners.push(listen),
  }
  const gathering: Gathering = {
    ask: measures.ask,
    give: (given) => void (measure = given),
  }

  return {
    turn,
    sharing,
    gathering,
    /** The server that answers on the connections received. */
    listen(to: Server): void {
      server = to
      // On this event a server starts to enforce its timeouts.
      server.emit('listening')
    },
    ready: (link: string | null) => tell({ kind: 'ready', link }),
    leave(): Promise<void> {
      tell({ kind: 'leaving' })
      return left.promise
    },
  }
}
