// Section 4 of the specification as a table of its 41 lines, against the catalog. Operations of our own stand behind
// them in the catalog, and need no line here: what must be true of every operation is asked of them too.
import { describe, expect, it } from 'vitest'
import { inputSchema, outputSchema, type JsonSchema } from '../http/schemas.ts'
import { catalog } from '../tools/catalog.ts'
import { annotations, onlyReads, pathNames } from '../tools/tool.ts'
import { z } from 'zod'
import claimListing from '../tools/claims/claim_listing.ts'

/** Method, path, operationId, scope, whether it accepts an Idempotency-Key, and the status of success. */
const lines = `
  GET    /site                                            get_site_info            public         -    200
  GET    /listings                                        search_listings          public         -    200
  GET    /listings/{slug}                                 get_listing              public         -    200
  GET    /listings/{slug}/alternatives                    get_alternatives         public         -    200
  GET    /compare                                         compare_listings         public         -    200
  GET    /categories                                      list_categories          public         -    200
  GET    /categories/{slug}                               get_category             public         -    200
  GET    /launches/weeks/{week}                           get_launch_week          public         -    200
  GET    /launches                                        list_launches            public         -    200
  GET    /leaderboards/{board}                            get_leaderboard          public         -    200
  GET    /founders                                        list_founders            public         -    200
  GET    /founders/{slug}                                 get_founder              public         -    200
  GET    /blog                                            list_blog_posts          public         -    200
  GET    /blog/{slug}                                     get_blog_post            public         -    200
  GET    /awards                                          list_awards              public         -    200
  GET    /listings/{slug}/badges                          get_badges               public         -    200
  GET    /interview-questions                             list_interview_questions public         -    200
  GET    /me                                              get_account              account:read   -    200
  POST   /drafts                                          submit_listing           listings:write key  201
  GET    /drafts                                          list_my_drafts           account:read   -    200
  GET    /drafts/{id}                                     get_draft                account:read   -    200
  PATCH  /drafts/{id}                                     update_draft             listings:write key  200
  POST   /drafts/{id}/invites                             invite_cofounder         listings:write key  201
  POST   /drafts/{id}/submit                              submit_draft             listings:write key  200
  GET    /me/listings                                     list_my_listings         account:read   -    200
  GET    /me/listings/{listing_id}                        get_my_listing           account:read   -    200
  PATCH  /me/listings/{listing_id}                        update_my_listing        listings:write key  200
  POST   /me/listings/{listing_id}/updates                post_listing_update      listings:write key  201
  POST   /me/listings/{listing_id}/milestones             add_milestone            listings:write key  201
  DELETE /me/listings/{listing_id}/milestones/{milestone_id} delete_milestone      listings:write key  200
  PUT    /me/listings/{listing_id}/story                  set_founder_story        listings:write key  200
  PUT    /me/interview                                    answer_interview         listings:write key  200
  POST   /me/listings/{listing_id}/free                   choose_free_listing      listings:write key  200
  POST   /claims                                          claim_listing            listings:write key  201
  POST   /claims/{claim_id}/verify                        verify_claim             listings:write key  200
  GET    /claims                                          list_my_claims           account:read   -    200
  POST   /orders/quote                                    quote_order              orders:write   -    200
  POST   /orders/checkout                                 create_checkout          orders:write   key  200
  GET    /orders                                          list_my_orders           account:read   -    200
  GET    /orders/{number}                                 get_order                account:read   -    200
  GET    /products                                        list_products            public         -    200
`

const table = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [method, path, name, scope, key, status] = line.trim().split(/\s+/)
    return { method, path, name: name!, scope, key: key === 'key', status: Number(status) }
  })

describe('section 4 of the specification', () => {
  it('has 41 lines, and the catalog begins with them in their order', () => {
    expect(table).toHaveLength(41)
    expect(catalog.slice(0, 41).map(({ name }) => name)).toEqual(table.map(({ name }) => name))
  })

  it.each(table)('$name is $method $path', ({ name, ...line }) => {
    const tool = catalog.find((one) => one.name === name)!
    const { method, path, status = 200 } = tool.http
    // Every operation that changes something accepts an Idempotency-Key; none that only reads does.
    expect({ method, path, scope: tool.scope, key: !onlyReads(tool), status }).toEqual(line)
  })
})

it('bounds the slug of a claim as the specification does', () => {
  expect(z.toJSONSchema(claimListing.input, { io: 'input' }).properties!.slug).toMatchObject({
    maxLength: 220,
  })
})

it('gives every operation a name and a route of its own', () => {
  const routes = catalog.map(({ http }) => `${http.method} ${http.path}`)
  expect(new Set(catalog.map(({ name }) => name)).size).toBe(catalog.length)
  expect(new Set(routes).size).toBe(catalog.length)
})

describe.each(catalog.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
  it('has a title and a description of one to three sentences', () => {
    expect(tool.title).toMatch(/^[A-Z].{2,58}[^.]$/)
    const sentences = tool.description.split(/(?<=[.!?])\s+(?=[A-Z])/)
    expect(sentences.length).toBeLessThanOrEqual(3)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/s)
    expect(tool.description.length).toBeLessThanOrEqual(400)
  })

  it('says all four hints, true to its method', () => {
    const { method } = tool.http
    const { title, ...hints } = annotations(tool)
    expect(title).toBe(tool.title)
    expect(Object.values(hints).every((hint) => typeof hint === 'boolean')).toBe(true)
    expect(Object.keys(hints)).toHaveLength(4)
    // What writes says its hints itself, and what reads has none to say.
    expect(tool.hints !== undefined).toBe(!hints.readOnlyHint)
    if (method === 'GET') expect(hints).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    if (method === 'DELETE') expect(hints).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  })

  it('takes one flat object that refuses what it does not know', () => {
    const schema = inputSchema(tool)
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false })
    const required = (schema.required ?? []) as string[]
    for (const name of pathNames(tool)) expect(required).toContain(name)
  })

  it('returns an object whose every field is described by a schema', () => {
    const schema = outputSchema(tool)
    expect(schema.type).toBe('object')
    expect(Object.keys(schema.properties as object).length).toBeGreaterThan(0)
    expect(shapeless(schema)).toEqual([])
  })

  it('gives an example that its own input accepts', () => {
    const { required = [] } = inputSchema(tool) as { required?: string[] }
    if (required.length > 0)
      expect(tool.example, 'operations with required parameters need an example').toBeDefined()
    if (tool.example !== undefined) expect(tool.input.safeParse(tool.example).error).toBeUndefined()
  })
})

/** Paths of schemas that would let anything through without saying what it is. */
function shapeless(schema: JsonSchema, path = ''): string[] {
  const inner = [
    ...Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>),
    ...(['items', 'additionalProperties'] as const)
      .filter((key) => typeof schema[key] === 'object')
      .map((key) => [key, schema[key] as JsonSchema] as const),
    ...(['anyOf', 'oneOf', 'allOf'] as const).flatMap((key) =>
      ((schema[key] ?? []) as JsonSchema[]).map((one, index) => [`${key}${index}`, one] as const),
    ),
  ]
  const says = ['type', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', '$ref'].some((key) => key in schema)
  return [...(says ? [] : [path]), ...inner.flatMap(([name, one]) => shapeless(one, `${path}/${name}`))]
}
