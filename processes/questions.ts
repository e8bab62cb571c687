// A question to all others at once, and what they answer.

/** Whoever has not answered by then is busy or gone, and is left out. */
const longest_ms = 1000

/** `put` sends a question to `count` others; what they say to it is to be told to `hear`. */
export function openQuestions<Said>(count: number, put: (question: number) => void) {
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
