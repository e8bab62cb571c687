// npm run screens: pictures of the main pages, light and dark, on a phone and on a desk, with the demo catalogue, in the
// folder tests/screens. To be looked at beside what was designed. With -- looks, the two pictures of README and /about.
import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launchChromium } from './support/chromium.ts'
import { openSite, patternOf, walk, type Page } from './support/site_walk.ts'

const folder = fileURLToPath(new URL('screens', import.meta.url))
const only = process.argv.slice(2)
const site = await openSite()
const chromium = await launchChromium()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)

/** The fullest page of each kind, by a name that a file can have. */
function kindsOf(pages: Page[]): Map<string, Page> {
  const kinds = new Map<string, Page>()
  for (const page of pages) {
    const pattern = patternOf(page.path) ?? '/nowhere'
    const board = pattern === '/boards/:board' ? page.path : pattern
    const kind =
      board === '/'
        ? 'home'
        : board
            .slice(1)
            .replace(/\/:?|:/g, '-')
            .replace(/\?.*/, '')
    const name = page.status === 200 ? kind : `${kind}-${page.status}`
    if ((kinds.get(name)?.text.length ?? 0) < page.text.length) kinds.set(name, page)
  }
  return kinds
}

const isLooks = only.includes('looks')
const kinds = [...kindsOf(isLooks ? [] : await walk(site))].filter(
  ([name]) => only.length === 0 || only.some((word) => name.includes(word)),
)
async function takeLooks(): Promise<void> {
  const size = { viewport: { width: 960, height: 640 }, deviceScaleFactor: 2 / 3 }
  const context = await chromium.newContext({ ...size, colorScheme: 'light', reducedMotion: 'reduce' })
  const tab = await context.newPage()
  await tab.clock.setFixedTime(site.service.clock.now)
  for (const [name, path] of Object.entries({ home: '/', listing: '/listings/patient-heron' })) {
    await tab.goto(site.service.url + path)
    const file = fileURLToPath(new URL(`../http/site/static/looks-${name}.jpg`, import.meta.url))
    await tab.screenshot({ path: file, type: 'jpeg', quality: 80 })
  }
  await context.close()
}

try {
  if (isLooks) await takeLooks()
  for (const [person, { cookies }] of Object.entries(site.people))
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await chromium.newContext({ colorScheme, reducedMotion: 'reduce' })
      await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: site.service.url })))
      const tab = await context.newPage()
      // The script of a page counts down by the clock of the browser.
      await tab.clock.setFixedTime(site.service.clock.now)
      for (const [name, page] of kinds) {
        if (page.person !== person) continue
        await tab.goto(site.service.url + page.path)
        for (const width of [390, 1280]) {
          await tab.setViewportSize({ width, height: 800 })
          await tab.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
        }
      }
      await context.close()
    }
  console.log(`${kinds.length} pages are in ${folder}`)
} finally {
  await chromium.close()
  await site.close()
}
