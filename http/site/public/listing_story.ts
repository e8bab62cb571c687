import type getListing from '../../../tools/listings/get_listing.ts'
import { picturePath } from '../../../tools/pictures/keep.ts'
import { html, type Html } from '../html.ts'
import { day, fact, paragraphs, quotation } from '../parts.ts'
import { chapters } from '../story_chapters.ts'

type Shown = Awaited<ReturnType<typeof getListing.handler>>

/** What its makers say first, from the launch on. */
export const launchNote = (note: string | null): Html | null =>
  note === null ? null : quotation(paragraphs(note), 'A note by its makers')

/** What its makers say, in the order a visitor asks. */
export function story(shown: Shown, public_url: string): Html {
  const { short_description, description, features, usps, latest_updates, faqs, milestones } = shown
  return html`${short_description !== null && html`<p class="lead">${short_description}</p>`}
  ${description !== null && paragraphs(description)}
  ${
    features.length > 0 &&
    html`<h2>What it does</h2>
      ${list(features)}`
  }
  ${
    usps.length > 0 &&
    html`<h2>What sets it apart</h2>
      ${list(usps)}`
  }
  ${
    latest_updates.length > 0 &&
    html`<h2>Latest from the makers</h2>
      ${latest_updates.map(
        ({ title, body, published_at }) =>
          html`<article class="stack">
            <h3>${title}</h3>
            <p class="fine">${day(published_at)}</p>
            ${paragraphs(body)}
          </article>`,
      )}`
  }
  ${
    faqs.length > 0 &&
    html`<h2>Questions</h2>
      ${questions(faqs)}`
  }
  ${shown.story !== undefined && founderStory(shown.story)}
  ${
    milestones !== undefined &&
    milestones.length > 0 &&
    html`<h2>Milestones</h2>
      <dl class="facts">
        ${milestones.map(({ date, title, description, url }) =>
          fact(
            date.slice(0, 7).replace('-', ' / '),
            html`<b
                >${url === null ? title : html`<a href="${url}" rel="nofollow ugc noopener">${title}</a>`}</b
              >${description !== null && html`<br />${description}`}`,
          ),
        )}
      </dl>`
  }
  ${shown.media !== undefined && shown.media.length > 0 && media(shown.media, `${public_url}${picturePath}`)}`
}

const list = (items: readonly string[]): Html =>
  html`<ul class="prose">
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`

export function questions(faqs: readonly { question: string; answer: string }[]): Html {
  return html`<div class="faq">
    ${faqs.map(
      ({ question, answer }) =>
        html`<details>
          <summary>${question}</summary>
          ${paragraphs(answer)}
        </details>`,
    )}
  </div>`
}

export function founderStory(story: NonNullable<Shown['story']>): Html {
  return html`<h2>${story.title ?? 'The story behind it'}</h2>
    ${Object.entries(chapters).map(([key, heading]) => {
      const text = story[key as keyof typeof chapters]
      return (
        text !== undefined &&
        text !== '' &&
        html`<h3>${heading}</h3>
          ${paragraphs(text)}`
      )
    })}`
}

/** What lies on other machines is a link: no page of ours asks them for anything. */
function media(items: NonNullable<Shown['media']>, here: string): Html {
  return html`<h2>Pictures</h2>
    ${items.map(({ kind, url, caption }) =>
      kind === 'image' && url.startsWith(here)
        ? html`<figure>
            <img src="${url}" alt="${caption ?? ''}" loading="lazy" />
            ${caption !== null && html`<figcaption>${caption}</figcaption>`}
          </figure>`
        : html`<p>
            <a href="${url}" rel="nofollow ugc noopener"
              >${caption ?? (kind === 'image' ? 'See the picture' : 'Watch the video')}</a
            >
          </p>`,
    )}`
}
