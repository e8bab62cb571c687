// The products: their prices on each site, and which are switched off.
import type { OpenStorage } from '../../../storage/storage.ts'
import type { Site } from '../../../storage/sites.ts'
import type { Session } from '../../../auth/sessions.ts'
import { setPrice, switchProduct } from '../../../tools/team/products.ts'
import { buttonForm, field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { counted } from '../parts.ts'
import type { OwnVisit } from '../visit.ts'
import { given, refusedNote, teamPage, tried, type Refused } from './team_page.ts'

type Product = Awaited<ReturnType<OpenStorage['products']['everything']>>[number]
type Shown = { products: Product[]; sites: Site[]; standing: number; refused: Refused }

export const products = teamPage<Shown>({
  path: '/team/products',
  load: (visit) => show(visit, null),
  render: ({ products: all, sites, standing, refused }, { session }) => ({
    title: 'Products',
    place: '/team/products',
    status: refused?.refusal.status ?? 200,
    body: html`<h1>${counted(all.length, 'product')}, priced by site.</h1>
      <p class="lead gap">
        Prices are net and hold for orders from now on.
        ${standing === 0 ? 'No order waits to be paid.' : `${counted(standing, 'order waits', 'orders wait')} to be paid, at the price it was made with.`}
      </p>
      ${refused?.form.has('price') !== true && refusedNote(refused)}
      <div class="narrow">${all.map((product) => article(product, sites, session, refused))}</div>`,
  }),
  post: {
    '/team/products/price': (visit) =>
      tried(
        visit,
        () =>
          visit.act(setPrice, {
            key: given(visit, 'key'),
            site_id: Number(given(visit, 'site_id')),
            cents: centsIn(given(visit, 'price')),
          }),
        '/team/products',
        (refused) => show(visit, refused),
      ),
    '/team/products/switch': (visit) =>
      tried(
        visit,
        () =>
          visit.act(switchProduct, { key: given(visit, 'key'), active: given(visit, 'active') === 'yes' }),
        '/team/products',
        (refused) => show(visit, refused),
      ),
  },
})

async function show({ storage }: OwnVisit, refused: Refused): Promise<Shown> {
  const [all, sites] = [await storage.products.everything(), await storage.sites.all()]
  return { products: all, sites, standing: await storage.team.standingOrders(), refused }
}

/** "99", "99.00" and "99,00" become 9900 cents; anything else NaN. */
function centsIn(text: string): number {
  const [, whole, part = ''] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  return whole === undefined ? NaN : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

function article(product: Product, sites: readonly Site[], session: Session, refused: Refused): Html {
  const { key, name, description, active } = product
  return html`<section class="part stack" aria-labelledby="p-${key}">
    <h2 id="p-${key}">
      ${name} ${active ? html`<span class="tag ok">Sold</span>` : html`<span class="tag">Not sold</span>`}
    </h2>
    <p class="soft">${description}</p>
    ${sites.map((site) => price(product, site, session, refused))}
    ${buttonForm(session, '/team/products/switch', active ? 'Stop selling it' : 'Sell it again', {
      fields: { key, active: active ? 'no' : 'yes' },
      about: `: ${name}`,
    })}
  </section>`
}

function price({ key, name, kind, prices }: Product, site: Site, session: Session, refused: Refused): Html {
  const own =
    refused?.form.get('key') === key && refused.form.get('site_id') === String(site.id) ? refused : null
  const now = prices.find(({ site_id }) => site_id === site.id)
  const cents = now?.amount_cents ?? now?.minimum_cents
  const label = `${kind === 'billboard' ? 'The least' : 'Price'} on ${site.name}, ${site.currency}`
  return sealedForm(
    session,
    '/team/products/price',
    html`${field({
        name: 'price',
        id: `price-${key}-${site.id}`,
        label,
        hint: cents == null ? 'Not sold there yet' : undefined,
        max: 9,
        required: true,
        value: own?.form.get('price') ?? (cents == null ? '' : (cents / 100).toFixed(2)),
        fault: own === null ? undefined : 'Write an amount from 0.01 to 999999.99, such as 99.00.',
      })} <input type="hidden" name="key" value="${key}" /><input
        type="hidden"
        name="site_id"
        value="${site.id}"
      /><button class="quiet">Set the price<span class="unseen"> of ${name} on ${site.name}</span></button>`,
  )
}
