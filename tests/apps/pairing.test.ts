import { BunkerSigner, createNostrConnectURI, parseBunkerInput } from 'nostr-tools/nip46'
import { SimplePool } from 'nostr-tools/pool'
import { generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure'
import { expect, test } from 'vitest'
import { startAppSigner } from '../support/app-signer.ts'

test('a genuine client pairs by our link, signs, and encrypts', async (t) => {
  const { invite, pubkey } = await startAppSigner(t)
  const { uri } = await invite({ preset: 'all' })
  const pointer = await parseBunkerInput(uri)
  if (pointer === null) throw new Error('not a link')
  const pool = new SimplePool()
  const client = BunkerSigner.fromBunker(generateSecretKey(), pointer, { pool })
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
  const uri = createNostrConnectURI({
    clientPubkey: getPublicKey(seckey),
    relays: [relay.url],
    secret: 'abc',
    name: 'Notes',
    perms: ['sign_event:1'],
  })
  const connecting = BunkerSigner.fromURI(seckey, uri, {}, 20_000)

  await accept({ uri, preset: 'all' })
  const client = await connecting
  t.onTestFinished(() => client.close())

  expect(await client.getPublicKey()).toBe(pubkey)
})
