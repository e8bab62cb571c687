// JSON-RPC errors for what the MCP door refuses before the SDK sees it.
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { FastResponse } from 'srvx'
import type { Tool } from '../tools/tool.ts'

type Details = { status?: number; id?: unknown; headers?: Record<string, string> }

export function rpcError(
  code: number,
  message: string,
  { status = 400, id = null, headers }: Details = {},
): Response {
  return new FastResponse(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

export const onlyPost = () =>
  rpcError(
    -32000,
    'This is an MCP server over Streamable HTTP: it takes JSON-RPC messages by POST, and has no stream to GET and no ' +
      'session to DELETE. /connect tells how a host is connected.',
    { status: 405, headers: { allow: 'POST, OPTIONS' } },
  )

export const foreignPage = () =>
  rpcError(
    -32000,
    "Only the service's own pages, and pages on this machine, may call it from a browser. Call it from a program.",
    { status: 403 },
  )

/** Many clients call a tool as if it were a method. */
export const noMethod = (method: string, tools: ReadonlyMap<string, Tool>) =>
  new ProtocolError(
    ProtocolErrorCode.MethodNotFound,
    tools.has(method)
      ? `${method} is a tool: call it with the method tools/call and the params {"name": "${method}", "arguments": {…}}.`
      : 'There is no method of this name here. tools/list names the tools, and tools/call calls one.',
  )
