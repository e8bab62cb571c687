// How agents can use a product: its MCP server, API and documents, and what we found there at the last check.
import type { z } from 'zod'
import { doors, facts } from '../../facts.ts'
import type getListing from '../../tools/listings/get_listing.ts'
import { html, type Html } from './html.ts'
import { counted, copyable, fact, shortUrl, time } from './parts.ts'
import { lines, mdLink, prose, sections, type Markdown } from './prose.ts'

type Shown = z.output<typeof getListing.output>
type Door = (typeof doors)[number]

/**
 * The command that connects a host. The address was typed by somebody or read from a website, and is pasted into a
 * shell, so it is quoted against everything that a shell interprets.
 */
export function connectLine(slug: string, mcp_url: string): string {
  const address = new URL(mcp_url).href.replaceAll("'", '%27')
  const word = /^[\w:/.,@%+=~-]+$/.test(address) ? address : `'${address}'`
  return `claude mcp add --transport http ${slug} ${word}`
}

/** The state in a few words; null if it was never checked. */
function state({ doors: found }: Shown, door: Door): string | null {
  const at = found[door]
  if (at === undefined) return null
  if (at.fault !== null) return `did not answer: ${at.fault}`
  return [
    'answers',
    at.tools !== null && counted(at.tools, 'tool'),
    at.protocol_version !== null && `protocol ${at.protocol_version}`,
    at.asks_sign_in && 'asks you to sign in',
  ]
    .filter((part) => part !== false)
    .join(', ')
}

const present = (shown: Shown) =>
  doors.flatMap((door) => {
    const url = shown[door]
    return url === null ? [] : [{ door, url, label: facts[door].label, state: state(shown, door) }]
  })

export function useItNow(shown: Shown): Html | null {
  const all = present(shown)
  if (all.length === 0) return null
  return html`<section class="part" aria-labelledby="use">
    <h2 id="use" class="head">Use it now</h2>
    ${shown.mcp_url !== null && copyable(connectLine(shown.slug, shown.mcp_url), 'Line that connects an agent')}
    <dl class="facts gap">
      ${all.map(({ door, url, label, state }) => {
        const seen_at = shown.doors[door]?.seen_at ?? null
        return fact(
          label,
          html`<a href="${url}" rel="nofollow ugc noopener">${shortUrl(url)}</a>
            ${state !== null && html`<p class="fine">${state}${seen_at !== null && html`, last seen ${time(seen_at)}`}</p>`}`,
        )
      })}
    </dl>
  </section>`
}

export function useItNowInMarkdown(shown: Shown): Markdown | false {
  const all = present(shown)
  if (all.length === 0) return false
  return sections(
    prose`## Use it now`,
    lines(
      ...all.map(
        ({ url, label, state }) =>
          prose`- ${label}: ${mdLink(url, url)}${state !== null && prose` (${state})`}`,
      ),
    ),
  )
}
