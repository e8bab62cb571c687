import getBadges from '../../../tools/listings/get_badges.ts'
import { badgeSize } from '../../../tools/listings/badge_drawing.ts'
import { isBadgeKey, modes, shapes, sizes, type Style } from '../../../tools/listings/badges.ts'
import getListing from '../../../tools/listings/get_listing.ts'
import { picks } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { copyable, crumbs } from '../parts.ts'
import { publicPage } from '../public_page.ts'

/** The badges a listing has earned, as images and as HTML to copy. */
export const listingBadges = publicPage({
  path: '/listings/:slug/badges',
  query: ['shape', 'mode', 'size'],
  async load({ params, query, call }) {
    const { slug, name } = await call(getListing, { slug: params.slug! })
    const style: Style = {
      shape: shapes.find((one) => one === query.shape) ?? 'standard',
      mode: modes.find((one) => one === query.mode) ?? 'auto',
      size: sizes.find((one) => one === query.size) ?? 'm',
    }
    return { slug, name, style, badges: (await call(getBadges, { slug, ...style })).items }
  },
  render({ slug, name, style, badges }, { site, public_url }) {
    const body = html`${crumbs([name, `/listings/${slug}`], ['Badges'])}
      <h1>${headline(badges.length)}</h1>
      <p class="lead gap">
        Plain images, no script, no tracking. Paste one into your page’s own HTML; a badge drawn by a script
        cannot be seen by our check.
      </p>
      <form class="line part" aria-label="Style" action="/listings/${slug}/badges">
        ${picks('shape', 'Shape', shapes, style.shape)} ${picks('mode', 'Mode', modes, style.mode)}
        ${picks('size', 'Size', sizes, style.size)}
        <button class="quiet">Show</button>
      </form>
      ${badges.map(
        ({ key, label, svg_url_template, html: code }) =>
          html`<section class="part pair" aria-labelledby="${key}">
            <div>
              <h2 id="${key}" class="head">${label}</h2>
              ${(style.mode === 'auto' ? (['light', 'dark'] as const) : [style.mode]).map((mode) =>
                shownBadge(
                  svg_url_template.slice(public_url.length),
                  key,
                  { ...style, mode },
                  label,
                  site.name,
                ),
              )}
            </div>
            <div>
              <h3 class="head">Embed code</h3>
              ${copyable(code, `Embed code, ${label}`)}
            </div>
          </section>`,
      )}`
    return { title: `Badges of ${name}`, nav: 'categories', body }
  },
})

const words = ['No badge yet', 'One badge', 'Two badges', 'Three badges', 'Four badges', 'Five badges']

const headline = (count: number): string =>
  `${words[count] ?? `${count} badges`}${count > 0 ? ' so far.' : '.'}`

/** The picture of a badge in a style. */
export function shownBadge(
  template: string,
  key: string,
  style: Style,
  label: string,
  site_name: string,
): Html {
  if (!isBadgeKey(key)) return html``
  const src = template
    .replace('{shape}', style.shape)
    .replace('{mode}', style.mode)
    .replace('{size}', style.size)
  const { width, height } = badgeSize(key, style, site_name)
  return html`<div class="show ${style.mode}">
    <img src="${src}" width="${width}" height="${height}" alt="${label} ${site_name}" />
  </div>`
}
