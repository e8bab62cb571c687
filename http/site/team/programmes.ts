// The form for programmes: title, text, weeks, and who takes part.
import { stateOf } from '../../../tools/awards/programme.ts'
import { lastDayOf } from '../../../tools/launches/week.ts'
import { saveProgramme } from '../../../tools/team/programmes.ts'
import { faultsByName, refusalNote } from '../account/refused.ts'
import { field, radios, sealedForm } from '../forms.ts'
import { html } from '../html.ts'
import { counted, days } from '../parts.ts'
import { given } from '../visit.ts'
import { teamPage } from './team_page.ts'

const names = ['title', 'slug', 'text', 'from_week', 'to_week', 'entry', 'category'] as const
const words = { to_come: 'To come', running: 'Running', over: 'Over' }

export const programmes = teamPage({
  path: '/team/programmes',
  async load({ storage, site, url, form }) {
    const all = await storage.programmes.all(site.id)
    const asked = form.get('slug') ?? url.searchParams.get('slug')
    const found = all.find(({ slug }) => slug === asked)
    const category = found?.category_id == null ? undefined : await storage.categories.byId(found.category_id)
    return { all, edited: found && { ...found, category: category?.slug ?? '' } }
  },
  render({ all, edited }, { session, now, refused, form }) {
    const faults = faultsByName(refused)
    const value = (name: (typeof names)[number]) =>
      form.get(name) ?? edited?.[name] ?? (name === 'entry' ? 'entered' : '')
    const box = (
      name: (typeof names)[number],
      label: string,
      more: { hint?: string; max: number; rows?: number },
    ) =>
      field({ name, label, ...more, required: name !== 'category', value: value(name), fault: faults[name] })
    return {
      title: 'Programmes',
      body: html`<h1>${counted(all.length, 'programme')}.</h1>
        ${refusalNote(refused)}
        <ul class="rows gap">
          ${all.map(
            (one) =>
              html`<li class="field">
                <p class="value"><a href="/programmes/${one.slug}">${one.title}</a></p>
                <p class="meta">
                  <span>${words[stateOf(one, now)]}</span
                  ><span>${days(one.from_week, lastDayOf(one.to_week))}</span>
                  ${one.closed_at === null && html`<a href="/team/programmes?slug=${one.slug}#edit">Edit<span class="unseen"> ${one.title}</span></a>`}
                </p>
              </li>`,
          )}
        </ul>
        <section class="part narrow" aria-labelledby="edit">
          <h2 id="edit" class="head">${edited === undefined ? 'Make one' : `Edit ${edited.title}`}</h2>
          ${sealedForm(
            session,
            '/team/programmes',
            html`${box('title', 'Title', { max: 120 })}
              ${box('slug', 'Address', { hint: 'Small letters and hyphens; /programmes/ADDRESS', max: 100 })}
              ${box('text', 'What it is about', { max: 8000, rows: 8 })}
              ${box('from_week', 'First week', { hint: 'A Monday such as 2026-12-07', max: 10 })}
              ${box('to_week', 'Last week', { hint: 'The Monday it begins on', max: 10 })}
              ${radios({
                legend: 'Who takes part',
                name: 'entry',
                chosen: value('entry'),
                all: [
                  { value: 'entered', label: 'Products whose owners enter them' },
                  { value: 'all', label: 'Every launch of these weeks' },
                ],
                fault: faults.entry,
              })}
              ${box('category', 'Category', { hint: 'Slug of the only category that takes part; blank for all', max: 220 })}
              <button>${edited === undefined ? 'Make it' : 'Save it'}</button>`,
          )}
        </section>`,
    }
  },
  forms: {
    async '/team/programmes'(visit) {
      const input = Object.fromEntries(names.map((name) => [name, given(visit, name)]))
      await visit.act(saveProgramme, input as never)
      return '/team/programmes'
    },
  },
})
