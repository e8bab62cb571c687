// Whose turn it is to write: in the order in which they asked, one at a time. It keeps the others from being in the way;
// that only one writes is the database's own lock.

/** Who has not done by then is stuck, and holds up nobody else any longer. */
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

  /** Its turn is over, or it has ended, and what it was writing is undone by the database. */
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
