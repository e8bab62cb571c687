// The feed formats: RSS 2.0, Atom 1.0 and JSON Feed 1.1.
import { escaped } from './html.ts'

export type Entry = {
  path: string
  title: string
  text: string
  at: string | null
  mark?: string
  /** The address of its picture. */
  picture?: string
}
export type Feed = { title: string; path: string; entries: Entry[] }
type Head = { site_name: string; public_url: string; address: string }

const idOf = ({ path, mark }: Entry, { public_url }: Head) =>
  public_url + path + (mark === undefined ? '' : `#${mark}`)

/** Removes characters that XML cannot contain. */
const text = (words: string): string =>
  escaped(words.toWellFormed().replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''))

function rss({ title, path, entries }: Feed, head: Head): string {
  const { site_name, public_url, address } = head
  const items = entries.map(
    (entry) =>
      `<item><title>${text(entry.title)}</title><link>${text(public_url + entry.path)}</link>` +
      `<guid isPermaLink="false">${text(idOf(entry, head))}</guid><description>${text(entry.text)}</description>` +
      (entry.picture === undefined
        ? ''
        : `<media:content url="${text(entry.picture)}" type="image/png" medium="image"/>`) +
      (entry.at === null ? '' : `<pubDate>${new Date(entry.at).toUTCString()}</pubDate>`) +
      '</item>',
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><channel>',
    `<title>${text(`${title} · ${site_name}`)}</title><link>${text(public_url + path)}</link>`,
    `<description>${text(`${title} of ${site_name}`)}</description><language>en</language>`,
    `<atom:link href="${text(address)}" rel="self" type="application/rss+xml"/>`,
    ...items,
    '</channel></rss>\n',
  ].join('\n')
}

const long_ago = '1970-01-01T00:00:00.000Z'

function atom({ title, path, entries }: Feed, head: Head): string {
  const { site_name, public_url, address } = head
  const latest = entries.map(({ at }) => at ?? long_ago).reduce((a, b) => (a > b ? a : b), long_ago)
  const items = entries.map(
    (entry) =>
      `<entry><title>${text(entry.title)}</title><id>${text(idOf(entry, head))}</id>` +
      `<link href="${text(public_url + entry.path)}"/><updated>${entry.at ?? long_ago}</updated>` +
      (entry.picture === undefined
        ? ''
        : `<link href="${text(entry.picture)}" rel="enclosure" type="image/png"/>`) +
      `<summary>${text(entry.text)}</summary></entry>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<title>${text(`${title} · ${site_name}`)}</title><id>${text(address)}</id><updated>${latest}</updated>`,
    `<link href="${text(public_url + path)}"/><link href="${text(address)}" rel="self" type="application/atom+xml"/>`,
    `<author><name>${text(site_name)}</name></author>`,
    ...items,
    '</feed>\n',
  ].join('\n')
}

function jsonFeed({ title, path, entries }: Feed, head: Head): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: `${title} · ${head.site_name}`,
    home_page_url: head.public_url + path,
    feed_url: head.address,
    language: 'en',
    items: entries.map((entry) => ({
      id: idOf(entry, head),
      url: head.public_url + entry.path,
      title: entry.title,
      content_text: entry.text,
      ...(entry.at !== null && { date_published: entry.at }),
      ...(entry.picture !== undefined && { image: entry.picture }),
    })),
  })
}

/** By the file extension of the address. */
export const forms = {
  xml: { type: 'application/rss+xml; charset=utf-8', write: rss },
  atom: { type: 'application/atom+xml; charset=utf-8', write: atom },
  json: { type: 'application/feed+json; charset=utf-8', write: jsonFeed },
}
