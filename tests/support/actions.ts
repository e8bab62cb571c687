// What an action is performed with, where a test performs one without a page.
import type { Caller } from '../../auth/caller.ts'
import type { Service } from './service.ts'

/** Who asks, with whatever of a caller matters to the test. */
export function actionContext(
  { storage, clock, url }: Pick<Service, 'storage' | 'clock' | 'url'>,
  caller: Partial<Caller> | null,
) {
  return {
    ...{ storage, now: clock.now, public_url: url, door: 'page' as const, request_id: 'test' },
    caller: caller === null ? null : ({ credential: 'session 1', ...caller } as Caller),
    ...{ site: { id: 1, name: 'Launch Directory' } as never, seller: {} as never },
    ...{ payments: null, media: {} as never, file: new Uint8Array(), outbound: {} as never },
  }
}
