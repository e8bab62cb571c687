// A proxy as operators put in front: people ask it by the service's public name, and it may say for whom it asks.
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export async function openProxy(
  service: { url: string },
  headers: Record<string, string>,
  /** From which address of this machine it asks; 127.0.0.2 is another caller than 127.0.0.1. */
  localAddress?: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const { port } = new URL(service.url)
  const server = createServer((asked, answer) => {
    const options = { host: '127.0.0.1', port, method: asked.method, path: asked.url, localAddress }
    const onward = request({ ...options, headers: { ...asked.headers, ...headers } }, (given) => {
      answer.writeHead(given.statusCode!, given.rawHeaders)
      given.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
