// Somebody signed in, at one of the doors.
import type { Scope } from '../../auth/scopes.ts'
import { bearer, keyFor } from './people.ts'
import { callMcp, callRest, connectMcp, type Answer, type DoorName, type Service } from './service.ts'

export type Caller = {
  user_id: number
  headers: Record<string, string>
  call(tool: string, input?: Record<string, unknown>): Promise<Answer>
  /** Calls, and expects the thing asked for. */
  get(tool: string, input?: Record<string, unknown>): Promise<Answer['body']>
  end(): Promise<void>
}

export async function enter(
  service: Service,
  door: DoorName,
  email: string,
  scopes?: readonly Scope[],
): Promise<Caller> {
  const { user_id, key } = await keyFor(service, email, scopes)
  const headers = bearer(key)
  const client = door === 'mcp' ? await connectMcp(service, headers) : null
  const call: Caller['call'] = (tool, input = {}) =>
    client === null ? callRest(service, tool, input, headers) : callMcp(client, tool, input)
  return {
    user_id,
    headers,
    call,
    async get(tool, input) {
      const { status, body } = await call(tool, input)
      if (status >= 300) throw new Error(`${tool} answered ${status}: ${JSON.stringify(body)}`)
      return body
    },
    end: async () => client?.close(),
  }
}
