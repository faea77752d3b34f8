import { schnorr } from '@noble/curves/secp256k1.js'
import { type NostrEvent, verifyEvent } from 'nostr-tools/pure'
import { describe, expect, test, vi } from 'vitest'
import { request, signing as texts } from '#contract/messages.ts'
import { type signAnswer, signFailure } from '#contract/signing.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { operatorDenied } from '#protocol/v2/messages.ts'
import type { SignerTimings } from '#signer/options.ts'
import {
  type MountedSigner,
  mountForTest,
  mountSigner,
} from '../../tests/support/mounted-routes.ts'
import { type Scope, startPeerFor, startRelayFor } from '../../tests/support/scope.ts'
import { until } from '../../tests/support/until.ts'
import { V2Rogue } from '../../tests/support/v2-rogue.ts'

type Signed = (typeof signAnswer)['_output']

const HASH = 'ab'.repeat(32)
const EVENT = {
  kind: 1,
  created_at: 1_700_000_001,
  tags: [['e', '00'.repeat(32), 'wss://relay.example', 'root'], ['t', 'ünïcödé "quoted"'], []],
  content: 'line one\nline two \\ 🧊\u0001',
}

/** The audit's `by` where no rule decides. */
const by = 'door'

const newPair = () => generateKeyset({ threshold: 2, totalMembers: 2 })
type Pair = ReturnType<typeof newPair>

const groupKey = (keyset: Pair): string => keyset.group.group_pk.slice(2)

interface SignerOptions {
  peer?: boolean
  timings?: Partial<SignerTimings>
}

async function startSigner(scope: Scope, { peer = true, timings }: SignerOptions = {}) {
  const keyset = newPair()
  const relay = await startRelayFor(scope)
  const signer = await mountSigner(keyset, relay.url, timings)
  if (peer) {
    const [, share = ''] = keyset.shareCredentials
    await startPeerFor(scope, { group: keyset.groupCredential, share, relays: [relay.url] })
  }
  return { keyset, relay, signer }
}

/** The devices that took part in a signature, and how long it took. */
const DONE = {
  peers: [expect.stringMatching(/^[0-9a-f]{64}$/)],
  took: expect.any(Number),
}

const audited = ({ context }: Pick<MountedSigner, 'context'>) =>
  context.store.audit
    .page({ limit: 100 })
    .filter(({ action }) => action === 'sign')
    .map(({ actor, outcome, detail }) => ({ actor, outcome, detail }))

describe('a signature', () => {
  test("of a hash is valid under the group's key, and is recorded", async (scope) => {
    const { keyset, signer } = await startSigner(scope)
    const { status, body } = await signer.call<Signed>('sign', {
      body: { message: HASH.toUpperCase() },
    })
    expect(status).toBe(200)
    expect(body).toEqual({ id: HASH, signature: expect.any(String) })
    const [signature, hash, key] = [body.signature, HASH, groupKey(keyset)].map((hex) =>
      Uint8Array.from(Buffer.from(hex, 'hex')),
    )
    expect(signature && hash && key && schnorr.verify(signature, hash, key)).toBe(true)
    const detail = { id: HASH, by, ...DONE }
    expect(audited(signer)).toEqual([{ actor: 'olga', outcome: 'ok', detail }])
  })

  test("of an event makes it the group's event, with its own time and tags", async (scope) => {
    const { keyset, signer } = await startSigner(scope)
    const { status, body } = await signer.call<Signed>('sign', { body: { event: EVENT } })
    expect(status).toBe(200)
    const { id, signature, signedEvent } = body
    expect(signedEvent).toEqual({ ...EVENT, id, pubkey: groupKey(keyset), sig: signature })
    expect(verifyEvent(signedEvent as unknown as NostrEvent)).toBe(true)
    const detail = { id, kind: 1, by, ...DONE }
    expect(audited(signer)).toEqual([{ actor: 'olga', outcome: 'ok', detail }])

    const again = { ...EVENT, id: id.toUpperCase(), pubkey: groupKey(keyset), extra: true }
    const second = await signer.call<Signed>('sign', { body: { event: again } })
    expect(second.status).toBe(200)
    expect(second.body.id).toBe(id)
    expect(second.body.signedEvent).not.toHaveProperty('extra')
  })
})

describe('what is refused', () => {
  test.for([
    ['nothing', {}, texts.messageOrEvent],
    ['both', { message: HASH, event: EVENT }, texts.messageOrEvent],
    ['a short message', { message: 'ab' }, 'message: must be 64 hex characters'],
    ['a message of another type', { message: 7 }, 'message: '],
    ['an event of another type', { event: 'text' }, 'event: '],
    ['an event without kind', { event: { ...EVENT, kind: undefined } }, 'event.kind: '],
    ['a time that is text', { event: { ...EVENT, created_at: '7' } }, 'event.created_at: '],
    ['a kind beyond the last', { event: { ...EVENT, kind: 65_536 } }, texts.kindTooHigh(65_535)],
    ['milliseconds', { event: { ...EVENT, created_at: 1_750_000_000_000 } }, texts.notSeconds],
    ['a tag that is no list', { event: { ...EVENT, tags: ['t'] } }, 'event.tags.0: '],
    ['half a character', { event: { ...EVENT, content: '\ud83e' } }, texts.notWellFormed],
    ['a key that is no key', { event: { ...EVENT, pubkey: 'me' } }, 'event.pubkey: '],
  ] as const)('%s: the answer says what is expected', async ([, body, words]) => {
    const routes = mountForTest()
    const answer = await routes.call('sign', { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      code: 'BAD_REQUEST',
      error: expect.stringContaining(words),
    })
  })

  test('but not null or an empty text, which count as missing', async (scope) => {
    const { signer } = await startSigner(scope)
    for (const none of ['', null]) {
      const body = { message: none, event: { ...EVENT, pubkey: none, id: none } }
      const { status, body: answer } = await signer.call('sign', { body })
      expect([status, answer]).toMatchObject([200, { signedEvent: { kind: EVENT.kind } }])
    }
    const hash = await signer.call('sign', { body: { message: HASH, event: null } })
    expect(hash.status).toBe(200)
  })

  test('an event of another author or with another id', async (scope) => {
    const { signer } = await startSigner(scope, { peer: false })
    const foreign = await signer.call('sign', {
      body: { event: { ...EVENT, pubkey: '11'.repeat(32) } },
    })
    expect(foreign).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', error: texts.otherPubkey },
    })
    const renamed = await signer.call('sign', { body: { event: { ...EVENT, id: HASH } } })
    expect(renamed).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', error: texts.otherId },
    })
    expect(audited(signer)).toEqual([
      { actor: 'olga', outcome: 'BAD_REQUEST', detail: { kind: 1 } },
      { actor: 'olga', outcome: 'BAD_REQUEST', detail: { kind: 1 } },
    ])
  })
})

