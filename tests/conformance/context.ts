// The resources and prompts the suite reads, with the answers it prescribes.
import {
  inputRequired,
  type ContentBlock,
  type GetPromptResult,
  type Prompt,
  type ReadResourceResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { ask, embedded, given, image, png, type Answer } from './parts.ts'

type PromptFixture = {
  arguments?: string[]
  get(given: Record<string, string>, ctx: ServerContext): Answer<GetPromptResult>
}

export const resources: Record<string, ReadResourceResult['contents'][number]> = {
  'test://static-text': {
    uri: 'test://static-text',
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  'test://static-binary': { uri: 'test://static-binary', mimeType: 'image/png', blob: png },
  'test://watched-resource': { uri: 'test://watched-resource', mimeType: 'text/plain', text: 'Watched.' },
}
export const template = 'test://template/{id}/data'

export function read(uri: string): ReadResourceResult | undefined {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  const found = id === undefined ? resources[uri] : { uri, mimeType: 'application/json', text: data }
  return found && { contents: [found] }
}

const user = (content: ContentBlock) => ({ role: 'user' as const, content })
const text = (words: string) => user({ type: 'text', text: words })

export const prompts: Record<string, PromptFixture> = {
  test_simple_prompt: { get: () => ({ messages: [text('This is a simple prompt for testing.')] }) },
  test_prompt_with_arguments: {
    arguments: ['arg1', 'arg2'],
    get: ({ arg1, arg2 }) => ({
      messages: [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
    }),
  },
  test_prompt_with_embedded_resource: {
    arguments: ['resourceUri'],
    get: ({ resourceUri = '' }) => ({
      messages: [
        user(embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
        text('Please process the embedded resource above.'),
      ],
    }),
  },
  test_prompt_with_image: {
    get: () => ({ messages: [user(image), text('Please analyze the image above.')] }),
  },
  test_input_required_result_prompt: {
    get(_given, ctx) {
      const context = given(ctx, 'user_context', 'context')
      return context === undefined
        ? inputRequired({
            inputRequests: { user_context: ask('What context should the prompt use?', 'context') },
          })
        : { messages: [text(`Work in this context: ${context}`)] }
    },
  },
}

export const promptList: Prompt[] = Object.entries(prompts).map(([name, prompt]) => ({
  name,
  description: `A fixture of the conformance suite: ${name}.`,
  arguments: (prompt.arguments ?? []).map((argument) => ({
    name: argument,
    description: 'An argument of the suite.',
    required: true,
  })),
}))
