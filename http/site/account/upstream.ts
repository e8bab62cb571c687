// Signing in at the operator's own identity provider: the redirect there, and the callback.
import { beginSession } from '../../../auth/sessions.ts'
import { safeReturn } from '../../../auth/sign_in.ts'
import { Refusal } from '../../../tools/errors.ts'
import { crossing } from '../private_page.ts'
import { askerOf, hostCookie, readCookie, setCookie, type Visit } from '../visit.ts'
import { browserOf, signedIn } from './sign_in_link.ts'

export const leaveForUpstream = crossing('/sign-in/upstream', async (visit) => {
  const { url, public_url, now } = visit
  const return_to = safeReturn(url.searchParams.get('return_to'))
  const { location, memory } = await upstreamOf(visit).leave(public_url, return_to, now)
  return { redirect: location, cookies: [setCookie(public_url, 'upstream', memory, 600)] }
})

export const comeBack = crossing('/sign-in/callback', async (visit) => {
  const { storage, request, url, public_url, now } = visit
  const upstream = upstreamOf(visit)
  const memory = readCookie(request, hostCookie(public_url, 'upstream'))
  const back = await upstream.comeBack(storage, { url, memory, public_url, now, asker: askerOf(visit) })
  const session = await beginSession(storage, back.user_id, browserOf(visit))
  const { redirect, cookies } = signedIn(visit, session, back.return_to)
  return { redirect, cookies: [...cookies, setCookie(public_url, 'upstream', '', 0)] }
})

function upstreamOf({ upstream, take }: Visit) {
  if (upstream === null) throw new Refusal('not_found', 'There is no other way to sign in here.')
  take('sign_in')
  return upstream
}
