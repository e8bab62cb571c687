// Submitting a product: a form for its address.
import type { Refusal } from '../../../tools/errors.ts'
import submitListing from '../../../tools/drafts/submit_listing.ts'
import { field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { ownPage } from '../private_page.ts'
import { goTo } from '../visit.ts'
import { attempt, faultsByName, refusalNote } from './refused.ts'

type Shown = { url: string; refused: Refusal | null }

export const submit = ownPage<Shown>({
  path: '/submit',
  load: async ({ url }) => ({ url: (url.searchParams.get('url') ?? '').slice(0, 2048), refused: null }),
  render: ({ url, refused }, { session, site }) => {
    const fault = refused === null ? undefined : faultsByName(refused).url
    return {
      title: 'Submit a product',
      status: refused?.status ?? 200,
      body: html`<div class="cols">
        <div class="stack">
          <h1>What is its address?</h1>
          <p class="lead">
            We read the site, as far as its robots.txt allows, and write a first profile. It takes about a
            minute.
          </p>
          ${refused !== null && fault === undefined && refusalNote(refused)}
          ${sealedForm(
            session,
            '/submit',
            html`${field({ name: 'url', label: 'Website of the product', max: 2048, autocomplete: 'url', required: true, value: url, fault })}
              <button class="big">Read it</button>`,
          )}
          <p class="fine">
            Already listed? Open its page and claim it instead: same page, same votes, new owner.
          </p>
        </div>
        ${then(site.name)}
      </div>`,
    }
  },
  post: {
    async '/submit'({ form, call }) {
      const url = (form.get('url') ?? '').trim()
      const tried = await attempt(() => call(submitListing, { url }))
      return 'done' in tried ? goTo(`/account/drafts/${tried.done.id}`) : { url, refused: tried.refused }
    },
  },
})

function then(site_name: string): Html {
  return html`<section aria-labelledby="then">
    <h2 id="then" class="head">Then</h2>
    <ol class="steps">
      <li><b>You read the draft</b><span class="soft">Every value with the sentence it came from.</span></li>
      <li>
        <b>You choose a week</b
        ><span class="soft"
          >Free: some weeks ahead, with the badge of ${site_name} on your homepage and your founder profile
          filled in. Paid: now, or any week you like.</span
        >
      </li>
      <li>
        <b>It launches</b
        ><span class="soft"
          >On a Monday, or at once where you pay for that. People vote until the end of Sunday, UTC.</span
        >
      </li>
    </ol>
  </section>`
}
