// Form fields for values with several parts: questions with answers, people, accounts, a story, milestones.
import { storyParts, type Story } from '../../../storage/tables/listings.ts'
import { whenShown } from '../../../tools/listings/sections.ts'
import { field } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { titled } from '../parts.ts'
import type { Tried } from './refused.ts'

/** Platforms that always have a field. */
const platforms = ['website', 'linkedin', 'x', 'github', 'youtube', 'instagram', 'facebook']

type Faq = { question: string; answer: string }
type Founder = { name: string; title?: string; bio?: string }

/** One more than exist, so that another can be added. */
const oneMore = (count: number, most: number) => [...Array(Math.min(count + 1, most)).keys()]

export function faqBoxes(faqs: readonly Faq[], typed: URLSearchParams | null): Html {
  return html`${oneMore(faqs.length, 10).map((n) => {
    const value = (key: keyof Faq) => typed?.get(`${key}_${n}`) ?? faqs[n]?.[key]
    return html`<div class="stack">
      ${field({ name: `question_${n}`, label: `Question ${n + 1}`, max: 300, value: value('question') })}
      ${field({ name: `answer_${n}`, label: `Answer ${n + 1}`, max: 1500, rows: 3, value: value('answer') })}
    </div>`
  })}`
}

export function founderBoxes(founders: readonly Founder[], typed: URLSearchParams | null): Html {
  return html`${oneMore(founders.length, 6).map((n) => {
    const value = (key: keyof Founder) => typed?.get(`${key}_${n}`) ?? founders[n]?.[key]
    return html`<fieldset class="stack">
      <legend>Founder ${n + 1}</legend>
      ${field({ name: `name_${n}`, label: 'Name', max: 160, value: value('name') })}
      ${field({ name: `title_${n}`, label: 'Title', max: 160, value: value('title') })}
      ${field({ name: `bio_${n}`, label: 'About them', max: 3000, rows: 4, value: value('bio') })}
    </fieldset>`
  })}`
}

/** Names below each other, each with a status word and a button. */
export function namedRows(rows: readonly { name: string; word: string | null; button: Html }[]): Html {
  return html`<ul class="rows plain">
    ${rows.map(
      ({ name, word, button }) =>
        html`<li class="line">
          <b>${name}</b> ${word !== null && html`<span class="soft">${word}</span>`} ${button}
        </li>`,
    )}
  </ul>`
}

/** A field for each of these platforms, and for any other with an account. */
export function accountBoxes(
  of: string,
  accounts: Readonly<Record<string, string>>,
  typed: URLSearchParams | null,
): Html {
  return html`${[...new Set([...Object.keys(accounts), ...platforms])].map((key) =>
    field({
      ...{ name: `account_${key}`, id: `${of}-${key}`, label: titled(key), max: 500 },
      value: typed?.get(`account_${key}`) ?? accounts[key],
    }),
  )}`
}

const storyLabels: Partial<Record<(typeof storyParts)[number], string>> = {
  title: 'Title of the story',
  why_started: 'Why it was started',
  whats_next: 'What comes next',
}

export function storyFields(story: Story, tried: Tried | null): Html {
  return html`${storyParts.map((part) =>
    field({
      ...{ name: `story_${part}`, label: storyLabels[part] ?? titled(part.replaceAll('_', '-')) },
      ...(part === 'title' ? { max: 200 } : { max: 8000, rows: 5 }),
      value: tried?.typed.get(`story_${part}`) ?? story[part],
      fault: tried?.faults[part],
    }),
  )}`
}

type Milestone = { date: string; title: string; description?: string; url?: string }

export function milestoneBoxes(milestones: readonly Milestone[], typed: URLSearchParams | null): Html {
  return html`${oneMore(milestones.length, 50).map((n) => {
    const value = (key: keyof Milestone) => typed?.get(`${key}_${n}`) ?? milestones[n]?.[key]
    return html`<fieldset class="stack">
      <legend>Milestone ${n + 1}</legend>
      ${field({ name: `date_${n}`, label: 'Day', type: 'date', max: 10, value: value('date') })}
      ${field({ name: `title_${n}`, id: `m-title_${n}`, label: 'What happened', max: 200, value: value('title') })}
      ${field({ name: `description_${n}`, label: 'More about it', max: 2000, rows: 3, value: value('description') })}
      ${field({ name: `url_${n}`, label: 'Where to read more', type: 'url', max: 500, value: value('url') })}
    </fieldset>`
  })}`
}

/** A note for sections that are saved but hidden until they are bought. */
export const shownOnly = (
  { unlocked_sections }: { unlocked_sections: readonly string[] },
  listing_id: number,
  section: 'media' | 'milestones' | 'story',
): Html =>
  unlocked_sections.includes(section)
    ? html`<p>The public sees this.</p>`
    : html`<p>
        Saved in any case. The public sees it ${whenShown(section)}.
        <a href="/account/listings/${listing_id}/plan">See what it costs</a>
      </p>`
