import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { keyPair } from '#nostr/keys.ts'
import type { Resolve } from '#relay/dial-policy.ts'
import { RelayPool } from '#relay/pool.ts'
import type { Scope } from '../../tests/support/scope.ts'
import { until } from '../../tests/support/until.ts'
import { Transport } from './transport.ts'

const { hexPrivateKey: seckey, hexPublicKey: pubkey } = keyPair('07'.repeat(32))

/** Something on this machine that is no relay, and counts who connects. */
async function startService(scope: Scope) {
  const service = { connections: 0, port: 0 }
  const server = createServer((socket) => {
    service.connections += 1
    socket.on('error', () => {}).destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.onTestFinished(() => void server.close())
  service.port = (server.address() as AddressInfo).port
  return service
}

/** A public name that leads into the network around this machine. */
const inward: Resolve = (_, __, done) => done(null, [{ address: '127.0.0.1', family: 4 }])

test('A relay of an app’s link is not dialled if its name leads into a private network', async (t) => {
  const service = await startService(t)
  const transport = new Transport({
    ...{ relayPool: new RelayPool(), now: Date.now, onEvent: () => {} },
    resolve: inward,
  })
  t.onTestFinished(() => transport.stop())
  const url = `wss://relay.example:${service.port}`

  transport.set([{ pubkey, seckey, relays: [url], isUntrusted: true }])
  await until(() => transport.status(pubkey, url)?.error != null)

  expect(transport.status(pubkey, url)?.error?.error).toContain('private network')
  expect(service.connections).toBe(0)
})
