import { expect, test } from 'vitest'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { EVENT_SESSION } from '#protocol/v2/event-session.ts'
import { startFloeSigner } from '#tests/support/floe-signer.ts'
import { mountSigner } from '#tests/support/mounted-routes.ts'
import { startRelayFor } from '#tests/support/scope.ts'
import { meet, noncesFor } from '#tests/support/v2-group.ts'

test('a signature of an event shows its kind in the audit of a peer that is also a Floe', async (scope) => {
  const keyset = generateKeyset({ threshold: 2, totalMembers: 2 })
  const relay = await startRelayFor(scope)
  const signer = await mountSigner(() => ({}), keyset, relay.url)
  const [, share = ''] = keyset.shareCredentials
  const v2 = noncesFor(scope)
  const relays = [relay.url]
  const peer = await startFloeSigner({ group: keyset.groupCredential, share, relays, v2 })
  scope.onTestFinished(() => peer.node.stop())
  await meet(signer, peer)
  const { keysets, store } = signer.context
  const { key } = keysets.first
  const event = { kind: 1, created_at: 1_700_000_001, tags: [], content: 'hello' }

  const caller = { door: 'owner', id: 'olga' } as const

  const signed = await key.carryOut({ operation: 'sign', caller, event })

  const { id } = signed.ok ? signed.value : expect.fail(signed.error)
  const told = { type: EVENT_SESSION, kinds: [1], hashes: [id] }
  expect(peer.audited).toMatchObject([{ direction: 'given', generation: '2026', ...told }])
  const [, asked] = store.audit.page({ limit: 2 })
  expect(asked).toMatchObject({ action: 'signature.asked', detail: told })
})