describe('when there is no signature', () => {
  const failure = (code: string, error: string) => {
    const body = { code, error }
    expect(signFailure.safeParse(body).success).toBe(true)
    return body
  }

  test('503 says that no credentials are saved', async () => {
    const routes = mountForTest()
    const answer = await routes.call('sign', { body: { message: HASH } })
    expect(answer.status).toBe(503)
    const error = texts.nodeUnavailable(request.noCredentials)
    expect(answer.body).toMatchObject(failure('NODE_UNAVAILABLE', error))
  })

  test('503 says that no relay is heard', async (scope) => {
    const { relay, signer } = await startSigner(scope)
    await relay.stop()
    await until(() => !signer.node.isReady)
    const answer = await signer.call<{ error: string }>('sign', { body: { message: HASH } })
    expect(answer.status).toBe(503)
    expect(answer.body).toMatchObject(failure('NODE_UNAVAILABLE', answer.body.error))
    expect(answer.body.error).toMatch(/^Node not available: Not hearing any relay/)
  })

  test('503 says that the signer is being stopped, even to those who already wait', async (scope) => {
    const { relay, signer } = await startSigner(scope, { timings: { drain: 60_000 } })
    // A session takes a hundred every 100 ms: the last of these wait for a while.
    const hashes = Array.from({ length: 300 }, (_, n) => n.toString(16).padStart(64, '0'))
    const calls = hashes.map((message) => signer.call('sign', { body: { message } }))
    await until(() => relay.received.events > 0)
    const stopped = signer.context.keysets.first.supervisor.stop()
    const late = await signer.call('sign', { body: { message: HASH } })
    expect(late.status).toBe(503)
    const error = texts.nodeUnavailable(request.stopped)
    expect(late.body).toMatchObject(failure('NODE_UNAVAILABLE', error))
    const answers = await Promise.all(calls)
    expect(answers[0]?.status).toBe(200)
    expect(answers.at(-1)).toMatchObject({
      status: 503,
      body: failure('NODE_UNAVAILABLE', request.stopped),
    })
    await stopped
  })

  test('504 says that no peer answered in time', async (scope) => {
    const { signer } = await startSigner(scope, { peer: false, timings: { request: 300 } })
    const answer = await signer.call('sign', { body: { message: HASH } })
    expect(answer.status).toBe(504)
    expect(answer.body).toMatchObject(failure('SIGN_TIMEOUT', request.timeout(300)))
    expect(audited(signer)).toEqual([{ actor: 'olga', outcome: 'SIGN_TIMEOUT', detail: { by } }])
  })

  test('403 says at which device a person declined, and it is not asked again', async (scope) => {
    const { keyset, relay, signer } = await startSigner(scope, { peer: false })
    const rogue = await V2Rogue.start(keyset, 2, relay.url)
    scope.onTestFinished(() => rogue.stop())
    rogue.conduct = (asked, honest) =>
      asked.type === 'SignRequest'
        ? { type: 'Error', data: { code: operatorDenied, message: 'request denied by operator' } }
        : honest()
    await until(async () => (await signer.node.ping(rogue.xonly)).generation === '2026')
    // A device that is late gets the same request again.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    scope.onTestFinished(() => void vi.useRealTimers())
    const answer = await signer.call('sign', { body: { message: HASH } })
    expect(answer.status).toBe(403)
    const error = request.declined(signer.node.peers.get(rogue.xonly)?.pubkey.slice(0, 8) ?? '')
    expect(answer.body).toMatchObject(failure('PEER_DECLINED', error))
    expect(audited(signer)).toMatchObject([{ actor: 'olga', outcome: 'PEER_DECLINED' }])
    expect(rogue.heard.filter(({ type }) => type === 'SignRequest')).toHaveLength(1)
  })

  test('502 says why the peers could not', async (scope) => {
    const { signer } = await startSigner(scope, { peer: false })
    for (const { pubkey } of signer.node.peers.all) {
      signer.node.peers.setPolicy(pubkey, { allowSend: false, allowReceive: true })
    }
    const answer = await signer.call('sign', { body: { message: HASH } })
    expect(answer.status).toBe(502)
    expect(answer.body).toEqual({
      ...failure('SIGN_FAILED', request.noCosigner(1, 0)),
      ...{ sentence: 'request.noCosigner', params: [1, 0] },
    })
  })
})
