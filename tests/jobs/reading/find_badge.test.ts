import { expect, it } from 'vitest'
import { findBadge } from '../../../jobs/reading/find_badge.ts'

const sought = { page_url: 'https://tide.test/', host: 'launch.test', slugs: ['tide'] }
const badge =
  '<a href="https://launch.test/listings/tide"><img src="https://launch.test/badges/tide/x.svg"></a>'

it.each([
  [badge, 'seen'],
  [`<div style="color: red">${badge}</div>`, 'seen'],
  [`<div hidden><p>${badge}</p></div>`, 'only_in_comment'],
  [`<div style="color:red;DISPLAY : none">${badge}</div>`, 'only_in_comment'],
  [`<p style="visibility:hidden">${badge}</p>`, 'only_in_comment'],
  [`<!-- ${badge} -->`, 'only_in_comment'],
])('of %s it says %s', (html, found) => {
  expect(findBadge(`<body>${html}</body>`, sought)).toBe(found)
})
