// A service with somebody of the site team, an owner with a live listing, and a stranger.
import { listingOf } from './owned.ts'
import { keyFor, signIn, type Browser } from './people.ts'
import { startService, type Service, type ServiceOptions } from './service.ts'

export type Desk = {
  service: Service
  tove: Browser
  tove_id: number
  ana: Browser
  ana_id: number
  eve: Browser
  /** Ana's live listing. */
  tide: number
}

export async function openDesk(options: ServiceOptions = {}): Promise<Desk> {
  const service = await startService(options)
  const tove = (await signIn(service, 'tove@team.example')).browser
  await service.storage.write(({ users }) => users.setRole('tove@team.example', 'team'))
  const ana = (await signIn(service, 'ana@tide.example')).browser
  const eve = (await signIn(service, 'eve@else.example')).browser
  const { user_id: tove_id } = await keyFor(service, 'tove@team.example')
  const { user_id: ana_id } = await keyFor(service, 'ana@tide.example')
  const tide = await listingOf(service, ana_id, {
    slug: 'tide',
    name: 'Tide',
    url: 'https://tide.example/',
    status: 'live',
    plan: 'launch',
    live_at: '2026-11-16T08:00:00.000Z',
    launch_week: '2026-11-16',
    tagline: 'Invoices that chase themselves',
    description: 'It writes the reminders nobody likes to write.',
  })
  return { service, tove, tove_id, ana, ana_id, eve, tide }
}
