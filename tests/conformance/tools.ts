// The tools the suite calls, with the answers it prescribes.
import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type CallToolResult,
  type ContentBlock,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
import { setTimeout as sleep } from 'node:timers/promises'
import { jsonSchemaTool } from './json_schema_tool.ts'
import { ask, embedded, given, image, type Answer } from './parts.ts'

type ToolFixture = {
  description?: string
  inputSchema?: Tool['inputSchema']
  call(ctx: ServerContext): Answer<CallToolResult> | Promise<Answer<CallToolResult>>
}
const wav = Buffer.from(
  '524946462400000057415645666d74201000000001000100401f0000401f00000100080064617461',
  'hex',
)

/** The state of a round, sealed so that a client cannot change it. */
const sealed = createRequestStateCodec<{ round: number }>({ key: 'a key of the conformance fixtures, 32+' })

const answer = (...content: ContentBlock[]): CallToolResult => ({ content })
const says = (text: string) => answer({ type: 'text', text })
function sample(text: string, maxTokens: number) {
  return inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens,
  })
}

/** The round a sealed state names, undefined when there is none; a broken seal is a protocol error. */
async function roundOf(ctx: ServerContext): Promise<number | undefined> {
  const state = ctx.mcpReq.requestState<string>()
  if (state === undefined) return undefined
  try {
    return (await sealed.verify(state, ctx)).round
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This requestState was not issued here.')
  }
}

function log(ctx: ServerContext, data: string): Promise<void> {
  return ctx.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } })
}

export const tools: Record<string, ToolFixture> = {
  test_simple_text: { call: () => says('This is a simple text response for testing.') },
  test_image_content: { call: () => answer(image) },
  test_audio_content: {
    call: () => answer({ type: 'audio', data: wav.toString('base64'), mimeType: 'audio/wav' }),
  },
  test_embedded_resource: {
    call: () =>
      answer(embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')),
  },
  test_multiple_content_types: {
    call: () =>
      answer(
        { type: 'text', text: 'Multiple content types test:' },
        image,
        embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
      ),
  },
  test_error_handling: {
    call: () => ({ ...says('This tool intentionally returns an error for testing'), isError: true }),
  },
  test_tool_with_logging: {
    async call(ctx) {
      await log(ctx, 'Tool execution started')
      await sleep(50)
      await log(ctx, 'Tool processing data')
      await sleep(50)
      await log(ctx, 'Tool execution completed')
      return says('Logged three times.')
    },
  },
  test_tool_with_progress: {
    async call(ctx) {
      const progressToken = ctx.mcpReq._meta?.progressToken
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined)
          await ctx.mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken, progress, total: 100 },
          })
        await sleep(progress === 100 ? 0 : 50)
      }
      return says('Done.')
    },
  },
  json_schema_2020_12_tool: { inputSchema: jsonSchemaTool, call: () => says('ok') },
  test_custom_headers: {
    inputSchema: {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
      required: ['region'],
    },
    call: () => says('The header and the argument agree.'),
  },
  test_missing_capability: {
    call(ctx) {
      if (clientCan(ctx).sampling === undefined)
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
      return says('The client can sample.')
    },
  },
  test_streaming_elicitation: {
    async call(ctx) {
      await ctx.mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken: ctx.mcpReq._meta?.progressToken ?? 0, progress: 1, total: 2 },
      })
      return inputRequired({ inputRequests: { answer: ask('Which one?', 'choice') } })
    },
  },
  test_logging_tool: { call: () => says('Nothing is logged unless the request asks for it.') },

  test_input_required_result_elicitation: {
    call(ctx) {
      const name = given(ctx, 'user_name', 'name')
      return name === undefined
        ? inputRequired({ inputRequests: { user_name: ask('What is your name?', 'name') } })
        : says(`Hello, ${name}!`)
    },
  },
  test_input_required_result_sampling: {
    call(ctx) {
      const view = inputResponse(ctx.mcpReq.inputResponses, 'capital_question')
      return view.kind === 'sampling'
        ? says(JSON.stringify(view.result.content))
        : inputRequired({
            inputRequests: { capital_question: sample('What is the capital of France?', 100) },
          })
    },
  },
  test_input_required_result_list_roots: {
    call(ctx) {
      const view = inputResponse(ctx.mcpReq.inputResponses, 'client_roots')
      return view.kind === 'roots'
        ? says(view.roots.map((root) => root.uri).join('\n'))
        : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
    },
  },
  test_input_required_result_request_state: {
    call: (ctx) => confirmed(ctx, 'state-ok'),
  },
  test_input_required_result_tampered_state: {
    call: (ctx) => confirmed(ctx, 'The state came back whole.'),
  },
  test_input_required_result_multiple_inputs: {
    async call(ctx) {
      if ((await roundOf(ctx)) !== undefined) return says(`Hello, ${given(ctx, 'user_name', 'name')}.`)
      return inputRequired({
        inputRequests: {
          user_name: ask('What is your name?', 'name'),
          greeting: sample('Generate a greeting', 50),
          client_roots: inputRequired.listRoots(),
        },
        requestState: await sealed.mint({ round: 1 }),
      })
    },
  },
  test_input_required_result_multi_round: {
    async call(ctx) {
      const round = (await roundOf(ctx)) ?? 0
      if (round === 2) return says(`Thank you, ${given(ctx, 'step2', 'color')} it is.`)
      return inputRequired({
        inputRequests:
          round === 0
            ? { step1: ask('Step 1: What is your name?', 'name') }
            : { step2: ask('Step 2: What is your favorite color?', 'color') },
        requestState: await sealed.mint({ round: round + 1 }),
      })
    },
  },
  test_input_required_result_capabilities: {
    call(ctx) {
      const can = clientCan(ctx)
      return inputRequired({
        inputRequests: {
          ...(can.elicitation !== undefined && { name: ask('What is your name?', 'name') }),
          ...(can.sampling !== undefined && { greeting: sample('Generate a greeting', 50) }),
          ...(can.roots !== undefined && { roots: inputRequired.listRoots() }),
        },
      })
    },
  },
}

async function confirmed(ctx: ServerContext, text: string): Promise<Answer<CallToolResult>> {
  if ((await roundOf(ctx)) !== undefined) return says(text)
  return inputRequired({
    inputRequests: { confirm: ask('Please confirm', 'ok', 'boolean') },
    requestState: await sealed.mint({ round: 1 }),
  })
}

function clientCan(ctx: ServerContext): Record<string, unknown> {
  const envelope = ctx.mcpReq.envelope as Record<string, Record<string, unknown>> | undefined
  return envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {}
}

export const toolList: Tool[] = Object.entries(tools).map(([name, tool]) => ({
  name,
  description: tool.description ?? `A fixture of the conformance suite: ${name}.`,
  inputSchema: tool.inputSchema ?? { type: 'object', properties: {} },
}))
