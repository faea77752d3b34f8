import { describe, expect, test } from 'vitest'
import type { NostrEvent } from '#contract/nostr.ts'
import { publicPoint } from '#crypto/curve/hex.ts'
import { encodeGroup } from '#protocol/v1/keyset.ts'
import { encodeShare } from '#protocol/v1/share.ts'
import { openEnvelope } from '#protocol/v2/envelope.ts'
import type { SecretNonce } from '#protocol/v2/frost.ts'
import { groupId } from '#protocol/v2/group.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { startFloeSigner } from '../support/floe-signer.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { noncesFor } from '../support/v2-group.ts'
import {
  present,
  type RecordedEvent,
  recordedData,
  recordedKey,
  recordedShare,
  recordedSigning,
  recordedStep,
  vectors,
} from '../support/v2-vectors.ts'

/** The static nonces of 1.x, which these devices never had: any will do. */
const BINDER = '7'.padStart(64, '0')
const HIDDEN = '8'.padStart(64, '0')

const OLDER_IGLOO = { heardIn2026: true, firstAllowed: false, build: 'igloo' } as const

/**
 * A Floe node in the place of a recorded device, at the time of the recording, with the nonces that
 * the device had given to another.
 */
async function inPlaceOf(
  scope: Scope,
  idx: number,
  at: number,
  given?: { to: string; nonces: readonly SecretNonce[] },
) {
  const { group } = vectors.keyset
  const share = recordedShare(idx)
  const statics = { binder_pn: publicPoint(BINDER), hidden_pn: publicPoint(HIDDEN) }
  const relay = await RelayFixture.start()
  scope.onTestFinished(() => relay.stop())
  const published: NostrEvent[] = []
  relay.onEvent((event) => published.push(event))
  const v2 = noncesFor(scope)
  const { seckey } = share
  const store = v2.nonces({ gid: groupId(group), seckey })
  if (given) store.add(given.to, given.nonces)
  const floe = await startFloeSigner({
    group: encodeGroup({
      group_pk: `02${group.group_pk}`,
      threshold: group.threshold,
      commits: group.members.map((member) => ({ ...member, ...statics })),
    }),
    share: encodeShare({ idx, seckey, binder_sn: BINDER, hidden_sn: HIDDEN }),
    relays: [relay.url],
    timings: { startDelay: 3_600_000, drain: 0 },
    now: () => at * 1000,
    v2,
    // Otherwise Floe would first have to learn which app they run.
    savedPeers: new Map(group.members.map(({ pubkey }) => [pubkey.slice(2), OLDER_IGLOO])),
  })
  scope.onTestFinished(() => floe.node.stop())
  return {
    floe,
    store,
    /** Delivers a recorded event. @returns the answer, decrypted */
    answerTo: async ({ event, from_idx, conversation_key }: Omit<RecordedEvent, 'step'>) => {
      expect(from_idx).not.toBe(idx)
      relay.inject(event)
      await until(() => published.some(({ tags }) => tags[0]?.[1] === event.pubkey))
      const answer = present(published.find(({ tags }) => tags[0]?.[1] === event.pubkey))
      expect(answer).toMatchObject({ kind: 20_000, pubkey: recordedKey(idx) })
      const opened = openEnvelope(answer.content, Buffer.from(conversation_key, 'hex'))
      if (!opened.ok) throw new Error(opened.error)
      return opened.value
    },
  }
}

const eventsOf = (name: string) => present(recordedStep(name).events)
const sentAt = ({ plaintext }: Pick<RecordedEvent, 'plaintext'>): number =>
  JSON.parse(plaintext).sent_at

describe('to what genuine devices said to each other, Floe answers', () => {
  test.for([
    ['sign 1->2', 2],
    ['sign 3->1', 1],
  ] as const)('“%s” with the very same partial signatures', async ([name, idx], t) => {
    const [request, response] = eventsOf(name)
    const asker = recordedKey(present(request).from_idx)
    const { nonces } = recordedSigning(name)
    const given = { to: asker, nonces }
    const { floe, store, answerTo } = await inPlaceOf(t, idx, sentAt(present(request)), given)
    const answer = await answerTo(present(request))
    const genuine = recordedData([present(response)], 'SignResponse')
    const { idx: signer, sid, pubkey, psigs, nonce_code } = genuine
    expect(answer).toMatchObject({
      id: JSON.parse(present(response).plaintext).request_id,
      type: 'SignResponse',
      data: { idx: signer, sid, pubkey, psigs, nonce_code },
    })
    expect(store.unspent(asker).map(({ nonce }) => nonce.code)).not.toEqual(
      expect.arrayContaining(nonces.map(({ code }) => code)),
    )
    expect(floe.audited).toMatchObject([{ generation: '2026', direction: 'given' }])
  })

  test('a ping with nonces, and with the codes of those it was given', async (t) => {
    const [request] = eventsOf('ping 1->2')
    const { answerTo } = await inPlaceOf(t, 2, sentAt(present(request)))
    const { data } = await answerTo(present(request))
    const given = recordedData([present(request)], 'PingRequest')
    if (given.version !== 2) throw new Error('not the ping that this is about')
    expect(data).toMatchObject({
      version: 2,
      held_peer_nonce_codes: given.advertised_nonces.map(({ code }) => code).toSorted(),
      policy_profile: { for_peer: recordedKey(1), respond: { sign: true } },
    })
    expect((data as { advertised_nonces: unknown[] }).advertised_nonces).toHaveLength(100)
  })

  test('key exchanges with the very same key share', async (t) => {
    for (const { events } of present(recordedStep('ecdh').runs)) {
      const [request, response] = events
      const idx = present(request).to_idx
      const { answerTo } = await inPlaceOf(t, idx, sentAt(present(request)))
      const answer = await answerTo(present(request))
      expect(answer.data).toEqual(recordedData([present(response)], 'EcdhResponse'))
    }
  })

  test('a joining member with the group, and nonces', async (t) => {
    const [request] = eventsOf('onboard 3')
    const { answerTo } = await inPlaceOf(t, 1, sentAt(present(request)))
    const { type, data } = await answerTo(present(request))
    const { group_pk, threshold, members } = vectors.keyset.group
    expect(type).toBe('OnboardResponse')
    expect(data).toMatchObject({ group: { group_pk, threshold, members } })
    expect((data as { nonces: unknown[] }).nonces).toHaveLength(100)
  })

  test('a request that its policy denies with the very same error', async (t) => {
    const [request, response] = eventsOf('sign denied')
    const { floe, answerTo } = await inPlaceOf(t, 2, sentAt(present(request)))
    floe.node.peers.setPolicy(recordedKey(1), { allowSend: true, allowReceive: false })
    const answer = await answerTo(present(request))
    expect(answer.data).toEqual(recordedData([present(response)], 'Error'))
  })
})
