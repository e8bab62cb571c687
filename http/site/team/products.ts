// The products: their prices on each site, and which are switched off.
import type { OpenStorage } from '../../../storage/storage.ts'
import type { Site } from '../../../storage/sites.ts'
import { setPrice, switchProduct } from '../../../tools/team/products.ts'
import { refusalNote, triedAt } from '../account/refused.ts'
import { buttonForm, field, hidden, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { centsIn, counted } from '../parts.ts'
import { given, type OwnVisit } from '../visit.ts'
import { teamPage } from './team_page.ts'

type Product = Awaited<ReturnType<OpenStorage['products']['everything']>>[number]

const setting = '/team/products/price'

export const products = teamPage({
  path: '/team/products',
  load: async ({ storage }) => ({
    products: await storage.products.everything(),
    sites: await storage.sites.all(),
    standing: await storage.team.standingOrders(),
  }),
  render: ({ products: all, sites, standing }, visit) => ({
    title: 'Products',
    body: html`<h1>${counted(all.length, 'product')}, priced by site.</h1>
      <p class="lead gap">
        Prices are net and hold for orders from now on.
        ${standing === 0 ? 'No order waits to be paid.' : `${counted(standing, 'order waits', 'orders wait')} to be paid, at the price it was made with.`}
      </p>
      ${triedAt(visit, setting) === null && refusalNote(visit.refused)}
      <div class="narrow">${all.map((product) => article(product, sites, visit))}</div>`,
  }),
  forms: {
    async [setting](visit) {
      const [key, site_id] = [given(visit, 'key'), Number(given(visit, 'site_id'))]
      await visit.act(setPrice, { key, site_id, cents: centsIn(given(visit, 'price')) })
      return '/team/products'
    },

    async '/team/products/switch'(visit) {
      await visit.act(switchProduct, { key: given(visit, 'key'), active: given(visit, 'active') === 'yes' })
      return '/team/products'
    },
  },
})

function article(product: Product, sites: readonly Site[], visit: OwnVisit): Html {
  const { key, name, description, active } = product
  return html`<section class="part stack" aria-labelledby="p-${key}">
    <h2 id="p-${key}">
      ${name} ${active ? html`<span class="tag ok">Sold</span>` : html`<span class="tag">Not sold</span>`}
    </h2>
    <p class="soft">${description}</p>
    ${sites.map((site) => price(product, site, visit))}
    ${buttonForm(visit.session, '/team/products/switch', active ? 'Stop selling it' : 'Sell it again', {
      fields: { key, active: active ? 'no' : 'yes' },
      about: `: ${name}`,
    })}
  </section>`
}

function price({ key, name, kind, prices }: Product, site: Site, visit: OwnVisit): Html {
  const tried = triedAt(visit, setting, { key, site_id: site.id })
  const now = prices.find(({ site_id }) => site_id === site.id)
  const cents = now?.amount_cents ?? now?.minimum_cents
  const label = `${kind === 'billboard' ? 'Minimum' : 'Price'} on ${site.name}, ${site.currency}`
  return sealedForm(
    visit.session,
    setting,
    html`${field({
        name: 'price',
        id: `price-${key}-${site.id}`,
        label,
        hint: cents == null ? 'Not sold there yet' : undefined,
        max: 9,
        required: true,
        value: tried?.typed.get('price') ?? (cents == null ? '' : (cents / 100).toFixed(2)),
        fault: tried === null ? undefined : 'Write an amount from 0.01 to 999999.99, such as 99.00.',
      })}
      ${hidden({ key, site_id: site.id })}<button class="quiet">
        Set the price<span class="unseen"> of ${name} on ${site.name}</span>
      </button>`,
  )
}
