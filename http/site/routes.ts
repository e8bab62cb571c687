// The site map: one line a page.
import type { H3 } from 'h3'
import { FastResponse } from 'srvx'
import type { Upstream } from '../../auth/upstream.ts'
import type { Services } from '../services.ts'
import type { Visits } from '../visit.ts'
import { accountActions } from './account_actions.ts'
import { inviteActions } from './invite_actions.ts'
import { style, stylePath } from './layout.ts'
import { signInActions } from './sign_in_actions.ts'

export function siteRoutes(app: H3, services: Services, visits: Visits, upstream: Upstream | null): void {
  const signIn = signInActions(services, upstream)
  visits.get('/sign-in', signIn.show)
  visits.post('/sign-in', signIn.mailLink)
  visits.get('/sign-in/link', signIn.showLink)
  visits.post('/sign-in/link', signIn.useLink)
  visits.get('/sign-in/upstream', signIn.leave)
  visits.get('/sign-in/callback', signIn.comeBack)
  visits.own.post('/sign-out', signIn.signOut)

  const invites = inviteActions(services)
  visits.get('/invites/:token', invites.show)
  visits.post('/invites/:token', invites.accept)

  const account = accountActions(services)
  visits.own.get('/account', account.showProfile)
  visits.own.post('/account', account.saveProfile)
  visits.own.post('/account/delete', account.remove)
  visits.own.get('/account/keys', account.showKeys)
  visits.own.post('/account/keys', account.createKey)
  visits.own.post('/account/keys/revoke', account.revokeKey)
  visits.own.get('/account/applications', account.showApplications)
  visits.own.post('/account/applications/revoke', account.disconnect)
  visits.own.get('/account/sessions', account.showSessions)
  visits.own.post('/account/sessions/end', account.endSession)
  visits.own.post('/account/sessions/end_all', account.endSessions)

  app.get(
    stylePath,
    () =>
      new FastResponse(style, {
        headers: {
          'content-type': 'text/css; charset=utf-8',
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        },
      }),
  )
}
