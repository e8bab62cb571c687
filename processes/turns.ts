// Whose turn it is to write: one at a time, in the order in which they asked. This only keeps writers from waiting on the
// database's lock; the lock itself makes sure that there is one writer.

/** A writer that has not finished by then is stuck, and the next one gets its turn. */
const longest_ms = 2000

export function openTurns<Who>(give: (who: Who) => void) {
  const wanting: Who[] = []
  let stuck: NodeJS.Timeout | undefined

  function next(): void {
    clearTimeout(stuck)
    const [first] = wanting
    if (first === undefined) return
    stuck = setTimeout(() => leave(first), longest_ms)
    give(first)
  }

  /** Its turn is over, or it has exited: then the database rolls back what it was writing. */
  function leave(who: Who): void {
    const at = wanting.indexOf(who)
    if (at < 0) return
    wanting.splice(at, 1)
    if (at === 0) next()
  }

  return {
    want(who: Who): void {
      if (wanting.push(who) === 1) next()
    },
    leave,
  }
}
