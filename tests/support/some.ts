// Tests that go through many alike cases take some of them, and all with WHOLE=on.
export const whole = process.env.WHOLE === 'on'

/** Every nth of them. A table takes an nth that no side of it is a multiple of, or whole rows would be left out. */
export const some = <T>(cases: readonly T[], nth: number): T[] =>
  cases.filter((_, at) => whole || at % nth === 0)
