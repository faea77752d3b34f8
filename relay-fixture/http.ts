import type { IncomingMessage, ServerResponse } from 'node:http'
import { MAX_MESSAGE_BYTES } from './connection.ts'
import { isSwitch } from './faults.ts'
import type { RelayFixture } from './relay.ts'
import { MAX_SUBSCRIPTION_ID } from './session.ts'

/**
 * The relay's HTTP side: its NIP-11 document at `GET /`, and control for another process.
 * `GET /stats`; `POST /faults` with a JSON object of faults; `DELETE /faults`; `POST /drop`,
 * `/garbage`, `/oversized {bytes}`, `/close-subscriptions {reason}`; and for each fault that is on
 * or off `POST` and `DELETE /<name>`. Every answer is JSON: the stats, or `{error}` with 400 or 404.
 */
export async function serveHttp(
  relay: RelayFixture,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET' && request.url === '/' && !relay.faults.noDocument)
    return serveDocument(relay, request, response)
  try {
    const body = request.method === 'POST' ? await readJson(request) : {}
    const known = act(relay, `${request.method} ${request.url}`, body)
    if (known) sendJson(response, 200, stats(relay))
    else sendJson(response, 404, { error: 'no such call' })
  } catch (error) {
    sendJson(response, 400, { error: error instanceof Error ? error.message : String(error) })
  }
}

/** Carries out the call. Returns false when there is no such call; throws on a bad body. */
function act(relay: RelayFixture, call: string, body: Record<string, unknown>): boolean {
  switch (call) {
    case 'GET /stats':
      return true
    case 'POST /faults':
      relay.setFaults(body)
      return true
    case 'DELETE /faults':
      relay.clearFaults()
      return true
    case 'POST /drop':
      relay.dropAll()
      return true
    case 'POST /garbage':
      relay.garbage()
      return true
    case 'POST /oversized':
      if (typeof body['bytes'] !== 'number') throw new TypeError('bytes must be a number')
      relay.oversized(body['bytes'])
      return true
    case 'POST /close-subscriptions':
      relay.closeSubscriptions(typeof body['reason'] === 'string' ? body['reason'] : undefined)
      return true
  }
  const [method, name = ''] = call.split(' /')
  if (!isSwitch(name) || (method !== 'POST' && method !== 'DELETE')) return false
  relay.setFaults({ [name]: method === 'POST' })
  return true
}

function stats(relay: RelayFixture): unknown {
  const { url, connections, totalConnections, unanswered, subscriptions, stored } = relay
  const { received, faults } = relay
  return {
    url,
    connections,
    totalConnections,
    unanswered,
    subscriptions,
    stored,
    received,
    faults,
  }
}

function serveDocument(relay: RelayFixture, request: IncomingMessage, response: ServerResponse) {
  if (!request.headers.accept?.includes('application/nostr+json')) {
    response.writeHead(426, { 'content-type': 'text/plain' }).end('A nostr relay: use WebSocket.\n')
    return
  }
  const document = {
    name: 'Floe relay fixture',
    description: 'A local relay for tests that can be told to misbehave',
    supported_nips: [1, 11, 42, 45],
    software: 'floe relay-fixture',
    limitation: {
      auth_required: relay.faults.requireAuth,
      max_message_length: relay.faults.maxMessageBytes || MAX_MESSAGE_BYTES,
      max_subid_length: MAX_SUBSCRIPTION_ID,
    },
  }
  sendJson(response, 200, document, 'application/nostr+json')
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  type = 'application/json',
) {
  response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*' })
  response.end(JSON.stringify(body))
}

/** Reads a JSON object; no body counts as an empty one. */
async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > MAX_MESSAGE_BYTES) throw new TypeError('body is too large')
  }
  const value: unknown = text === '' ? {} : JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new TypeError('body must be an object')
  return value as Record<string, unknown>
}
