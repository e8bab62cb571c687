// The follow button of a page, and the form behind it.
import { follow, followedAt, type FollowedKind } from '../../tools/follows/follow.ts'
import { buttonForm } from './forms.ts'
import { html, type Html } from './html.ts'
import type { PublicVisit } from './public_page.ts'
import { goTo, type OwnVisit, type Redirect } from './visit.ts'

const places = { listing: '/listings/', category: '/categories/', founder: '/founders/' } as const

/** The page of what is followed. */
export const followedPath = (kind: FollowedKind, slug: string): string =>
  kind === 'site' ? '/digest' : places[kind] + slug

/** What the mails to followers are about, as the page says it. */
export const aboutOf = ({ kind, name }: { kind: FollowedKind; name: string }): string =>
  kind === 'site' ? 'the week' : name

type Shown = { slug: string; name: string; status?: 'live' | 'upcoming' }
type Words = { ask: string; stop: string }
const usual = { ask: 'Follow', stop: 'Stop following' }
const toCome = { ask: 'Tell me when it launches', stop: 'Do not tell me' }

/** The button that follows it, or stops doing so. */
export async function followFor(
  { session, storage, site }: Pick<PublicVisit, 'session' | 'storage' | 'site'>,
  kind: FollowedKind,
  { slug, name, status }: Shown,
  words: Words = status === 'upcoming' ? toCome : usual,
): Promise<Html> {
  const isLoud = words !== usual
  const path = followedPath(kind, slug)
  // Read out after the words of the button, which are a whole sentence before a launch.
  const about = words === toCome ? `(${name})` : name
  if (session === null)
    return html`<a
      class="button ${!isLoud && 'quiet'}"
      href="/sign-in?${new URLSearchParams({ return_to: path }).toString()}"
      rel="nofollow"
      >${words.ask}<span class="unseen"> ${about}: sign in first</span></a
    >`
  const what = await followedAt(kind, slug, { storage, site })
  const isFollowed = (await storage.follows.of(what, session.user.id)) !== undefined
  return buttonForm(session, `${path}/follow`, isFollowed ? words.stop : words.ask, {
    quiet: !isLoud || isFollowed,
    fields: { follow: isFollowed ? 'stop' : 'start' },
    about,
  })
}

/** The handlers of that button's form on pages of this kind, by path. */
export function followForm(kind: FollowedKind): Record<string, (visit: OwnVisit) => Promise<Redirect>> {
  return {
    async [`${followedPath(kind, ':slug')}/follow`](visit) {
      const slug = visit.params.slug ?? ''
      await visit.act(follow, { kind, slug, follow: visit.form.get('follow') !== 'stop' })
      return goTo(followedPath(kind, slug))
    },
  }
}
