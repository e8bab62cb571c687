// Submitting a product: a form for its address.
import submitListing from '../../../tools/drafts/submit_listing.ts'
import { field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { ownPage } from '../private_page.ts'
import { given } from '../visit.ts'
import { faultsByName, refusalNote } from './refused.ts'

export const submit = ownPage({
  path: '/submit',
  load: async () => null,
  render(_data, { session, site, url, form, refused }) {
    const asked = (url.searchParams.get('url') ?? '').slice(0, 2048)
    const fault = faultsByName(refused).url
    return {
      title: 'Submit a product',
      body: html`<div class="cols">
        <div class="stack">
          <h1>What is its address?</h1>
          <p class="lead">
            We read the site, as far as its robots.txt allows, and write a first profile. It takes about a
            minute.
          </p>
          ${fault === undefined && refusalNote(refused)}
          ${sealedForm(
            session,
            '/submit',
            html`${field({ name: 'url', label: 'Website of the product', max: 2048, autocomplete: 'url', required: true, value: form.get('url')?.trim() ?? asked, fault })}
              <button class="big">Read it</button>`,
          )}
          <p class="fine">
            Already listed? <a href="/search">Find its page</a> and claim it instead: same page, same votes,
            new owner.
          </p>
        </div>
        ${then(site.name)}
      </div>`,
    }
  },
  forms: {
    async '/submit'(visit) {
      const { id } = await visit.call(submitListing, { url: given(visit, 'url') })
      return `/account/drafts/${id}`
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
          filled in. Paid: now, or in any week of the coming year.</span
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
