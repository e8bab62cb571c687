// What Prometheus reads, who may, and that the sample rules and dashboard ask for what there is.
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { enter } from '../support/callers.ts'
import { openDrafting, readyDraft } from '../support/drafting.ts'
import { startService, type Service } from '../support/service.ts'

let service: Service | undefined
afterEach(async () => {
  await service?.close()
  service = undefined
})
const token = 'a-token-of-prometheus'
const bearing = (text: string) => ({ headers: { authorization: `Bearer ${text}` } })

describe('metrics', () => {
  it('are there for whoever has the token', async () => {
    service = await startService({ settings: { METRICS: 'on', METRICS_TOKEN: token } })
    for (const init of [{}, bearing(`${token}x`), bearing(''), { headers: { authorization: token } }]) {
      const refused = await service.fetch('/metrics', init)
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      expect(await refused.text()).not.toContain('call_duration')
    }
    expect((await service.fetch('/metrics', bearing(token))).status).toBe(200)
  })

  it('are not shown to everybody by a public service', () => {
    const settings = { METRICS: 'on', PUBLIC_URL: 'https://launch.example', PAYMENTS: 'off' }
    expect(() => readConfig(settings)).toThrow('Set METRICS_TOKEN too')
    expect(readConfig({ ...settings, METRICS_TOKEN: token }).METRICS).toBe('on')
  })

  it('count calls, refusals, jobs, drafts and what was used', async () => {
    const drafting = await openDrafting(undefined, { settings: { METRICS: 'on', AI_PRICE: '1/2' } })
    try {
      const ana = await enter(drafting.service, 'rest', 'ana@tide.test')
      await readyDraft(drafting.service, ana)
      await ana.call('get_my_listing', { listing_id: 999 })
      const { storage, clock } = drafting.service
      await storage.write(({ usage }) =>
        usage.add(7, clock.now.toISOString().slice(0, 10), { input_tokens: 3e6, output_tokens: 1e6 }),
      )
      let finish: (() => void) | undefined
      const writing = storage.write(() => new Promise<void>((done) => (finish = done)))
      await expect.poll(() => finish).toBeDefined()
      const text = await (await drafting.service.fetch('/metrics')).text()
      finish!()
      await writing
      const value = (series: string) =>
        Number(
          text
            .split('\n')
            .find((line) => line.startsWith(`${series} `))
            ?.split(' ')
            .at(-1),
        )
      expect(value('jobs_ended_total{kind="crawl_site",outcome="done"}')).toBe(1)
      expect(value('drafts_written_total{drafted_by="extractive"}')).toBe(1)
      expect(value('calls_refused_total{door="rest",call="get_my_listing",code="not_found"}')).toBe(1)
      expect(value('used_in_month{what="drafts"}')).toBe(1)
      expect(value('used_in_month{what="pages"}')).toBeGreaterThan(1)
      expect(value('model_cost_in_month')).toBe(5)
      expect(value('database_unfinished_writes')).toBeGreaterThanOrEqual(1)
      expect(value('waiting_for_the_team{what="payments"}')).toBe(0)
      expect(text).not.toMatch(/ana@tide|\b127\.0\.0\.1\b/)
    } finally {
      await drafting.close()
    }
  })

  it('are what the sample rules and the sample dashboard ask for', async () => {
    service = await startService({ settings: { METRICS: 'on' } })
    const text = await (await service.fetch('/metrics')).text()
    const there = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!))
    const read = (file: string) =>
      readFileSync(new URL(`../../deploy/prometheus/${file}`, import.meta.url), 'utf8')
    const { panels } = JSON.parse(read('dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
    const rules = [...read('rules.yaml').matchAll(/expr: (.+)/g)].map(([, expr]) => expr!)
    const asked = [...rules, ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]
    const names = asked.flatMap((expr) =>
      [...expr.replace(/\{[^}]*\}|by \([^)]*\)/g, ' ').matchAll(/[a-z]\w*_\w+/g)].map(([name]) => name),
    )
    const functions = ['histogram_quantile']
    expect(names.length).toBeGreaterThan(20)
    for (const name of names)
      if (!functions.includes(name)) expect(there, name).toContain(name.replace(/_(?:count|bucket)$/, ''))
  })
})
