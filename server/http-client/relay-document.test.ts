import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Resolve } from '#relay/dial-policy.ts'
import { DEAD_RELAY_URL } from '../../tests/support/relay-client.ts'
import { type Scope, startRelayFor } from '../../tests/support/scope.ts'
import { DOCUMENT_BYTES_MAX, statedMessageBytes } from './relay-document.ts'

/** A web server on this machine that counts its requests. */
async function startServer(scope: Scope, answer: RequestListener) {
  const service = { asked: 0, host: '' }
  const server = createServer((request, response) => {
    service.asked += 1
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.onTestFinished(() => void server.close())
  service.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}

test('A relay is asked for the largest message that it takes', async (t) => {
  const relay = await startRelayFor(t)
  relay.setFaults({ maxMessageBytes: 12_345 })
  expect(await statedMessageBytes(relay.url)).toBe(12_345)

  relay.setFaults({ noDocument: true })
  expect(await statedMessageBytes(relay.url)).toBeUndefined()
  expect(await statedMessageBytes(DEAD_RELAY_URL)).toBeUndefined()
})

const document = (most: unknown) => JSON.stringify({ limitation: { max_message_length: most } })

test.each([
  ['no JSON', 'a relay'],
  ['nothing', 'null'],
  ['no limitation', '{}'],
  ['a limit that is a text', document('100000')],
  ['a limit of none', document(0)],
  ['more than is read', document(100_000).padEnd(DOCUMENT_BYTES_MAX + 1)],
])('A relay that answers %s states no limit', async (_, body) => {
  const ends: (() => unknown)[] = []
  const scope: Scope = { onTestFinished: (end) => void ends.push(end) }
  const { host } = await startServer(scope, (_, response) => response.end(body))
  expect(await statedMessageBytes(`ws://${host}`)).toBeUndefined()
  for (const end of ends) await end()
})

test('A relay’s redirect to another server is not followed', async (t) => {
  const other = await startServer(t, (_, response) => response.end(document(100_000)))
  const { host } = await startServer(t, (_, response) =>
    response.writeHead(302, { location: `http://${other.host}/` }).end(),
  )
  expect(await statedMessageBytes(`ws://${host}`)).toBeUndefined()
  expect(other.asked).toBe(0)
})

test('A relay that the owner has not set is not asked in a private network', async (t) => {
  const { host, ...service } = await startServer(t, (_, response) => response.end(document(1)))
  const resolve: Resolve = (_, __, done) => done(null, [{ address: '127.0.0.1', family: 4 }])
  const dialPolicy = { publicOnly: true, resolve }
  const port = host.split(':')[1]

  expect(await statedMessageBytes(`ws://${host}`, dialPolicy)).toBeUndefined()
  expect(await statedMessageBytes(`ws://relay.example:${port}`, dialPolicy)).toBeUndefined()
  expect(service.asked).toBe(0)
})
