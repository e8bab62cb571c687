import { z } from 'zod'
import { scopes, scopeTexts } from '../../auth/scopes.ts'
import { nextStep } from '../next_step.ts'
import { defineTool } from '../tool.ts'
import { nextSteps } from './next_steps.ts'

export default defineTool({
  name: 'get_account',
  title: 'Your account',
  description:
    'Checks who is signed in (whoami): your account, what your token or API key is allowed to do ' +
    '(permissions), how many calls are left, and what to do next.',
  scope: 'account:read',
  http: { method: 'GET', path: '/me' },
  tag: 'Account',
  input: z.strictObject({}),
  output: z.object({
    user_id: z.int(),
    email: z.string().nullable(),
    name: z.string().nullable(),
    role: z.enum(['member', 'team']),
    access: z.object({
      via: z.enum(['oauth', 'api_key', 'session']),
      client_name: z.string().nullable().describe('Name of the API key or of the connected application'),
      expires_at: z.string().nullable(),
    }),
    scopes: z.array(z.object({ scope: z.string(), granted: z.boolean(), allows: z.string() })),
    limits: z.array(
      z.object({
        policy: z.string(),
        calls: z.int().describe('Calls per window'),
        window_s: z.int(),
        left: z.int(),
        reset_s: z.int().describe('Seconds until all calls are available again'),
      }),
    ),
    account_url: z.string().describe('Where the person manages keys and connected applications'),
    next_steps: z.array(nextStep),
  }),
  async handler(_input, context) {
    const { caller, public_url } = context
    return {
      user_id: caller.user_id,
      email: caller.email,
      name: caller.name === '' ? null : caller.name,
      role: caller.role,
      access: { via: caller.via, client_name: caller.client_name, expires_at: caller.expires_at },
      scopes: scopes.map((scope) => ({
        scope,
        granted: caller.scopes.includes(scope),
        allows: scopeTexts[scope],
      })),
      limits: await context.allowances(),
      account_url: `${public_url}/account`,
      next_steps: await nextSteps(context),
    }
  },
})
