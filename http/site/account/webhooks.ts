// A person's webhooks, which tell their programs about events of their listings and orders.
import { outboundSentences } from '../../../outbound_refusal.ts'
import type { Session } from '../../../auth/sessions.ts'
import type { Webhook, WebhookDelivery } from '../../../storage/webhooks.ts'
import {
  addWebhook,
  chooseWebhookEvents,
  deleteWebhook,
  mostReplayed,
  replayDelivery,
  replayGivenUp,
  rotateWebhook,
  switchWebhook,
  testWebhook,
} from '../../../tools/webhooks/manage.ts'
import { webhookEvents } from '../../../tools/webhooks/tell.ts'
import { buttonForm, choices, field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { copyable, counted, shortUrl, time } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { goTo, idOf, type OwnVisit } from '../visit.ts'
import { refusalNote, triedAt } from './refused.ts'
import { leadToSecret, secretFor, type Secret } from './shown_once.ts'

/** How many of each are shown. */
const newest = 10

type Shown = { hooks: { hook: Webhook; deliveries: WebhookDelivery[]; given_up: number }[]; secret?: Secret }

const path = '/account/webhooks'

export const webhooks = ownPage<Shown>({
  path,
  load: async (visit) => ({ hooks: await hooksOf(visit), secret: secretFor(visit, path) }),
  render: ({ hooks, secret }, visit) => ({
    title: 'Webhooks',
    ...(secret !== undefined && { cookies: [secret.forget] }),
    body: html`<div class="narrow stack">
      <h1>Webhooks</h1>
      ${secret !== undefined && newSecret(secret)}
      ${triedAt(visit, path) === null && refusalNote(visit.refused)}
      <p>
        We send a signed message to a program of yours when something happens to what is yours. A message says
        what happened and to which thing; ask the API for the rest.
        <a href="/docs#webhooks">How to check the signature</a>
      </p>
      ${
        hooks.length === 0
          ? html`<p class="empty">You have no webhooks yet.</p>`
          : hooks.map((one) => section(visit.session, one, visit.now))
      }
      ${newForm(visit)}
    </div>`,
  }),
  forms: {
    async [path](visit) {
      const { form, act } = visit
      const given = { url: form.get('url') ?? '', events: form.getAll('event') }
      return leadToSecret(visit, path, await act(addWebhook, given), given.url)
    },

    async '/account/webhooks/events'({ act, form }) {
      await act(chooseWebhookEvents, { id: idOf(form), events: form.getAll('event') })
      return path
    },

    '/account/webhooks/test': (visit) => send(visit, testWebhook),
    '/account/webhooks/replay': (visit) => send(visit, replayDelivery),
    '/account/webhooks/replay_all': (visit) => send(visit, replayGivenUp),
  },
  post: {
    async '/account/webhooks/rotate'(visit) {
      const id = idOf(visit.form)
      const text = await visit.act(rotateWebhook, { id })
      const { hook } = (await hooksOf(visit)).find((one) => one.hook.id === id)!
      return leadToSecret(visit, path, text, hook.url)
    },

    async '/account/webhooks/switch'({ act, form }) {
      await act(switchWebhook, { id: idOf(form), on: form.get('on') === 'yes' })
      return goTo(path)
    },

    async '/account/webhooks/delete'({ act, form }) {
      await act(deleteWebhook, { id: idOf(form) })
      return goTo(path)
    },
  },
})

async function hooksOf({ storage, session }: OwnVisit): Promise<Shown['hooks']> {
  const hooks: Shown['hooks'] = []
  for (const hook of await storage.webhooks.ofUser(session.user.id)) {
    const { length: given_up } = await storage.webhooks.givenUp(hook.id, mostReplayed)
    hooks.push({ hook, deliveries: await storage.webhooks.newest(hook.id, newest), given_up })
  }
  return hooks
}

async function send(visit: OwnVisit, action: typeof testWebhook): Promise<string> {
  visit.take('webhook_sends', `user ${visit.session.user.id}`)
  await visit.act(action, { id: idOf(visit.form) })
  return path
}

function newForm(visit: OwnVisit): Html {
  const tried = triedAt(visit, path)
  return html`<section class="part stack sheet" aria-labelledby="new">
    <h2 id="new">New webhook</h2>
    ${tried?.faults.form !== undefined && html`<p class="fault" role="alert">${tried.faults.form}</p>`}
    ${sealedForm(
      visit.session,
      path,
      html`${field({
          ...{ name: 'url', label: 'Address', hint: 'Where your program listens, with https://' },
          ...{ type: 'url', max: 500, required: true, fault: tried?.faults.url },
          value: tried?.typed.get('url'),
        })}
        ${eventBoxes(tried?.typed.getAll('event'), tried?.faults.events)} <button>Add webhook</button>`,
    )}
  </section>`
}

/** A box for every event, all ticked if nothing was chosen yet. */
function eventBoxes(chosen?: readonly string[], fault?: string): Html {
  const boxes = Object.entries(webhookEvents).map(([value, label]) => ({
    ...{ value, label, note: value, checked: chosen?.includes(value) ?? true },
  }))
  return choices('Tell it when', 'event', boxes, fault)
}

function newSecret({ of, text }: NonNullable<Shown['secret']>): Html {
  return html`<section class="note ok stack" role="status" aria-labelledby="created">
    <h2 id="created">Copy the secret now</h2>
    <p>Your program at ${shortUrl(of)} checks signatures with it. It is shown this once.</p>
    ${copyable(text, 'The secret')}
  </section>`
}

const offWords: Record<NonNullable<Webhook['off_reason']>, string> = {
  owner: 'You switched it off.',
  failing: 'We switched it off: it took none of the last messages.',
  gone: 'We switched it off: it answered 410, which says that it wants nothing any more.',
  access: 'It was switched off when the access to your account was ended.',
}

function section(session: Session, { hook, deliveries, given_up }: Shown['hooks'][number], now: Date): Html {
  const { id, url, events, created_at, off_at, off_reason, old_secret_until } = hook
  const about = shortUrl(url)
  const button = (does: string, label: string, fields: Record<string, string> = {}) =>
    buttonForm(session, `/account/webhooks/${does}`, label, { fields: { id, ...fields }, about })
  return html`<section class="part stack" aria-labelledby="webhook-${id}">
    <h2 id="webhook-${id}">${new URL(url).host}</h2>
    <p><code class="secret">${url}</code></p>
    <p class="hint">${events.join(', ')} · added ${time(created_at)}</p>
    ${
      off_at !== null &&
      html`<p class="note wait">${offWords[off_reason ?? 'owner']} That was ${time(off_at)}.</p>`
    }
    ${
      old_secret_until !== null &&
      old_secret_until > now.toISOString() &&
      html`<p class="hint">The secret before this one signs too until ${time(old_secret_until)}.</p>`
    }
    <div class="line">
      ${off_at === null && button('test', 'Send a test')}
      ${off_at === null ? button('switch', 'Switch off') : button('switch', 'Switch on', { on: 'yes' })}
      ${off_at === null && given_up > 1 && button('replay_all', `Send again ${given_up} given up`)}
      ${button('rotate', 'New secret')} ${button('delete', 'Delete')}
    </div>
    <details>
      <summary>Change what it hears of</summary>
      ${sealedForm(
        session,
        '/account/webhooks/events',
        html`<input type="hidden" name="id" value="${id}" />${eventBoxes(events)}<button>Save</button>`,
      )}
    </details>
    ${
      deliveries.length === 0
        ? html`<p class="empty">Nothing was sent to it yet.</p>`
        : html`<ul class="rows">
            ${deliveries.map((one) => deliveryRow(session, one, off_at === null))}
          </ul>`
    }
  </section>`
}

function deliveryRow(session: Session, one: WebhookDelivery, isOn: boolean): Html {
  const { id, type, created_at, state, attempts, tried_at, message_id } = one
  return html`<li class="field ${state === 'dead' ? 'off' : ''}">
    <div>
      <h3>${type}</h3>
      <p class="hint">
        ${stateWords(one)} · ${time(created_at)}
        ${attempts > 0 && tried_at !== null && html` · ${counted(attempts, 'attempt')}, the last ${time(tried_at)}`}
      </p>
      <p class="hint"><code>${message_id}</code></p>
    </div>
    ${
      isOn &&
      state !== 'waiting' &&
      buttonForm(session, '/account/webhooks/replay', 'Send again', { fields: { id }, about: type })
    }
  </li>`
}

const failures: Record<string, string> = {
  ...outboundSentences,
  redirects: 'It leads on to another address, and we follow none.',
  off: 'The webhook was off.',
  internal: 'The fault was ours.',
}

function stateWords({ state, outcome }: WebhookDelivery): string {
  const word = {
    sent: 'Taken.',
    dead: 'Given up.',
    waiting: outcome === null ? 'Being sent.' : 'Will be tried again.',
  }
  if (outcome === null) return word[state]
  return `${word[state]} ${failures[outcome] ?? `It answered ${outcome}.`}`
}
