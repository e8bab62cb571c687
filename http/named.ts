// Responses that carry their request's id already. To look for a header in one would cost as much as making it.
const all = new WeakSet<Response>()

export function named(response: Response): Response {
  all.add(response)
  return response
}

export const isNamed = (response: Response): boolean => all.has(response)
