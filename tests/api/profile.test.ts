import { expect, test } from 'vitest'
import { publicPoint } from '#crypto/curve/hex.ts'
import { xOnly } from '#nostr/x-only.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { ask } from '../support/access.ts'
import { startServer } from '../support/api-server.ts'
import { PICTURES } from '../support/picture-host.ts'
import { type Scope, startRelayFor } from '../support/scope.ts'

const secretKey = '11'.repeat(32)
const pubkey = xOnly(publicPoint(secretKey))

/** A server that has found a profile just now. */
async function startWithProfile(scope: Scope) {
  const relay = await startRelayFor(scope)
  const keyset = generateKeyset({ threshold: 2, totalMembers: 3, secretKey })
  const server = await startServer(scope, {
    environment: {
      ...{ GROUP_CRED: keyset.groupCredential, SHARE_CRED: keyset.shareCredentials[0] ?? '' },
      RELAYS: JSON.stringify([relay.url]),
    },
  })
  server.context.keysets.first.kept.profiles.set(pubkey, {
    ...{ name: 'Anna', eventAt: 1_700_000_000, pictureUrl: 'https://a.example/p' },
    picture: { type: 'image/png', bytes: PICTURES['image/png'] },
    fetchedAt: Date.now(),
  })
  return server
}

test('The name of the identity is answered, and its picture with headers by which it runs nothing', async (t) => {
  const server = await startWithProfile(t)

  expect((await server.get('/api/profile')).body).toMatchObject({
    ...{ enabled: true, name: 'Anna', hasPicture: true },
  })
  const answer = await fetch(`${server.url}/api/profile/picture`)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  })
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(PICTURES['image/png'])
})

test('Name and picture are gone once the owner turns the profile off, which is in the audit', async (t) => {
  const server = await startWithProfile(t)

  const saved = await ask(server, 'saveProfile', { body: { enabled: false } })

  expect(saved).toMatchObject({ status: 200, body: { enabled: false, hasPicture: false } })
  expect((await server.get('/api/profile')).body).toEqual({ enabled: false, hasPicture: false })
  expect((await server.get('/api/profile/picture')).status).toBe(404)
  expect((await server.get('/api/audit')).text).toContain('profile.set')
})
