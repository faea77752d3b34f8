import { BunkerSigner, createNostrConnectURI, parseBunkerInput } from 'nostr-tools/nip46'
import { generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure'
import { expect, test } from 'vitest'
import { startAppSigner } from '../support/app-signer.ts'
import { patientPool } from '../support/patient-pool.ts'
import { DEAD_RELAY_URL } from '../support/relay-client.ts'
import { until } from '../support/until.ts'

test('a genuine client pairs by our link, signs, and encrypts', async (t) => {
  const { invite, pubkey } = await startAppSigner(t)
  const { uri } = await invite({ preset: 'all' })
  const pointer = await parseBunkerInput(uri)
  if (pointer === null) throw new Error('not a link')
  const client = BunkerSigner.fromBunker(generateSecretKey(), pointer, { pool: patientPool() })
  t.onTestFinished(() => client.close())
  await client.connect()

  const event = await client.signEvent({ kind: 1, created_at: 1, tags: [], content: 'hello' })

  expect(await client.getPublicKey()).toBe(pubkey)
  expect(event.pubkey).toBe(pubkey)
  expect(verifyEvent(event)).toBe(true)
})

test('a genuine client pairs by its own link', async (t) => {
  const { relay, accept, pubkey } = await startAppSigner(t)
  const seckey = generateSecretKey()
  const clientPubkey = getPublicKey(seckey)
  const uri = createNostrConnectURI({
    clientPubkey,
    relays: [relay.url],
    secret: 'abc',
    name: 'Notes',
    perms: ['sign_event:1'],
  })
  const connecting = BunkerSigner.fromURI(seckey, uri, { pool: patientPool() }, 120_000)
  // The answer to the link is ephemeral: no relay keeps it for a client that listens later.
  await until(() => relay.hasListener(clientPubkey))

  await accept({ uri, preset: 'all' })
  const client = await connecting
  t.onTestFinished(() => client.close())

  expect(await client.getPublicKey()).toBe(pubkey)
})

test('an app whose new link can’t be answered keeps its settings, and gets none of the new ones', async (t) => {
  const { relay, call, accept, app } = await startAppSigner(t)
  const clientPubkey = getPublicKey(generateSecretKey())
  const linkOver = (...relays: string[]) =>
    createNostrConnectURI({ clientPubkey, relays, secret: 'abc', perms: ['sign_event:1'] })
  const id = await accept({ uri: linkOver(relay.url), preset: 'ask', name: 'Notes' })

  const again = accept({
    uri: linkOver(DEAD_RELAY_URL),
    preset: 'all',
    allow: ['sign_event:1'],
    name: 'Other',
  })

  await expect(again).rejects.toThrow('nothing was changed')
  expect(await app(id)).toMatchObject({
    name: 'Notes',
    preset: 'ask',
    relays: [{ url: relay.url }],
  })
  expect(await call('GET', '/api/rules')).toMatchObject({ rules: [] })
})
