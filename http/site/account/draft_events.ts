// Events while a draft is read. The page also works without them.
import type { H3 } from 'h3'
import getDraft from '../../../tools/drafts/get_draft.ts'
import { Refusal } from '../../../tools/errors.ts'
import { problemResponse } from '../../errors.ts'
import { requestId } from '../../request.ts'
import { openStreams } from '../streams.ts'
import { privateResponse, receive } from '../private_page.ts'
import { ownVisit, type Visits } from '../visit.ts'
import { draftId } from './draft.ts'
import { isBeingMade, progressOf } from './draft_reading.ts'

export function draftEvents(app: H3, visits: Visits): void {
  const path = '/account/drafts/:id/events'
  const stream = openStreams(visits.services.leaving)
  app.get(path, (event) =>
    receive(visits, event, `GET ${path}`, async (visit) => {
      visit.take('pages')
      const own = ownVisit(visit)
      // A browser does not reconnect to a refused stream, and the page goes on without it.
      if (own === null) return privateResponse({ redirect: '/sign-in' }, visit)
      const id = draftId(own.params)
      await own.call(getDraft, { id })
      try {
        return stream(own.session.user.id, async () => {
          const draft = await own.call(getDraft, { id })
          return isBeingMade(draft)
            ? {
                events: [{ event: 'progress', data: JSON.stringify(progressOf(draft).markup) }],
                isLast: false,
              }
            : { events: [{ event: 'done', data: draft.status }], isLast: true }
        })
      } catch (error) {
        if (error instanceof Refusal)
          return problemResponse(error, visits.services, event.req, requestId(event.req))
        throw error
      }
    }),
  )
}
