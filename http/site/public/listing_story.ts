import type getListing from '../../../tools/listings/get_listing.ts'
import { picturePath } from '../../../tools/pictures/keep.ts'
import { html, type Html } from '../html.ts'
import { copyable, day, dayInWords, fact, paragraphs, shortUrl } from '../parts.ts'
import { chapters } from '../story_chapters.ts'
import { textsBelow } from '../texts_below.ts'
import type { Visit } from '../visit.ts'

type Listing = Awaited<ReturnType<typeof getListing.handler>>
type Medium = NonNullable<Listing['media']>[number] & { size?: { width: number; height: number } }
export type Sized<T> = Omit<T, 'media'> & { media?: Medium[] }
type Shown = Sized<Listing>

/** Adds the sizes of stored pictures, so that the page does not move while they load. */
export async function withSizes<T extends { media?: Medium[] }>(
  shown: T,
  { storage }: Pick<Visit, 'storage'>,
): Promise<Sized<T>> {
  const media = shown.media?.map(async (one) => {
    const file = one.url.slice(one.url.lastIndexOf('/') + 1)
    const kept = one.url.includes(picturePath) ? await storage.pictures.find(file) : undefined
    return { ...one, size: kept && { width: kept.width, height: kept.height } }
  })
  return { ...shown, media: media && (await Promise.all(media)) }
}

/** The width and height attributes, if the size is known. */
export const sized = (size: Medium['size']): Html | false =>
  size !== undefined && html`width="${size.width}" height="${size.height}"`

/** The makers' note, shown from the launch on. */
export const launchNote = (note: string | null): Html | null =>
  note === null
    ? null
    : html`<div class="note">
        <b>A note by its makers</b>
        ${paragraphs(note)}
      </div>`

/** Pictures, and what it is. */
export function intro(shown: Shown, public_url: string): Html {
  const { media: pictures = [] } = shown
  const { lead, rest } = textsBelow(shown)
  const here = `${public_url}${picturePath}`
  const isHere = ({ kind, url }: Media) => kind === 'image' && url.startsWith(here)
  return html`${gallery(pictures.filter(isHere), shown.name)}
  ${lead !== null && html`<p class="lead">${lead}</p>`} ${rest !== null && paragraphs(rest)}
  ${elsewhere(pictures.filter((one) => !isHere(one)))}`
}

/** The makers' other texts, in the order a visitor asks. */
export function story(shown: Shown): Html {
  const { features, usps, latest_updates, faqs, milestones } = shown
  return html`${
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
            dayInWords(date).replace(/^\d+ /, ''),
            html`<b
                >${url === null ? title : html`<a href="${url}" rel="nofollow ugc noopener">${title}</a>`}</b
              >${description !== null && html`<br />${description}`}`,
          ),
        )}
      </dl>`
  }`
}

const list = (items: readonly string[]): Html =>
  html`<ul class="prose">
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`

function questions(faqs: readonly { question: string; answer: string }[]): Html {
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

/** A section of questions; false if there are none. */
export const questionsPart = (
  faqs: Parameters<typeof questions>[0],
  [id, heading] = ['q', 'Questions'],
): Html | false =>
  faqs.length > 0 &&
  html`<section class="part" aria-labelledby="${id}">
    <h2 id="${id}" class="head">${heading}</h2>
    ${questions(faqs)}
  </section>`

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

type Media = NonNullable<Shown['media']>[number]

/** The first picture is large. */
function gallery(pictures: readonly Media[], name: string): Html | false {
  return (
    pictures.length > 0 &&
    html`<section aria-label="Pictures" class="shots">
      ${pictures.map(
        ({ url, caption, size }, index) =>
          html`<figure>
            <a href="${url}"
              ><img
                src="${url}"
                alt="${caption ?? `Picture ${index + 1} of ${name}`}"
                ${sized(size)}
                ${index > 0 && html`loading="lazy"`}
            /></a>
            ${caption !== null && html`<figcaption>${caption}</figcaption>`}
          </figure>`,
      )}
    </section>`
  )
}

/** Media on other machines are links below the text, so that no page loads from them. */
function elsewhere(media: readonly Media[]): Html | false {
  return (
    media.length > 0 &&
    html`<ul class="prose">
      ${media.map(
        ({ kind, url, caption }) =>
          html`<li>
            <a href="${url}" rel="nofollow ugc noopener"
              >${caption ?? (kind === 'image' ? 'See the picture' : 'Watch the video')}</a
            ><br /><span class="fine"
              >${kind === 'image' ? 'Picture on' : 'Video on'} ${shortUrl(url).split('/')[0]}</span
            >
          </li>`,
      )}
    </ul>`
  )
}

/** What only an owner sees, above everything else; `at` is their own page of the listing. */
export const ownBar = (at: string): Html =>
  html`<section class="mine" aria-label="Your listing">
    <p><b>This is your listing.</b></p>
    <p class="line">
      <a class="button" href="${at}/edit">Edit</a> <a href="${at}/numbers">Numbers</a>
      <a href="${at}/news">Post news</a> <a href="${at}">History and more</a>
    </p>
  </section>`

type Shared = { name: string; tagline: string | null; slug: string; listing_url: string }

/** Sharing by address or mail; no social network is contacted. */
export function share({ name, tagline, slug, listing_url }: Shared): Html {
  const mail = `mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent([tagline, listing_url].filter(Boolean).join(': '))}`
  return html`<details class="share">
    <summary class="button quiet">Share</summary>
    ${copyable(listing_url, `Address of ${name} here`)}
    <p class="fine">
      Or <a href="${mail}">send it by mail</a>, or <a href="/listings/${slug}/badges">put up a badge</a>.
    </p>
  </details>`
}

/** Says that the site no longer answers: once for the listing, not for each fact. */
export function silence(
  { silent_since }: { silent_since: string | null },
  { facts }: Pick<Shown, 'facts'>,
): Html | null {
  if (silent_since === null) return null
  return html`<div class="note wait">
    <b>Their site has not answered since ${day(silent_since)}.</b>
    What follows is what it said when we last read
    it${facts?.read_on != null && html`, on ${day(facts.read_on)}`}. We try again every week. If it comes
    back, this note goes by itself.
  </div>`
}
