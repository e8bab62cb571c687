// What holds for every page there is, whoever looks at it: valid HTML, and, in Chromium, no barrier that axe-core finds,
// nothing that runs over, everything by keyboard, no more weight than is allowed and nothing from elsewhere.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { HtmlValidate } from 'html-validate'
import type { Browser as Chromium, ConsoleMessage, Page as Tab, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sitePaths } from '../../../http/site/routes.ts'
import { chromiumNote, launchChromium, withoutChromium } from '../../support/chromium.ts'
import type { Browser } from '../../support/people.ts'
import { validHtml } from '../../support/valid_html.ts'
import {
  openSite,
  patternOf,
  walk,
  type Page,
  type Person,
  type WalkedSite,
} from '../../support/site_walk.ts'
import { whole } from '../../support/some.ts'

let site: WalkedSite
let pages: Page[]
beforeAll(async () => {
  site = await openSite()
  pages = await walk(site)
})
afterAll(() => site.close())

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const byKeyboard = readFileSync(new URL('../../support/by_keyboard.js', import.meta.url), 'utf8')
/** Runs inside a page. */
const found = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ' at ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`

/** What is wider than its own box. What is typed may be; what only screen readers meet has a box of a pixel. */
const cut = `[...document.body.querySelectorAll('*')]
  .filter((one) => !one.closest('svg, input, textarea, select') && one.clientWidth > 4)
  .filter((one) => getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.tagName + ' ' + one.textContent.trim().slice(0, 40))`

/** How axe looks at every second kind of page, by turns; at each in both ways with WHOLE=on. */
const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const

const named = ({ person, path }: Page) => `${path} (${person})`

/** The longest page of each kind, as its owner sees it where that is another one; more would say the same. */
function oneOfEachKind(): Page[] {
  const both = ['/', '/listings/:slug', '/boards/:board', '/compare', '/search', '/sign-in']
  const kinds = Map.groupBy(pages, ({ person, path, status }) => {
    const pattern = patternOf(path) ?? 'nowhere'
    return `${pattern} ${status} ${both.includes(pattern) ? person.replace('team', 'owner') : ''}`
  })
  return [...kinds.values()].map((kind) =>
    kind.reduce((longest, page) => (page.text.length > longest.text.length ? page : longest)),
  )
}

describe('every page', () => {
  it('of the site map is among the pages looked at', () => {
    const met = new Set(pages.map(({ path }) => patternOf(path)))
    // They show nothing: they lead on.
    const crossings = ['/theme', '/sign-in/upstream', '/sign-in/callback']
    crossings.push(...sitePaths.filter((path) => /^\/account\/drafts\/:id\/(?!preview)/.test(path)))
    expect(sitePaths.filter((path) => !met.has(path) && !crossings.includes(path))).toEqual([])
    expect(pages.length).toBeGreaterThan(60)
  })

  it('is valid HTML', () => {
    const validator = new HtmlValidate(validHtml)
    const wrong = oneOfEachKind().flatMap((page) =>
      validator
        .validateStringSync(page.text)
        .results.flatMap(({ messages }) =>
          messages.map(
            ({ ruleId, message, line, selector }) =>
              `${patternOf(page.path)}: ${ruleId}: ${message} at ${selector ?? line}`,
          ),
        ),
    )
    expect([...new Set(wrong)]).toEqual([])
  })

  it('speaks as people do: no instant, status or file as machines write them', () => {
    // What is to be copied, typed or read by programs stands in these, and in the reference.
    const isCode = /<(pre|code|script|style|textarea|title)\b[\s\S]*?<\/\1>/g
    const machines =
      /\b\d{4}-\d\d-\d\dT\d\d:\d\d|\bawaiting_badge\b|\bpaid_only\b|[0-9a-f]{32}\.(?:png|jpg)|And 1 more places|Two letters|won last\b/
    const wrong = pages.flatMap((page) => {
      if (['/docs', '/docs/:operation', '/connect'].includes(patternOf(page.path)!)) return []
      const text = page.text.replace(isCode, ' ').replace(/<[^>]*>/g, ' ')
      const found = machines.exec(text)
      return found === null
        ? []
        : [`${named(page)}: ${text.slice(found.index - 60, found.index + 60).replace(/\s+/g, ' ')}`]
    })
    expect(wrong).toEqual([])
  })

  it('answers, and says what is wrong with a status where something is', () => {
    const wrong = pages.filter(({ status }) => ![200, 400, 404].includes(status))
    expect(wrong.map((page) => `${named(page)}: ${page.status}`)).toEqual([])
  })
})

type Inspected = Record<'barriers' | 'keyboard' | 'elsewhere' | 'troubles' | 'cut', string[]> & {
  bytes: number
  at_320_px: number
  policy: string
}

