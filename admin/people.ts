// The operator's commands about people and their access.
import { join } from 'node:path'
import { operatorKey, operatorLink, operatorUsers } from '../auth/operator.ts'
import { readConfig } from '../config.ts'
import { operatorReviewer } from '../tools/account/reviewer.ts'
import { operatorAudit, operatorRecord } from '../tools/team/audit.ts'
import { operatorUsage } from '../tools/usage.ts'
import {
  operatorAccess,
  operatorEndAccess,
  operatorEndClient,
  operatorEverything,
  operatorPerson,
  operatorRevoke,
  operatorRole,
  operatorTransfer,
} from '../tools/team/operator.ts'
import { now, place, publicUrl, withKnownStorage, withStorage, type Command, type Given } from './command.ts'

export const aboutPeople: Command[] = [
  {
    name: 'api-key create',
    needs: ['email', 'scopes'],
    may: ['name'],
    does: 'make an API key, and the account if there is none; prints only the key',
    run: ({ email = '', scopes = '', name }) =>
      withStorage((storage) => operatorKey(storage, { email, scopes, name }, now())),
  },
  {
    name: 'sign-in-link',
    takes: 'EMAIL',
    does: 'a link that signs them in once, within 15 minutes; makes the account if there is none',
    run: ({ words: [email] }) =>
      withStorage((storage) => operatorLink(storage, { email: email!, public_url: publicUrl() }, now())),
  },
  {
    name: 'reviewer',
    takes: 'EMAIL',
    needs: ['days'],
    does: "a link that signs in a directory's reviewer for N days, with a sample listing; 0 days ends it",
    run: ({ words: [email], days = '' }) =>
      withStorage((storage) =>
        operatorReviewer(storage, email!, days, { public_url: publicUrl(), now: now() }),
      ),
  },
  {
    name: 'user role',
    takes: 'EMAIL member|team',
    does: 'add somebody to the site team, or remove them',
    run: ({ words: [email, role] }) =>
      withKnownStorage((storage) => operatorRole(storage, { email: email!, role: role! }, place())),
  },
  {
    name: 'audit',
    may: ['person', 'client', 'listing', 'since', 'until', 'request'],
    does: 'who wrote what, and what was refused to whom, the newest thousand, times in UTC; a person is an address or a number, a client a key, an application or its client id',
    run: (given) => withKnownStorage((storage) => operatorAudit(storage, given, now())),
  },
  {
    name: 'record',
    does: 'what the site team and the operator did, with their reasons, the newest thousand',
    run: () => withKnownStorage(operatorRecord),
  },
  {
    name: 'usage',
    may: ['days'],
    does: 'what each person used of drafts, pages, the model and mails, today or in so many days, with costs where AI_PRICE is set',
    run: ({ days = '1' }) =>
      withKnownStorage((storage) => operatorUsage(storage, days, readConfig().CAPS, now())),
  },
  {
    name: 'user access',
    takes: 'EMAIL',
    does: 'list their sessions, keys and connected applications, with the numbers that end them',
    run: ({ words: [email] }) => withKnownStorage((storage) => operatorAccess(storage, email!, now())),
  },
  {
    name: 'user end-access',
    takes: 'EMAIL',
    does: 'end their sessions, keys and applications; they may sign in again',
    run: ({ words: [email] }) => withKnownStorage((storage) => operatorEndAccess(storage, email!, place())),
  },
  ...(['close', 'reopen', 'delete'] as const).map((what) => ({
    name: `user ${what}`,
    takes: 'EMAIL REASON',
    does: {
      close:
        'suspend somebody: they sign in no more, under no spelling of their address, and all access ends',
      reopen: 'let them sign in again',
      delete: 'delete an account and what only it had; listings stay, and it cannot be undone',
    }[what],
    run: ({ words: [email, reason] }: Given) =>
      withKnownStorage((storage) =>
        operatorPerson(...([storage, what, { email: email!, reason: reason! }] as const), {
          ...place(),
          mail_folder: join(readConfig().DATA_DIR, 'mail'),
        }),
      ),
  })),
  {
    name: 'user export',
    takes: 'EMAIL FILE.json',
    does: 'write everything that is kept about a person',
    run: ({ words: [email, file] }) =>
      withKnownStorage((storage) => operatorEverything(storage, email!, file!, now())),
  },
  ...(['key', 'grant'] as const).map((what) => ({
    name: `${what} revoke`,
    takes: 'ID REASON',
    does: { key: 'revoke one API key', grant: 'disconnect one application from one account' }[what],
    run: ({ words: [id, reason] }: Given) =>
      withKnownStorage((storage) => operatorRevoke(storage, what, { id: id!, reason: reason! }, place())),
  })),
  {
    name: 'client revoke',
    takes: 'CLIENT_ID REASON',
    does: 'disconnect an application from every account',
    run: ({ words: [client_id, reason] }) =>
      withKnownStorage((storage) =>
        operatorEndClient(storage, { client_id: client_id!, reason: reason! }, place()),
      ),
  },
  {
    name: 'listing transfer',
    takes: 'SLUG EMAIL REASON',
    does: 'make somebody the only owner of a listing',
    run: ({ words: [slug, email, reason] }) =>
      withKnownStorage((storage) =>
        operatorTransfer(storage, { slug: slug!, email: email!, reason: reason! }, place()),
      ),
  },
  {
    name: 'user list',
    does: 'list everybody: id, role, email address, name and first day',
    run: () => withKnownStorage(operatorUsers),
  },
]
