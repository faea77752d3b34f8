import { expect, test } from 'vitest'
import { firstShare, startServer } from '../support/api-server.ts'
import { GenuinePeer } from '../support/genuine-peer.ts'
import { newPair } from '../support/pair.ts'
import { until } from '../support/until.ts'

test('a genuine device and Floe sign over the small relay of Floe itself', async (t) => {
  const keyset = newPair()
  const server = await startServer(t, {
    environment: { ...firstShare(keyset, ['ws://127.0.0.1:9']), LOCAL_RELAY: 'true' },
  })
  const relay = `${server.url.replace('http', 'ws')}/`
  expect((await server.post('/api/env', { RELAYS: relay })).status).toBe(200)
  const { supervisor } = server.context.keysets.first
  await until(() => supervisor.signer?.isReady === true)

  const peer = await GenuinePeer.start({
    group: keyset.groupCredential,
    share: keyset.shareCredentials[1] ?? '',
    relays: [relay],
  })
  t.onTestFinished(() => peer.stop())

  const message = 'ab'.repeat(32)
  expect(await server.post('/api/sign', { message })).toMatchObject({
    status: 200,
    body: { id: message },
  })
  expect(await peer.ping(supervisor.self ?? '')).toMatchObject({ ok: true })
})
