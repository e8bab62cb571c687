// The sites of this deployment, and a form to edit one.
import type { Site } from '../../../storage/sites.ts'
import { addSite, changeSite, currencies } from '../../../tools/team/sites.ts'
import { notFound } from '../../../tools/errors.ts'
import { faultsByName, refusalNote } from '../account/refused.ts'
import { field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { counted, crumbs } from '../parts.ts'
import { table } from '../table.ts'
import { given, type OwnVisit } from '../visit.ts'
import { teamPage } from './team_page.ts'

export const sites = teamPage({
  path: '/team/sites',
  async load({ storage, public_url }) {
    const all = await storage.sites.all()
    const live = await Promise.all(all.map(({ id }) => storage.listings.liveCount(id)))
    return { all, live, main_host: new URL(public_url).host }
  },
  render: ({ all, live, main_host }) => ({
    title: 'Sites',
    body: html`<div class="head">
        <h1>
          ${all.length === 1 ? 'One service, one site' : `One service, ${counted(all.length, 'site')}`}.
        </h1>
        <a class="button" href="/team/new-site">Add a site</a>
      </div>
      <p class="lead gap">
        Each has its own listings, weeks and prices. People, companies and sign-in are shared.
      </p>
      ${table(
        'Sites',
        ['Name', 'Host', 'Purpose', 'Currency', 'Free queue', 'Live'],
        all.map(({ key, name, host, purpose, currency, free_queue_weeks }, at) => [
          html`<a href="/team/sites/${key}">${name}</a>`,
          ...[host ?? (at === 0 ? main_host : ''), purpose, currency],
          free_queue_weeks === 0 ? 'No wait' : counted(free_queue_weeks, 'week'),
          live[at]!,
        ]),
        { stacks: true, named: ['Currency', 'Free queue', 'Live'] },
      )}`,
  }),
})

type Shown = { site: Site | null; is_main: boolean }

export const newSite = teamPage<Shown>({
  path: '/team/new-site',
  load: async () => ({ site: null, is_main: false }),
  render: page,
  forms: { '/team/new-site': (visit) => send(visit, null) },
})

export const site = teamPage<Shown>({
  path: '/team/sites/:key',
  load: known,
  render: page,
  forms: { '/team/sites/:key': async (visit) => send(visit, (await known(visit)).site) },
})

async function known({ params, storage }: OwnVisit) {
  const all = await storage.sites.all()
  const found = all.find(({ key }) => key === params.key)
  if (found === undefined) throw notFound('site of this key')
  return { site: found, is_main: found === all[0] }
}

async function send(visit: OwnVisit, before: Site | null): Promise<string> {
  const input = {
    name: given(visit, 'name'),
    host: given(visit, 'host'),
    purpose: given(visit, 'purpose'),
    currency: given(visit, 'currency'),
    free_queue_weeks: given(visit, 'free_queue_weeks'),
    free_week_cap: given(visit, 'free_week_cap'),
    mail_from: given(visit, 'mail_from'),
  }
  const key = given(visit, 'key')
  if (before === null) await visit.act(addSite, { ...input, key })
  else await visit.act(changeSite, { ...input, site_id: before.id })
  return `/team/sites/${before?.key ?? key}?saved`
}

function page({ site: before, is_main }: Shown, visit: OwnVisit) {
  const { session, url, refused } = visit
  const name = before?.name ?? 'A new site'
  const path = before === null ? '/team/new-site' : `/team/sites/${before.key}`
  return {
    title: name,
    place: '/team/sites',
    body: html`${crumbs(['Team', '/team'], ['Sites', '/team/sites'], [name])}
      <h1>${name}</h1>
      ${url.searchParams.has('saved') && refused === null && html`<p class="note ok gap" role="status"><b>Saved.</b></p>`}
      <div class="gap">${refusalNote(refused)}</div>
      <div class="narrow gap-l">${sealedForm(session, path, fields(before, is_main, visit))}</div>`,
  }
}

function fields(before: Site | null, is_main: boolean, { refused, form }: OwnVisit): Html {
  const faults = faultsByName(refused)
  const box = (
    name: 'key' | keyof Omit<Site, 'id' | 'key' | 'created_at'>,
    label: string,
    hint: string | undefined,
    max: number,
    preset = '',
  ) =>
    field({
      ...{ name, label, hint, max, fault: faults[name] },
      required: name !== 'free_week_cap' && name !== 'mail_from' && !(name === 'host' && is_main),
      value: form.get(name) ?? String(before?.[name] ?? preset),
      ...(name === 'currency' && { list: 'currencies' }),
    })
  return html`${before === null && box('key', 'Key', 'Its name in files and commands, such as schools. It never changes.', 40)}
    ${box('name', 'Name', undefined, 60)}
    ${box('host', 'Host', is_main ? 'Blank: that of PUBLIC_URL' : 'Point its DNS here first; until then nobody can see this site.', 253)}
    ${box('purpose', 'Purpose, in one sentence', 'Shown on the home page, in llms.txt and to agents.', 300)}
    ${box('currency', 'Currency', 'Fixed with the first order.', 3, 'EUR')}
    <datalist id="currencies">${currencies.map((code) => html`<option value="${code}"></option>`)}</datalist>
    ${box('free_queue_weeks', 'Free queue, in weeks', 'How far ahead a free launch is placed; 0 is the next Monday. Launches already booked stay where they are.', 2, '6')}
    ${box('free_week_cap', 'Free launches a week', 'Blank for no limit. A full week is no longer offered.', 4)}
    ${box('mail_from', 'Sender of its emails', 'Such as Schools <hello@schools.example>; blank for that of the whole service. Its server must be allowed to send for it.', 320)}
    <button>${before === null ? 'Add it' : 'Save'}</button>`
}
