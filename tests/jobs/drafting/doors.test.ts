// Where agents use a product, as its own website shows it.
import { describe, expect, it } from 'vitest'
import { connectLine } from '../../../http/site/doors.ts'
import { doorAt } from '../../../jobs/drafting/page/door_links.ts'
import { tasks } from '../../../jobs/reading/tasks.ts'
import { draft, hero } from './mini_site.ts'

const found = (body: string) => {
  const { mcp_url, openapi_url, docs_url, llms_txt } = draft({ '/': hero + body })
  return [mcp_url, openapi_url, docs_url, llms_txt].map((one) => one?.value ?? null)
}

describe('what agents use', () => {
  it('is found in commands to copy and in links, each with its quote', () => {
    const command = '<pre><code>claude mcp add --transport http tide https://mcp.tide.app/mcp</code></pre>'
    const links = ['/openapi.json', 'https://docs.tide.app/', '/llms.txt'].map(
      (to) => `<a href="${to}">Docs</a>`,
    )
    expect(found(command + links.join(' '))).toEqual([
      'https://mcp.tide.app/mcp',
      'https://tide.app/openapi.json',
      'https://docs.tide.app/',
      'https://tide.app/llms.txt',
    ])
    const { mcp_url } = draft({ '/': hero + command })
    expect(mcp_url?.evidence[0]?.quote).toBe('https://mcp.tide.app/mcp')
  })

  it.each([
    [
      'of others',
      '<p>Works with https://mcp.other.example/mcp and <a href="https://docs.other.example/">Docs</a></p>',
    ],
    ['that others speak of', '<blockquote>I use https://tide.app/mcp every day, says Ben.</blockquote>'],
    ['that is a page about it', '<a href="/docs/mcp">MCP</a> <a href="/blog/mcp">How we built it</a>'],
    ['that builds houses', '<a href="/developers">Developers</a>'],
  ])('is nothing %s', (_, body) => {
    expect(found(body)).toEqual([null, null, null, null])
  })

  it.each([
    ['https://tide.app/mcp', 'mcp_url'],
    ['https://tide.app/api/mcp/', 'mcp_url'],
    ['https://mcp.tide.app/', 'mcp_url'],
    ['https://mcp.tide.app/mcp/sse', 'mcp_url'],
    ['https://tide.app/api/v1/openapi.yaml', 'openapi_url'],
    ['https://tide.app/documentation', 'docs_url'],
    ['https://tide.app/docs.html', 'docs_url'],
    ['https://tide.app/manual', 'docs_url'],
    ['https://tide.app/docs/start.html', 'docs_url'],
    ['https://tide.app/manual/install.html', 'docs_url'],
    ['https://tide.app/docs/faq.html', null],
    ['https://tide.app/pricing', null],
    ['javascript:alert(1)//mcp', null],
  ])('%s is %s by its shape', (address, door) => {
    expect(doorAt(address)).toBe(door)
  })

  it.each([
    ['Docs', 'docs_url'],
    ['Read the docs', 'docs_url'],
    ['API reference', 'docs_url'],
    ['Documentación', 'docs_url'],
    ['Docs we signed', null],
    ['Quickstart', null],
  ])('is a manual by what its link is called: %s', (text, door) => {
    expect(doorAt('https://tide.app/quickstart.html', text)).toBe(door)
  })
})

describe('a place where programs look', () => {
  const read = (path: string, text: string) => {
    const asked = `https://tide.app${path}`
    return tasks.door({ url: asked, asked, body: new TextEncoder().encode(text) })?.text ?? null
  }
  it('names what stands there', () => {
    expect(read('/llms.txt', '# Tide\n')).toContain('https://tide.app/llms.txt')
    expect(read('/openapi.json', '{"openapi": "3.1.0"}')).toContain('https://tide.app/openapi.json')
    const card = { remotes: [{ type: 'streamable-http', url: 'https://tide.app/mcp' }] }
    expect(read('/.well-known/mcp/server-card.json', JSON.stringify(card))).toContain('https://tide.app/mcp')
  })

  it.each([
    ['/llms.txt', '<!doctype html><h1>Tide</h1>'],
    ['/openapi.json', '{"error": "not found"}'],
    ['/.well-known/mcp/server-card.json', '{"remotes": {"length": 3}}'],
    ['/.well-known/mcp/server-card.json', '{"remotes": [null, {"url": 7}, {"url": "javascript:x/mcp"}]}'],
    ['/.well-known/mcp/server-card.json', '<html>'],
  ])('%s with %s names nothing', (path, text) => {
    expect(read(path, text)).toBeNull()
  })
})

describe('the line that connects', () => {
  it.each([
    ['https://tide.app/mcp', 'https://tide.app/mcp'],
    ['https://tide.app/mcp?key=$(rm -rf ~)', "'https://tide.app/mcp?key=$(rm%20-rf%20~)'"],
    ["https://tide.app/';rm -rf ~;'", "'https://tide.app/%27;rm%20-rf%20~;%27'"],
    ['https://tide.app/`id`', 'https://tide.app/%60id%60'],
    ['https://tide.app/\nrm', 'https://tide.app/rm'],
  ])('hands %j to a shell as text', (address, word) => {
    expect(connectLine('tide', address)).toBe(`claude mcp add --transport http tide ${word}`)
  })
})
