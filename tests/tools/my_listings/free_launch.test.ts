// The free launch from a website to a live listing and beyond, with the official clients, calling nothing that the last
// answer did not name in next_steps. The homepage is real, behind a proxy on loopback, and time is ours.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enter, type Caller } from '../../support/callers.ts'
import { openDrafting } from '../../support/drafting.ts'
import { mailbox } from '../../support/people.ts'
import { doors, type Answer } from '../../support/service.ts'
import { tide } from '../../support/tide.ts'

type Step = { tool: string; arguments: Record<string, unknown>; why: string }

describe.each(doors)('a free launch over %s', (door) => {
  let world: Awaited<ReturnType<typeof openDrafting>>
  let ana: Caller
  /** What the homepage shows beside what it says. */
  let embedded = ''
  let robots: string | null = null
  let last: Answer['body'] = {}

  async function call(tool: string, input: Record<string, unknown>) {
    last = await ana.get(tool, input)
    return last
  }
  /** Takes a step the last answer offered; what the owner says may be added to its arguments. */
  async function follow(tool: string, said: object = {}, of: RegExp = /./) {
    const step = (last.next_steps as Step[]).find((one) => one.tool === tool && of.test(one.why))
    if (step === undefined) throw new Error(`No step ${tool} among ${JSON.stringify(last.next_steps)}`)
    return call(tool, { ...step.arguments, ...said })
  }
  const steps = () => (last.next_steps as Step[]).map((step) => step.tool)
  const idle = () => world.service.worker.idle()
  async function travelTo(instant: string) {
    world.service.clock.now = new Date(instant)
    await idle()
  }
  const own = () => ana.get('get_my_listing', { listing_id: last.listing_id })
  const letters = async () => (await mailbox(world.service)).map(({ subject }) => subject)

  beforeAll(async () => {
    world = await openDrafting(
      {
        'tide.test': (path, request) => {
          if (path === '/robots.txt' && robots !== null) return { body: robots }
          const reply = tide(path, request)
          if (path !== '/' || typeof reply !== 'object' || reply === null) return reply
          return { ...reply, body: String(reply.body).replace('</main>', `${embedded}</main>`) }
        },
      },
      { repeating: ['turn_weeks'] },
    )
    ana = await enter(world.service, door, 'ana@tide.test')
  })
  afterAll(async () => {
    await ana.end()
    await world.close()
  })

  it('goes from the website to a place in the queue', async () => {
    await call('submit_listing', { url: 'tide.test' })
    while (last.status !== 'ready') {
      await idle()
      await follow('get_draft')
    }
    if (!steps().includes('submit_draft'))
      await follow('update_draft', { fields: { categories: ['invoicing'] } }, /Needed/)
    await follow('submit_draft')
    expect(last.status).toBe('draft')
    await follow('choose_free_listing')
    expect(last).toMatchObject({ status: 'awaiting_badge', plan: 'free', launch_week: '2026-12-28' })
    expect(last.missing.map((one: { item: string }) => one.item)).toEqual(['badge', 'founder_profile'])
    expect(last.badge.state).toBe('checking')
    await idle()
    await follow('get_my_listing')
    expect(last.badge).toMatchObject({ state: 'missing', problem: 'not_found' })
  })

  it('is told exactly why the badge is not seen, until it is', async () => {
    const listing_id = last.listing_id
    const { items } = await ana.get(
      'get_badges',
      (last.next_steps as Step[]).find(({ tool }) => tool === 'get_badges')!.arguments,
    )
    const { html } = items[0]
    const again = async (problem: string | null) => {
      await follow('choose_free_listing')
      await idle()
      await follow('get_my_listing')
      expect([last.listing_id, last.badge.problem]).toEqual([listing_id, problem])
      if (problem !== null) expect(last.missing[0].what_to_do.length).toBeGreaterThan(20)
    }
    embedded = `<script>document.write(${JSON.stringify(html)})</script>`
    await again('only_in_script')
    embedded = `<!-- ${html} -->`
    await again('only_in_comment')
    const { slug } = await own()
    embedded = `<a rel="nofollow" href="${world.service.url}/listings/${slug}">Tide</a>`
    await again('nofollow')
    embedded = html
    robots = 'User-agent: LaunchDirectoryBot\nDisallow: /'
    await again('robots')
    robots = null
    await again(null)
    expect(last.badge.state).toBe('seen')
    expect(last.missing.map((one: { item: string }) => one.item)).toEqual(['founder_profile'])
    expect(last.status).toBe('awaiting_badge')
  })

  it('is scheduled once the founder profile, first half filled in, is complete', async () => {
    const listing_id = last.listing_id
    const founder = { name: 'Ana Keto', title: 'Founder' }
    await follow('update_draft', { founders: [founder] })
    await travelTo('2026-11-20T12:00:00.000Z')
    last = await ana.get('get_my_listing', { listing_id })
    expect(last.status).toBe('awaiting_badge')
    expect(last.missing[0].what_to_do).toContain(
      'a text about you of 80 characters or more and a link to an account or a website of yours',
    )
    const bio =
      'Ana sent invoices by hand for nine years, and reminders for eight of them. Then she wrote Tide.'
    await follow('update_draft', { founders: [{ ...founder, bio }], founder_socials: { x: 'anaketo' } })
    await travelTo('2026-11-20T12:02:00.000Z')
    last = await ana.get('get_my_listing', { listing_id })
    expect(last).toMatchObject({ status: 'scheduled', launch_week: '2026-12-28', missing: [] })
    await follow('get_launch_week')
    expect(last.scheduled).toMatchObject([{ slug: 'tide', status: 'upcoming' }])
    last = { listing_id }
    expect(await letters()).toEqual(['Tide launches on 28 December 2026'])
  })

  it('goes live with its week, over the end of the year', async () => {
    await travelTo('2026-12-27T23:59:59.000Z')
    expect((await own()).status).toBe('scheduled')
    await travelTo('2026-12-28T00:00:30.000Z')
    // The scheduler looks once a minute.
    await travelTo('2026-12-28T00:01:30.000Z')
    last = await own()
    expect(last).toMatchObject({
      status: 'live',
      launch_week: '2026-12-28',
      live_at: '2026-12-28T00:01:30.000Z',
    })
    expect((await ana.get('get_launch_week', { week: 'this' })).items).toMatchObject([
      { slug: 'tide', rank: 1 },
    ])
    await follow('get_listing')
    expect(last.status).toBe('live')
    last = { listing_id: (await ana.get('list_my_listings')).items[0].listing_id }
    expect(await letters()).toContain('Tide is live')
  })

  it('is warned when the badge goes, and taken out only after a week of grace', async () => {
    embedded = ''
    await travelTo('2027-01-05T00:00:00.000Z')
    await travelTo('2027-01-05T00:02:00.000Z')
    last = await own()
    expect(last).toMatchObject({ status: 'live', badge: { state: 'missing', problem: 'not_found' } })
    const ends = new Date(last.badge.grace_ends_at)
    expect(ends.getTime() - Date.parse(last.badge.checked_at)).toBe(7 * 86_400_000)
    expect(steps()).toContain('get_badges')
    expect((await letters()).at(-1)).toBe('The badge of Tide has gone from your homepage')
    expect((await mailbox(world.service)).at(-1)!.text).toMatch(
      /shows neither the badge nor a link to the listing\. Paste the HTML of the badge into the homepage, as it is\.\n/,
    )
    for (let day = 1; day < 7; day += 1)
      await travelTo(new Date(ends.getTime() - (7 - day) * 86_400_000 + 120_000).toISOString())
    expect((await own()).status).toBe('live')
    await travelTo(new Date(ends.getTime() + 120_000).toISOString())
    expect((await own()).status).toBe('awaiting_badge')
    expect((await ana.call('get_listing', { slug: 'tide' })).status).toBe(404)
    const said = await letters()
    expect(said.at(-1)).toBe('Tide is no longer shown')
    expect(
      said.filter((subject) => subject === 'The badge of Tide has gone from your homepage'),
    ).toHaveLength(1)
  })

  it('is live again as it was when the badge is back', async () => {
    last = await own()
    const badges = await ana.get('get_badges', { slug: last.slug })
    embedded = badges.items[0].html
    await follow('choose_free_listing')
    await idle()
    last = await own()
    expect(last).toMatchObject({
      status: 'live',
      launch_week: '2026-12-28',
      live_at: '2026-12-28T00:01:30.000Z',
      missing: [],
    })
    const versions = await world.service.storage.owners.versions(last.listing_id)
    const turns = versions.filter(({ via }) => via === 'service').map(({ operation }) => operation)
    expect(turns).toEqual(['conditions_met', 'launched', 'grace_ended', 'conditions_met'])
    expect(await world.service.storage.jobs.dead()).toEqual([])
  })
})
