import { expect, test } from 'vitest'
import { denial } from '#protocol/v2/messages.ts'
import { directionsOf } from '#signer/health.ts'
import { newHash } from '../support/new-hash.ts'
import { SIGNING } from '../support/rules.ts'
import type { Scope } from '../support/scope.ts'
import { carriedTexts, noncesFor, v2Group } from '../support/v2-group.ts'
import { type Conduct, lyingIn, V2Rogue } from '../support/v2-rogue.ts'

/** A Floe with 2026 alone, one of two members, which has pinged the other. */
async function beside(scope: Scope, conduct: Conduct) {
  const group = await v2Group(scope, { threshold: 2, totalMembers: 2 })
  const credentials = { ...carriedTexts(group.keyset, 1), v2: noncesFor(scope) }
  const { node } = await group.start(1, credentials)
  const peer = await V2Rogue.start(group.keyset, 2, group.relay.url)
  scope.onTestFinished(() => peer.stop())
  peer.conduct = conduct
  const ask = () => directionsOf(node.cosigners, 2).ask
  const ping = () => node.ping(peer.xonly)
  expect(await ping()).toMatchObject({ success: true })
  return { node, peer, ask, ping }
}

test('a signer can ask nobody while its only peer gives it no nonces, and can once it does', async (t) => {
  const without = lyingIn('PingResponse', (pong) => ({ ...pong, advertised_nonces: [] }))
  const { node, peer, ask, ping } = await beside(t, without)
  expect(ask()).toEqual({ can: false, why: 'nonces' })
  peer.conduct = (_, honest) => honest()
  await ping()
  expect(ask()).toEqual({ can: true, why: null })
  expect(await node.sign(SIGNING, newHash())).toMatchObject({ ok: true })
})

test('a signer can ask nobody once its only peer has denied it', async (t) => {
  const { node, ask } = await beside(t, ({ type }, honest) =>
    type === 'SignRequest' ? { type: 'Error', data: denial('sign') } : honest(),
  )
  expect(ask()).toEqual({ can: true, why: null })
  expect(await node.sign(SIGNING, newHash())).toMatchObject({ ok: false })
  expect(ask()).toEqual({ can: false, why: 'refused' })
})

test('a peer that lost its nonces does not count as denying', async (t) => {
  const lost = { code: 'nonce_unavailable', message: '' }
  const { node, ask } = await beside(t, ({ type }, honest) =>
    type === 'SignRequest' ? { type: 'Error', data: lost } : honest(),
  )
  expect(await node.sign(SIGNING, newHash())).toMatchObject({ ok: false })
  expect(ask()).toEqual({ can: true, why: null })
})
