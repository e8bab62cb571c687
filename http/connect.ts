// How hosts connect: the contents of /connect, and the files that the operator's public repository needs.
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Mistake } from '../mistake.ts'
import { makeFolder } from '../storage/private_folder.ts'
import { registryEntry, serverInfo, serverName } from './discovery.ts'

const mcpUrl = (public_url: string) => `${public_url}/mcp`

export type Host = {
  name: string
  /** Opens the host with this server filled in. */
  link?: string
  /** To copy and paste, a command or settings for a file, with the words that say where. */
  paste?: { where: string; text: string }
  /** What a person does there, if there is no link or text to paste, and the page where they do it. */
  steps?: { all: string[]; at: string }
}

export function hosts(public_url: string): Host[] {
  const url = mcpUrl(public_url)
  const settings = (value: object) => JSON.stringify(value, null, 2)
  const cursor = Buffer.from(JSON.stringify({ url })).toString('base64')
  const vs_code = JSON.stringify({ name: serverName, type: 'http', url })
  return [
    {
      name: 'Claude',
      steps: {
        all: [
          'Open Settings, then Connectors, and choose “Add custom connector”.',
          `Paste ${url} and press Add.`,
          'Press Connect, sign in here, and tick what it may do.',
        ],
        at: 'https://claude.ai/settings/connectors',
      },
    },
    {
      name: 'Claude Code',
      paste: { where: 'In a terminal:', text: `claude mcp add --transport http ${serverName} ${url}` },
    },
    {
      name: 'ChatGPT',
      steps: {
        all: [
          'Open Settings, then Apps and connectors, then Advanced, and switch on Developer mode.',
          `Choose Create, paste ${url}, and pick OAuth.`,
          'In a chat, press + and switch the directory on.',
        ],
        at: 'https://chatgpt.com/',
      },
    },
    {
      name: 'Cursor',
      link: `cursor://anysphere.cursor-deeplink/mcp/install?name=${serverName}&config=${encodeURIComponent(cursor)}`,
      paste: {
        where: 'Nothing opens? Put this into ~/.cursor/mcp.json:',
        text: settings({ mcpServers: { [serverName]: { url } } }),
      },
    },
    {
      name: 'VS Code',
      link: `vscode:mcp/install?${encodeURIComponent(vs_code)}`,
      paste: { where: 'Or in a terminal:', text: `code --add-mcp '${vs_code}'` },
    },
    {
      name: 'Gemini CLI',
      paste: { where: 'In a terminal:', text: `gemini mcp add --transport http ${serverName} ${url}` },
    },
    {
      name: 'Any other host',
      paste: {
        where:
          'What speaks MCP over Streamable HTTP takes the address above. Settings in a file look like this:',
        text: settings({ mcpServers: { [serverName]: { type: 'http', url } } }),
      },
    },
  ]
}

/** The files, by path, with which registries and hosts find the server in a public repository. */
function connectFiles(public_url: string): Record<string, string> {
  const { version, description, title } = serverInfo(public_url)
  const url = mcpUrl(public_url)
  const about = { name: serverName, version, description }
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`
  return {
    'server.json': json(registryEntry(public_url)),
    'gemini-extension.json': json({ ...about, mcpServers: { [serverName]: { httpUrl: url } } }),
    '.claude-plugin/plugin.json': json({ ...about, homepage: public_url }),
    '.claude-plugin/marketplace.json': json({
      name: serverName,
      owner: { name: title },
      plugins: [{ name: serverName, source: './', description }],
    }),
    '.mcp.json': json({ mcpServers: { [serverName]: { type: 'http', url } } }),
    [`skills/${serverName}/SKILL.md`]: skill(public_url),
  }
}

/** connect: writes the files into a folder, unless they would be refused; returns what was written. */
export function writeConnectFiles(folder: string, public_url: string): string {
  const faults = faultsOfConnecting(public_url)
  if (faults.length > 0) throw new Mistake(`Nothing was written.\n${faults.join('\n')}`)
  const files = Object.entries(connectFiles(public_url))
  for (const [path, text] of files) {
    makeFolder(dirname(join(folder, path)))
    writeFileSync(join(folder, path), text)
  }
  return files.map(([path]) => join(folder, path)).join('\n')
}

/** What the official registry and the plugin hosts would refuse, as sentences; empty if nothing. */
function faultsOfConnecting(public_url: string): string[] {
  const { protocol, hostname } = new URL(public_url)
  const { name, description, version } = registryEntry(public_url)
  const checks: [boolean, string][] = [
    [protocol === 'https:', 'PUBLIC_URL must begin with https: registries refuse every other address.'],
    [hostname.includes('.'), `PUBLIC_URL names ${hostname}, which nobody else can reach.`],
    [
      /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(name) && name.length <= 200,
      `${name} is no name the registry takes.`,
    ],
    [description.length <= 100, 'The description has more than 100 characters.'],
    [/^\d+\.\d+\.\d+$/.test(version), 'The version in package.json is not of the form 1.2.3.'],
  ]
  return checks.flatMap(([isFine, fault]) => (isFine ? [] : [fault]))
}

const skill = (public_url: string): string => `---
name: ${serverName}
description: Finds, compares and launches products with the directory at ${public_url}. Use it when somebody looks for a product or an alternative, or wants to list, launch, claim or edit a product of their own.
---

# Launch Directory

The tools are those of the MCP server ${mcpUrl(public_url)}. Reading needs no sign-in.

- To find products call \`search_listings\` with a few words, \`get_alternatives\` for what is like one of them, and
  \`compare_listings\` for two. A value that is null is not stated by the company: say that it is unknown.
- To list a product call \`submit_listing\` with its address, poll \`get_draft\` until it is ready, go through it with its
  owner, change it with \`update_draft\`, and save it with \`submit_draft\`. Nothing is published or charged by that.
- To launch it call \`choose_free_listing\`, or \`quote_order\` and \`create_checkout\`, whose link only a person can pay.
- When a call is refused, follow its \`next_steps\`.
`
