// Documents and pictures: the same for everybody, and refused like the API.
import type { H3, H3Event } from 'h3'
import { problemResponse } from './errors.ts'
import type { Services } from './services.ts'

/** Serves documents at this path; each request counts against the limit of its caller's address. */
export function documentRoute(
  app: H3,
  services: Services,
  path: string,
  answer: (event: H3Event) => Response | Promise<Response>,
): void {
  app.get(path, async (event) => {
    try {
      services.admit(event.req)
      return await answer(event)
    } catch (error) {
      return problemResponse(error, services, event.req)
    }
  })
}
