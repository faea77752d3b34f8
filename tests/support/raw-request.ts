import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { Message } from '#contract/message.ts'
import { MAX_BODY_BYTES } from '#http/body.ts'

/** The calls that take a body. */
export const POSTS = ['/api/env', '/api/env/delete', '/api/peers/ping'] as const

/** A body of the largest size that is accepted. */
export const megabyte = Buffer.alloc(MAX_BODY_BYTES, ' ')

/** The whole body of a refusal. */
export const errorOf = (refusal: Message): string => JSON.stringify(refusal)

export interface RawOptions {
  method?: string
  headers?: Record<string, string>
  /** Sent as it is, chunked unless the headers say otherwise. */
  chunks?: Iterable<string | Buffer>
}

export interface RawAnswer {
  status: number | undefined
  text: string
  headers: IncomingMessage['headers']
  /** Alternating names and values, as they came. */
  rawHeaders: string[]
}

/** A request with any headers, Host included, which `fetch` would not allow. */
export async function raw(
  { port }: { port: number },
  path: string,
  { method = 'GET', headers = {}, chunks }: RawOptions = {},
): Promise<RawAnswer> {
  const sent = httpRequest({ port, host: '127.0.0.1', path, method, headers, agent: false })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve)
    sent.on('error', reject)
  })
  let isAnswered = false
  sent.on('response', () => {
    isAnswered = true
  })
  for (const chunk of chunks ?? []) {
    if (isAnswered) break
    if (!sent.write(chunk)) {
      await Promise.race([new Promise((resolve) => sent.once('drain', resolve)), answered])
    }
  }
  sent.end()
  const response = await answered
  let text = ''
  for await (const part of response) text += part
  const { statusCode: status, headers: received, rawHeaders } = response
  return { status, text, headers: received, rawHeaders }
}