describe.skipIf(withoutChromium)(`every page in Chromium${chromiumNote}`, () => {
  let chromium: Chromium
  const inspected = new Map<string, Inspected>()

  /** Looks at one page of each kind once, for all that is asked below. */
  beforeAll(async () => {
    chromium = await launchChromium()
    const tabs = {} as Record<Person, Tab>
    for (const [person, { cookies }] of Object.entries(site.people) as [Person, Browser][]) {
      const context = await chromium.newContext({ reducedMotion: 'reduce' })
      await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: site.service.url })))
      tabs[person] = await context.newPage()
    }
    for (const [at, page] of oneOfEachKind().entries()) {
      const seen = looks.filter((_, n) => whole || at % 4 === 2 * n)
      inspected.set(
        named(page),
        await inspect(tabs[page.person], site.service.url + page.path, page.text, seen),
      )
    }
  }, 900_000)
  afterAll(() => chromium.close())

  const wrong = (find: (page: Inspected) => unknown) =>
    [...inspected].flatMap(([name, page]) => {
      const found = find(page)
      return found === false || (Array.isArray(found) && found.length === 0)
        ? []
        : [`${name}: ${String(found)}`]
    })

  it('has no barrier that axe-core finds, in light at 1280 or in dark at 390', () => {
    expect(wrong(({ barriers }) => barriers)).toEqual([])
  })

  it('runs over nothing at 320 pixels, cuts nothing and scrolls nowhere sideways, as at 400 % zoom', () => {
    expect(wrong(({ at_320_px }) => at_320_px > 320 && at_320_px)).toEqual([])
    expect(wrong(({ cut }) => cut)).toEqual([])
  })

  it('is used by keyboard: a way past the navigation first, then everything in order, and seen where one is', () => {
    expect(wrong(({ keyboard }) => keyboard)).toEqual([])
  })

  it('weighs at most 100 KB with its fonts and without images, and asks nobody else for anything', () => {
    expect(wrong(({ bytes }) => bytes > 102_400 && bytes)).toEqual([])
    expect(wrong(({ elsewhere }) => elsewhere)).toEqual([])
  })

  it('breaks no rule of its own Content-Security-Policy, which allows nothing inline, and has no other trouble', () => {
    expect(wrong(({ troubles }) => troubles)).toEqual([])
    expect(wrong(({ policy }) => !/default-src 'none'/.test(policy) || /unsafe|\*/.test(policy))).toEqual([])
  })
})

/** What went over the wire, but for the head. */
async function sizeOf(answer: Response): Promise<number> {
  return Number((await answer.allHeaders())['content-length'] ?? NaN)
}

async function inspect(
  tab: Tab,
  url: string,
  text: string,
  seen: readonly (typeof looks)[number][],
): Promise<Inspected> {
  const origin = new URL(url).origin
  const answers: Response[] = []
  const troubles: string[] = []
  const onResponse = (response: Response) => void answers.push(response)
  const onConsole = (message: ConsoleMessage) =>
    void (message.type() === 'error' && troubles.push(message.text()))
  tab.on('response', onResponse).on('console', onConsole)
  await tab.setViewportSize({ width: 1280, height: 900 })
  const document = await tab.goto(url, { waitUntil: 'load' })
  await tab.evaluate('document.fonts.ready.then(() => 0)')
  tab.off('response', onResponse).off('console', onConsole)
  const mine = answers.filter((answer) => answer.url().startsWith(origin))
  // Chromium asks again for the fonts of the page before; a page needs the second ones for letters such as ď only.
  const needs = { 'latin-ext': /[\u0100-\u02ba\u1e00-\u1eff]/, 'latin-more': /[\u0180-\u02ba\u1e00-\u1eff]/ }
  const files = mine.filter(
    (answer) =>
      answer.url().includes('/static/') &&
      !answer.url().endsWith('.jpg') &&
      Object.entries(needs).every(([font, letters]) => !answer.url().includes(font) || letters.test(text)),
  )
  const sizes = await Promise.all(
    [...new Map(files.map((answer) => [answer.url(), answer])).values()].map(sizeOf),
  )
  if (seen.length > 0) await tab.evaluate(axe)
  const barriers = new Set<string>()
  for (const { width, colorScheme } of seen) {
    await tab.setViewportSize({ width, height: 900 })
    await tab.emulateMedia({ colorScheme })
    for (const what of await tab.evaluate<string[]>(found)) barriers.add(what)
  }
  const keyboard = await tab.evaluate<string[]>(byKeyboard)
  await tab.keyboard.press('Tab')
  const first = await tab.evaluate<string>('document.activeElement.textContent.trim()')
  await tab.setViewportSize({ width: 320, height: 900 })
  return {
    barriers: [...barriers],
    keyboard: [...keyboard, ...(first === 'Skip to content' ? [] : [`Tab begins at ${first}`])],
    elsewhere: answers
      .filter((answer) => !mine.includes(answer) && !answer.url().startsWith('data:'))
      .map((answer) => answer.url()),
    // A page that says no is an error to the console.
    troubles: troubles.filter((text) => document!.ok() || !text.startsWith('Failed to load resource')),
    bytes: sizes.reduce((sum, size) => sum + size, Buffer.byteLength(text)),
    at_320_px: await tab.evaluate<number>('document.documentElement.scrollWidth'),
    cut: await tab.evaluate<string[]>(cut),
    policy: document!.headers()['content-security-policy'] ?? 'none',
  }
}
