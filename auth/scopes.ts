/** The scopes of credentials (specification 5.4). They are flat: none includes another. */
export const scopes = ['account:read', 'listings:write', 'orders:write'] as const
export type Scope = (typeof scopes)[number]

export const defaultScope: Scope = 'account:read'

/** The description of each scope on the consent page, the keys page and in the API description. */
export const scopeTexts: Record<Scope, string> = {
  'account:read': 'Read your account, drafts, listings, claims and orders',
  'listings:write': 'Submit and edit drafts and listings, claim listings, choose the free plan',
  'orders:write': 'Price orders and create checkout links. You pay yourself, on a page of ours',
}

/** The known scopes among these, in our order. Unknown ones (openid, offline_access) are ignored. */
export function scopesOf(words: string | readonly string[]): Scope[] {
  const given = typeof words === 'string' ? words.split(' ') : words
  return scopes.filter((scope) => given.includes(scope))
}
