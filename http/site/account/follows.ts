import { buttonForm } from '../forms.ts'
import { html } from '../html.ts'
import { linkedRow } from '../listing_rows.ts'
import { day, pageLinks } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { goTo, idOf } from '../visit.ts'
import { endFollow, mailAgain } from '../../../tools/follows/follow.ts'
import { windowOf } from '../../../tools/inputs.ts'
import { followedPath } from '../following.ts'
import { newestFirst, pageOrFirst } from './lists.ts'

const per_page = 50
const here = '/account/follows'

/** What the mails are about. */
const told_of = {
  listing: 'Its launch and its updates.',
  category: 'What launches in it, once a week.',
  founder: 'What they launch.',
  site: 'Who won, and what launches, once a week.',
}

export const follows = ownPage({
  path: here,
  async load({ storage, session, site, url }) {
    const page = pageOrFirst(url)
    const window = windowOf({ page, per_page })
    return { ...(await storage.follows.list(session.user.id, site.id, window)), page, per_page }
  },
  render: (all, { url, session }) => ({
    title: 'Follows',
    body: html`<h1>What you follow</h1>
      ${newestFirst(
        all.items.map(({ id, kind, slug, name, followed_at, told }) =>
          linkedRow({
            ...{
              name,
              href: followedPath(kind, slug),
              called: kind === 'site' ? 'The mail each Monday' : name,
            },
            about: html`<p class="soft">${told_of[kind]}</p>
              <p class="fine">Since ${day(followed_at)}${!told && ', without emails'}</p>`,
            side: html`<div class="line">
              ${!told && buttonForm(session, `${here}/mails`, 'Mail me again', { fields: { id }, about: `about ${name}` })}
              ${buttonForm(session, here, 'Stop following', { fields: { id }, about: name })}
            </div>`,
          }),
        ),
        {
          title: 'You follow nothing yet',
          text: 'Follow a listing, a category or a founder on their page, and their news comes to you by mail.',
          lead: ["This week's launches", '/'],
        },
        'gap',
      )}
      ${pageLinks(here, url.searchParams, all)}`,
  }),
  post: {
    async [here](visit) {
      await visit.act(endFollow, { id: idOf(visit.form) })
      return goTo(here)
    },
    async [`${here}/mails`](visit) {
      await visit.act(mailAgain, { id: idOf(visit.form) })
      return goTo(here)
    },
  },
})
