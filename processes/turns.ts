// Whose turn it is to write: in the order in which they asked, one at a time.

export type Turns<Who> = ReturnType<typeof openTurns<Who>>

export function openTurns<Who>(give: (who: Who) => void) {
  const wanting: Who[] = []

  function next(): void {
    if (wanting.length > 0) give(wanting[0]!)
  }

  return {
    want(who: Who): void {
      if (wanting.push(who) === 1) next()
    },
    /** Its turn is over, or it has ended: what it was writing is undone by the database. */
    leave(who: Who): void {
      const at = wanting.indexOf(who)
      if (at < 0) return
      wanting.splice(at, 1)
      if (at === 0) next()
    },
  }
}
