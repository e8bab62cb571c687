// What people sign in with and what is kept of what they do, for every_query.ts.
import type { Storage } from '../../storage/storage.ts'

type Nouns = Omit<Storage, 'write'>
export type Asked = {
  [Noun in keyof Nouns]: {
    [Method in keyof Nouns[Noun]]: Nouns[Noun][Method] extends (...given: infer Given) => unknown
      ? Given[]
      : never
  }
}

export const at = '2026-11-19T12:00:00.000Z'
export const credential = { user_id: 1000001, created_at: at, expires_at: at }
const grant = { ...credential, client_id: 'client1', client_name: 'Host', scope: '', resources: '' }
const token = { grant_id: 1, scope: '', resources: '', created_at: at, expires_at: at }

export const credentialQueries: Pick<
  Asked,
  'users' | 'sessions' | 'sign_in_links' | 'api_keys' | 'oauth' | 'audit' | 'alerts' | 'webhooks'
> = {
  webhooks: {
    add: [
      [{ user_id: 1000007, url: 'https://new.example/', secret: 'new', events: ['test'], created_at: at }],
    ],
    ofUser: [[1000007]],
    one: [[1000007, 7]],
    change: [[7, { off_at: at }]],
    remove: [[1000007, 7]],
    removeOf: [[1000008]],
    switchOffOf: [[1000007, at]],
    listening: [[[1000007, 1000008]]],
    placesIn: [[{ site_id: 1, week: '2026-11-16' }]],
    deliver: [
      [
        {
          ...{ webhook_id: 9, user_id: 1000007, message_id: 'new', site_id: 1, type: 'test', data: {} },
          created_at: at,
        },
      ],
    ],
    delivery: [[7]],
    changeDelivery: [[7, { state: 'dead' }]],
    queue: [[{ id: 70, user_id: 1000007 }, at]],
    newest: [[7, 10]],
    givenUp: [[7, 50]],
    sweep: [[at]],
  },
  alerts: {
    open: [[]],
    begin: [[{ key: 'disk', what: '', remedy: '', began_at: at }]],
    end: [['week']],
  },
  audit: {
    note: [
      [
        [
          {
            at,
            user_id: 1000001,
            door: 'rest',
            client: 'key 7',
            operation: 'o',
            subject: null,
            listing_id: 7,
            outcome: 'done',
            request_id: 'r',
          },
        ],
      ],
    ],
    deeds: [
      [
        { user_id: 1000001, since: at },
        { limit: 20, offset: 0 },
      ],
      [{ clients: ['key 7'] }, { limit: 20, offset: 0 }],
      [{ listing_id: 7 }, { limit: 20, offset: 0 }],
      [{}, { limit: 20, offset: 0 }],
    ],
    sweep: [[at]],
  },
  users: {
    everythingOf: [[{ id: 1000001, email: 'person1@many.example' }]],
    byId: [[1000001]],
    byEmail: [['person1@many.example']],
    ensure: [['new@many.example', at]],
    byIdentity: [['https://id.example', '1']],
    ofMailbox: [['person9@many.example']],
    close: [[1000009, at]],
    identify: [[1000001, 'https://id.example', '1']],
    setRole: [['person9@many.example', 'team']],
    giveRole: [[1000009, 'team']],
    teamSize: [[]],
    all: [[]],
    hasOthers: [['person9@many.example']],
    forget: [[1000006, at]],
    profile: [[1000003]],
    saveProfile: [
      [1000003, { name: 'Ana', title: null, bio: null, country: null, city: null, socials: {} }, 'ana', at],
    ],
  },
  sessions: {
    find: [['session7', at]],
    begin: [[{ ...credential, hash: 'new', browser: '' }]],
    end: [['session7']],
    endOf: [[1000001], [1000001, 3]],
    ofUser: [[1000001, at]],
    sweep: [[at]],
  },
  sign_in_links: {
    add: [[{ hash: 'new', email: 'ana@many.example', return_to: '/', created_at: at, expires_at: at }]],
    look: [
      ['link7', at],
      ['link7', at, 1],
    ],
    spend: [
      ['link7', at],
      ['link7', at, 1],
    ],
    dropOf: [['person7@many.example']],
    sweep: [[at]],
  },
  api_keys: {
    find: [['key7']],
    add: [[{ ...credential, name: '', hash: 'new', hint: '', scope: '' }]],
    ofUser: [[1000001]],
    liveCount: [[1000001, at]],
    revoke: [
      [1000001, at],
      [1000001, at, 3],
    ],
    byId: [[3]],
    touch: [[3, at]],
  },
  oauth: {
    findToken: [['oauth7']],
    findAccess: [['oauth8']],
    spendToken: [['oauth7', at]],
    addGrant: [[grant]],
    addToken: [[{ ...token, hash: 'new', kind: 'access' }]],
    touchGrant: [[1, at]],
    revokeGrant: [[1, 'user' as never, at]],
    revokeGrantsOf: [
      [1000001, 'user' as never, at],
      [1000001, 'user' as never, at, 3],
    ],
    grant: [[1]],
    grantsOfClient: [['client1']],
    revokeClient: [['client1', 'user' as never, at]],
    liveGrantsOf: [[1000001, at]],
    findClient: [['client7']],
    hasGrant: [['client7', at]],
    addClient: [[{ id: 'new', metadata: '{}', created_at: at }]],
    touchClient: [['client7', at]],
    rememberAssertion: [['hash', at]],
    sweep: [[at, at, at]],
    findCode: [['code7']],
    spendCode: [['code7', at]],
    addCode: [[{ hash: 'new', grant_id: 1, redirect_uri: '', challenge: '', expires_at: at }]],
    findRepeat: [['oauth7']],
    addRepeat: [[{ hash: 'oauth9', request: '', answer: '', expires_at: at }]],
  },
}
