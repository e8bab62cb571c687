// What others do: mail servers, websites and the payment provider that are slow, and whoever kills a process.
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStorage } from '../../storage/storage.ts'
import type { Host } from '../support/outside.ts'
import { startSeveral, type Several } from '../support/several.ts'
import { openStripeServer, webhookSecret } from '../support/stripe_server.ts'
import { askAs, draftOf, outsideWith, seconds, within, type Drill, type Scene } from './scene.ts'

export const hangingMails: Drill = {
  name: '70 mails to a server that takes them and never answers',
  async run() {
    const held = new Set<Socket>()
    const server = createServer((socket) => void held.add(socket.on('error', () => undefined))).listen(0)
    const outside = await outsideWith({})
    const MAIL_URL = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      return await within({ ...outside.settings, MAIL_URL }, async (here) => {
        const storage = openStorage(`${here.path}/launch.db`)
        const created_at = new Date().toISOString()
        await storage.write(async ({ mail }) => {
          for (let n = 0; n < 70; n += 1)
            await mail.add({
              ...{ message_id: `${n}@drill.test`, recipient: `n${n}@drill.test`, subject: 'Drill' },
              ...{ body: 'Drill', created_at },
            })
        })
        await storage.close()
        await sleep(3000)
        const draft = await draftOf(here, 'tide.test')
        return {
          callers: `another's draft was ${draft}`,
          alert: await here.alert(/send_mail/, 420),
          recovered: 'the rest of the service went on',
        }
      })
    } finally {
      for (const socket of held) socket.destroy()
      server.close()
      await outside.close()
    }
  },
}

export const slowSites: Drill = {
  name: '12 drafts of one person from sites that answer after 8 s',
  async run() {
    const slow: Host = () => (response) => void setTimeout(() => response.end('<p>Slow'), 8000)
    const hosts = Array.from({ length: 12 }, (_, n) => `slow-${n}.test`)
    const outside = await outsideWith(Object.fromEntries(hosts.map((host) => [host, slow])))
    try {
      return await within(outside.settings, async (here) => {
        const key = await here.keyOf('ana@tide.example')
        for (const url of hosts) await askAs(here, key, 'POST', '/drafts', { url })
        const draft = await draftOf(here, 'tide.test')
        return { callers: `another's draft was ${draft}`, alert: 'none wanted', recovered: 'nothing stood' }
      })
    } finally {
      await outside.close()
    }
  },
}

export const providerHanging: Drill = {
  name: 'payment provider takes what is asked and never answers',
  async run() {
    const outside = await outsideWith({})
    const stripe = await openStripeServer()
    const settings = {
      ...{ PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: webhookSecret },
      ...{ STRIPE_API_URL: stripe.url, SELLER_NAME: 'Harbour', SELLER_ADDRESS: 'Kai 1' },
    }
    try {
      return await within({ ...outside.settings, ...settings }, async (here) => {
        const key = await here.keyOf('ana@tide.example', 'account:read,listings:write,orders:write')
        const { id } = await askAs(here, key, 'POST', '/drafts', { url: 'tide.test' })
        await here.until(async () => (await askAs(here, key, 'GET', `/drafts/${id}`)).status === 'ready', 60)
        await askAs(here, key, 'PATCH', `/drafts/${id}`, { fields: { categories: ['Invoicing'] } })
        const { listing_id } = await askAs(here, key, 'POST', `/drafts/${id}/submit`)
        const items = [{ product: 'launch', listing_id }]
        const order = await askAs(here, key, 'POST', '/orders/checkout', { items, country: 'FI' })
        const pay = async () => {
          const began = performance.now()
          const headers = { origin: here.service.url }
          const { status } = await fetch(`${order.checkout_url}/pay`, {
            ...{ method: 'POST', headers, body: new URLSearchParams(), redirect: 'manual' },
          })
          return `${status} after ${seconds(performance.now() - began)}`
        }
        stripe.setHanging(() => undefined)
        const paying = await pay()
        const alert = await here.alert(/reconcile_payments/, 900)
        stripe.setHanging(null)
        const again = await pay()
        const over = await here.alert(/reconcile_payments/, 900, 'alert.over')
        return {
          callers: `“Pay” answered ${paying}`,
          alert: `${alert}; over ${over}`,
          recovered: `“Pay” answers ${again}`,
        }
      })
    } finally {
      await stripe.close()
      await outside.close()
    }
  },
}

export const killed: Drill = {
  name: 'one of two processes killed five times',
  run() {
    let several: Several
    const work = async (here: Scene) => {
      for (let n = 0; n < 5; n += 1) {
        await several.kill(1 + (n % 2))
        await sleep(1000)
      }
      const recovered = await here.until(here.answers, 30)
      return { alert: 'none wanted', recovered: `another one each time; answers ${recovered}` }
    }
    const start = async (path: string, settings: Record<string, string>) =>
      (several = await startSeveral(path, settings))
    return within({}, work, undefined, start)
  },
}
