// Journeys by keyboard alone, with what a screen reader is told of each control on the way: its role and its name, as
// Chromium computes them, and the order in which a page is read.
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enter } from '../../support/callers.ts'
import { chromiumNote, launchChromium, withoutChromium } from '../../support/chromium.ts'
import { openOutside, type Outside } from '../../support/outside.ts'
import { listingOf } from '../../support/owned.ts'
import { keyFor, mailedLink } from '../../support/people.ts'
import { startService, type Service } from '../../support/service.ts'
import { tide } from '../../support/tide.ts'

const email = 'ana@keys.example'
type Heard = { role: string; name: string }
type Node = { ignored: boolean; role?: { value: string }; name?: { value: string }; properties?: unknown[] }

describe.skipIf(withoutChromium)(`by keyboard alone, in Chromium${chromiumNote}`, () => {
  let service: Service
  let outside: Outside
  let chromium: Browser
  let page: Page
  let devtools: CDPSession
  let user_id: number
  beforeAll(async () => {
    outside = await openOutside({ 'keys.test': tide })
    service = await startService({ demo: true, outside: outside.options })
    chromium = await launchChromium()
    const context = await chromium.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    })
    page = await context.newPage()
    page.setDefaultTimeout(20_000)
    devtools = await context.newCDPSession(page)
    user_id = (await keyFor(service, email)).user_id
    service.clock.now = new Date(service.clock.now.getTime() + 2 * 3_600_000)
  })
  afterAll(async () => {
    await chromium.close()
    await service.close()
    await outside.close()
  })
  let trail: string[]
  beforeEach(() => void (trail = []))

  const open = (path: string) => page.goto(new URL(path, service.url).href)
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  const type = (text: string) => page.keyboard.insertText(text)
  const heading = (name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()

  // What links and buttons are called stands in themselves, and many stand on every page.
  const known = new Map<string, Heard>()
  const evaluate = async (expression: string) =>
    (await devtools.send('Runtime.evaluate', { expression })).result

  /** What a screen reader says of the control that has the focus. */
  async function heard(): Promise<Heard> {
    const [markup, focused] = await Promise.all([
      evaluate(
        `document.activeElement.matches('a, button') && !document.activeElement.ariaLabelledByElements ? document.activeElement.outerHTML : ''`,
      ),
      evaluate('document.activeElement'),
    ])
    const key = String(markup.value)
    const told = known.get(key) ?? (await toldOf(focused.objectId!))
    if (key !== '') known.set(key, told)
    return told
  }

  async function toldOf(objectId: string): Promise<Heard> {
    const { nodes } = await devtools.send('Accessibility.getPartialAXTree', {
      objectId,
      fetchRelatives: false,
    })
    const [node] = nodes as Node[]
    return { role: node?.role?.value ?? 'none', name: node?.name?.value.trim() ?? '' }
  }

  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }

  /** Presses Tab, and hears where it leads while the key comes up again. */
  async function pressTab(): Promise<Heard> {
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab })
    const [met] = await Promise.all([
      heard(),
      devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab }),
    ])
    return met
  }

  const isIt = ({ role, name }: Heard, wanted: string, called: string | RegExp) =>
    role === wanted && (typeof called === 'string' ? name === called : called.test(name))

  /** Presses Tab until what is wanted has the focus; whatever it meets has a name. */
  async function tabTo(role: string, name: string | RegExp): Promise<void> {
    // Some pages begin at their one button.
    if (isIt(await heard(), role, name)) return
    for (let pressed = 0; pressed < 150; pressed += 1) {
      const met = await pressTab()
      trail.push(`${met.role} “${met.name}”`)
      // Behind the last control comes the browser's own.
      if (met.role === 'none') break
      if (met.name === '') throw new Error(`Without a name: ${trail.slice(-3).join(', ')}`)
      if (isIt(met, role, name)) return
    }
    throw new Error(`Tab never came to the ${role} ${String(name)}:\n${trail.join('\n')}`)
  }

  /** In a group of radio buttons one goes on by arrows. */
  async function choose(name: RegExp): Promise<void> {
    await tabTo('radio', /./)
    for (let pressed = 0; pressed < 12; pressed += 1) {
      if (isIt(await heard(), 'radio', name)) return void (await press('Space'))
      await press('ArrowDown')
    }
    throw new Error(`No radio button is called ${String(name)}`)
  }

  /** Headings and controls of the page's main part, in the order in which it is read. */
  async function read(): Promise<string[]> {
    const { nodes } = await devtools.send('Accessibility.getFullAXTree')
    type Whole = Node & { nodeId: string; childIds?: string[] }
    const all = new Map((nodes as Whole[]).map((node) => [node.nodeId, node]))
    const told: string[] = []
    const follow = ({ role, name, childIds = [], ignored }: Whole): void => {
      const kind = role?.value ?? ''
      if (
        !ignored &&
        /^(?:heading|link|button|textbox|searchbox|radio|checkbox|combobox|DisclosureTriangle|status)$/.test(
          kind,
        )
      )
        told.push(`${kind} ${name?.value.trim() ?? ''}`)
      for (const id of childIds) if (all.has(id)) follow(all.get(id)!)
    }
    follow((nodes as Whole[]).find(({ role }) => role?.value === 'main')!)
    return told
  }

  /** That these are read one after the other, whatever stands between them. */
  async function inOrder(...wanted: (string | RegExp)[]): Promise<void> {
    const told = await read()
    let from = 0
    for (const one of wanted) {
      const at = told.findIndex(
        (said, index) => index >= from && (typeof one === 'string' ? said === one : one.test(said)),
      )
      expect(at, `${String(one)} in\n${told.join('\n')}`).toBeGreaterThanOrEqual(0)
      from = at + 1
    }
  }

  it('searches', async () => {
    await open('/')
    await press('/')
    expect((await heard()).name).toBe('Search the directory')
    await type('invoices')
    await press('Enter')
    await heading(/for “invoices”/)
    await inOrder(/^heading .*for “invoices”/, 'link Patient Heron')
    await tabTo('link', 'Patient Heron')
    await press('Enter')
    await heading('Patient Heron')
  })

  it('signs in to vote', async () => {
    await open('/listings/patient-heron')
    await inOrder(
      'heading Patient Heron',
      /^link Vote for Patient Heron/,
      /^link Visit/,
      'heading Facts',
      'heading What people say',
    )
    await tabTo('link', /^Vote for Patient Heron/)
    await press('Enter')
    await page.getByLabel('Your email address').waitFor()
    await tabTo('textbox', 'Your email address')
    await type(email)
    await press('Enter')
    await heading('Your link is ready')
    await page.goto((await mailedLink(service, email)).href)
    // The page gives its one button the focus a moment after it is loaded.
    await page.locator('button:focus').waitFor()
    await tabTo('button', 'Sign in and vote')
    await press('Enter')
    await page.locator('.vote [aria-pressed=true]').first().waitFor()
  })

  it('votes, and takes the vote back', async () => {
    await open('/listings/patient-heron')
    await inOrder('heading Patient Heron', /^button You voted for Patient Heron/, /^link Visit/)
    await tabTo('button', /^You voted for Patient Heron/)
    await press('Space')
    await page.locator('.vote [aria-pressed=false]').first().waitFor()
    // The focus stays where it was.
    expect((await heard()).name).toMatch(/^Vote for Patient Heron/)
    await press('Enter')
    await page.locator('.vote [aria-pressed=true]').first().waitFor()
  })

  it('opens the proof of a fact, whose mark is no part of its name', async () => {
    await open('/listings/patient-heron')
    await tabTo('DisclosureTriangle', '2021 Show where their site says so')
    await press('Enter')
    await page.getByText('two rooms above a bakery').first().waitFor()
  })

  it('follows', async () => {
    await open('/listings/patient-heron')
    await inOrder('heading Patient Heron', 'button Follow Patient Heron', 'heading Facts')
    await tabTo('button', 'Follow Patient Heron')
    await press('Enter')
    await page.getByRole('button', { name: 'Stop following Patient Heron' }).waitFor()
  })

  it('changes the settings of the account', async () => {
    await open('/account/profile')
    await inOrder(
      'heading Your founder profile',
      'textbox Name',
      'textbox Title',
      'textbox About you',
      'button Save',
    )
    for (const [name, text] of [
      ['Name', 'Ana Keto'],
      ['Title', 'Founder'],
      [
        'About you',
        'Ana sent invoices by hand for nine years, and reminders for eight of them. Then she wrote Tide.',
      ],
    ] as const) {
      await tabTo('textbox', name)
      await type(text)
    }
    await tabTo('button', 'Save')
    await press('Enter')
    await page.getByText('Saved.').waitFor()
    await inOrder('heading Your founder profile', /^status/, 'textbox Name')
  })

  it('submits an address', async () => {
    await open('/submit')
    await inOrder('heading What is its address?', 'textbox Website of the product', 'button Read it')
    await tabTo('textbox', 'Website of the product')
    await type('keys.test')
    await tabTo('button', /Read it/)
    await press('Enter')
    await page.waitForURL(/\/account\/drafts\//)
    await service.worker.idle()
    await page.reload()
    await page.getByText('Invoices that chase themselves').first().waitFor()
  })

  it('edits the draft', async () => {
    await inOrder(/^heading .*Name/, /^heading .*Tagline/)
    await tabTo('DisclosureTriangle', /Tagline|tagline/)
    await press('Enter')
    await tabTo('textbox', /Tagline/i)
    await press('Control+a')
    await type('Typed by keyboard')
    await tabTo('button', /^Save/)
    await press('Enter')
    await page.locator('#tagline .state.edited').waitFor()
  })

  it('claims', async () => {
    await open('/account/claims?slug=calm-harbour')
    await inOrder(/^heading/, /^radio .*file/i, 'button Begin the claim')
    await choose(/file/i)
    await tabTo('button', 'Begin the claim')
    await press('Enter')
    await page.getByLabel('What to publish').first().waitFor()
  })

  it('pays', async () => {
    const listing_id = await listingOf(service, user_id, { slug: 'kettle', name: 'Kettle' })
    const ana = await enter(service, 'rest', email)
    const items = [{ product: 'launch', listing_id }]
    const { checkout_url } = await ana.get('create_checkout', { items, country: 'FI' })
    await page.goto(checkout_url)
    await inOrder(/^heading Launch Kettle for €/, /^button Pay €/)
    await tabTo('button', /^Pay €/)
    await press('Enter')
    await heading('Paid. Thank you.')
  })

  it('moderates', async () => {
    await service.storage.write(async ({ users, reports, listings }) => {
      await users.giveRole(user_id, 'team')
      const heron = (await listings.standing(1, 'patient-heron'))!
      const report = { user_id: null, reason: 'untrue', body: 'They moved to Turku.', review: null } as const
      await reports.add({ listing_id: heron.id, ...report, created_at: service.clock.now.toISOString() })
    })
    await open('/team/reports')
    await inOrder(
      'heading 1 report is open.',
      'heading Patient Heron Live',
      'radio Nothing is wrong',
      'textbox Note',
      'button Settle it',
    )
    await choose(/Nothing is wrong/)
    await tabTo('textbox', 'Note')
    await type('Their page says Porto.')
    await tabTo('button', 'Settle it')
    await press('Enter')
    await heading('No report is open.')
  })
})
