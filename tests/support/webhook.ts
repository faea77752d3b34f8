import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Post {
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

export interface Webhook {
  url: string
  /** The requests that it got, oldest first. */
  posts: Post[]
}

/** A webhook whose URL has a secret path, until the test ends. */
export async function startWebhook(status: () => number = () => 200): Promise<Webhook> {
  const posts: Post[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    posts.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
    response.writeHead(status(), { location: 'http://127.0.0.1:1/' }).end('thank you')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/topic-that-is-a-secret`, posts }
}
