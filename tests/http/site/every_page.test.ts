// What holds for every page there is, whoever looks at it: valid HTML, and, in Chromium, no barrier that axe-core finds,
// nothing that runs over, everything by keyboard, no more weight than is allowed and nothing from elsewhere.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { HtmlValidate } from 'html-validate'
import type { Browser as Chromium, Page as Tab } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sitePaths } from '../../../http/site/routes.ts'
import { chromiumNote, launchChromium, withoutChromium } from '../../support/chromium.ts'
import type { Browser } from '../../support/people.ts'
import {
  openSite,
  patternOf,
  walk,
  type Page,
  type Person,
  type WalkedSite,
} from '../../support/site_walk.ts'

let site: WalkedSite
let pages: Page[]
beforeAll(async () => {
  site = await openSite()
  pages = await walk(site)
}, 60_000)
afterAll(() => site.close())

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Runs inside a page, with all of the rules or with those that look at colours. */
const barriers = (only?: string[]) =>
  `axe.run({ resultTypes: ['violations']${only === undefined ? '' : `, runOnly: ${JSON.stringify(only)}`} }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ' at ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`

/** What is the same in the dark, or on a phone, is looked at once. */
const rules = (width: number, scheme: 'light' | 'dark'): string[] | undefined =>
  scheme === 'dark'
    ? ['color-contrast', 'link-in-text-block']
    : width < 1280
      ? [
          'color-contrast',
          'link-in-text-block',
          'target-size',
          'scrollable-region-focusable',
          'region',
          'skip-link',
        ]
      : undefined

const named = ({ person, path }: Page) => `${path} (${person})`

/** One page of each kind, as its owner sees it where that is another one; more would say the same. */
function oneOfEachKind(): Page[] {
  const both = ['/', '/listings/:slug', '/boards/:board', '/compare', '/search', '/sign-in']
  const kinds = Map.groupBy(pages, ({ person, path, status }) => {
    const pattern = patternOf(path) ?? 'nowhere'
    return `${pattern} ${status} ${both.includes(pattern) ? person.replace('team', 'owner') : ''}`
  })
  return [...kinds.values()].map(([first]) => first!)
}

describe('every page', () => {
  it('of the site map is among the pages looked at', () => {
    const met = new Set(pages.map(({ path }) => patternOf(path)))
    // They show nothing: they lead on.
    const crossings = ['/theme', '/sign-in/upstream', '/sign-in/callback']
    expect(sitePaths.filter((path) => !met.has(path) && !crossings.includes(path))).toEqual([])
    expect(pages.length).toBeGreaterThan(60)
  })

  it('is valid HTML', () => {
    const validator = new HtmlValidate({
      extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
      rules: {
        // Opinions, where the standard has a default or the file is our own.
        'require-sri': ['error', { target: 'crossorigin' }],
        'no-implicit-button-type': 'off',
        'prefer-native-element': 'off',
        // The field in the header is sent by Enter; the page of the search has the button.
        'wcag/h32': 'off',
        // Titles hold listings' own names and taglines.
        'long-title': 'off',
      },
    })
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

  it('answers, and says what is wrong with a status where something is', () => {
    const wrong = pages.filter(({ status }) => ![200, 400, 404].includes(status))
    expect(wrong.map((page) => `${named(page)}: ${page.status}`)).toEqual([])
  })
})

describe.skipIf(withoutChromium)(`every page in Chromium${chromiumNote}`, () => {
  let chromium: Chromium
  const tabs = {} as Record<Person, Tab>
  beforeAll(async () => {
    chromium = await launchChromium()
    for (const [person, { cookies }] of Object.entries(site.people) as [Person, Browser][]) {
      // axe-core is put into pages that allow no script but our own.
      const context = await chromium.newContext({ bypassCSP: true })
      await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: site.service.url })))
      tabs[person] = await context.newPage()
    }
  }, 30_000)
  afterAll(() => chromium.close())

  /** Opens one page of each kind and gathers what is wrong with it. */
  async function faults(look: (tab: Tab) => Promise<string[]>, of = oneOfEachKind()): Promise<string[]> {
    const wrong: string[] = []
    for (const page of of) {
      const tab = tabs[page.person]
      await tab.goto(site.service.url + page.path, { waitUntil: 'load' })
      wrong.push(...(await look(tab)).map((what) => `${named(page)}: ${what}`))
    }
    return wrong
  }

  it('has no barrier that axe-core finds, in both schemes, at 390 and at 1280', async () => {
    const found = await faults(async (tab) => {
      await tab.evaluate(axe)
      const wrong = new Set<string>()
      for (const width of [1280, 390]) {
        await tab.setViewportSize({ width, height: 900 })
        for (const colorScheme of ['light', 'dark'] as const) {
          await tab.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          for (const what of await tab.evaluate<string[]>(barriers(rules(width, colorScheme))))
            wrong.add(what)
        }
      }
      return [...wrong]
    })
    expect(found).toEqual([])
  }, 180_000)
})
