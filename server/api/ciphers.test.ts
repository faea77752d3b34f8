import { randomBytes } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { describe, expect, test } from 'vitest'
import { request, signing, cipher as texts } from '#contract/messages.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import type { SignerTimings } from '#signer/options.ts'
import { counterparty } from '../../tests/support/counterparty.ts'
import {
  type MountedSigner,
  mountForTest,
  mountSigner,
} from '../../tests/support/mounted-routes.ts'
import { EXCHANGING } from '../../tests/support/rules.ts'
import { type Scope, startPeerFor, startRelayFor } from '../../tests/support/scope.ts'
import { until } from '../../tests/support/until.ts'

type Keyset = ReturnType<typeof generateKeyset>
type Result = { result: string }

const TEXT = 'What only the two of us may read 🧊'
const CALLS = ['nip44Encrypt', 'nip44Decrypt', 'nip04Encrypt', 'nip04Decrypt'] as const
const CIPHERS = ['nip44', 'nip04'] as const

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const xOnlyOf = (point: string): string => point.slice(2)

/** A point unrelated to any other. */
const another = () => hex(secp256k1.getPublicKey(Uint8Array.from(randomBytes(32))))

interface Started {
  keyset: Keyset
  relay: Awaited<ReturnType<typeof startRelayFor>>
  signer: MountedSigner
}

interface SignerOptions {
  totalMembers?: number
  peers?: number[]
  secretKey?: string
  timings?: Partial<SignerTimings>
}

/** A signer and, in a group of two, the honest peer that it needs. */
async function startSigner(scope: Scope, options: SignerOptions = {}): Promise<Started> {
  const { totalMembers = 2, peers = [2], secretKey, timings } = options
  const keyset = generateKeyset({ threshold: 2, totalMembers, ...(secretKey && { secretKey }) })
  const relay = await startRelayFor(scope)
  const signer = await mountSigner(keyset, relay.url, timings)
  for (const idx of peers) {
    const share = keyset.shareCredentials[idx - 1] ?? ''
    await startPeerFor(scope, { group: keyset.groupCredential, share, relays: [relay.url] })
  }
  return { keyset, relay, signer }
}

/** A secret key whose public key has the given sign. */
function secretKeyOfSign(prefix: '02' | '03'): string {
  for (;;) {
    const secretKey = Uint8Array.from(randomBytes(32))
    if (hex(secp256k1.getPublicKey(secretKey)).startsWith(prefix)) return hex(secretKey)
  }
}

const body = (peer: string, content: string) => ({ body: { peer_pubkey: peer, content } })

const audited = ({ context }: Pick<MountedSigner, 'context'>) =>
  context.store.audit
    .page({ limit: 1_000 })
    .filter(({ action }) => action.startsWith('nip'))
    .map(({ actor, action, outcome, detail }) => ({ actor, action, outcome, detail }))

describe.each(['02', '03'] as const)('as a group whose key begins with %s', (sign) => {
  test('others read what it encrypts, and it reads what they encrypt', async (scope) => {
    const { keyset, signer } = await startSigner(scope, { secretKey: secretKeyOfSign(sign) })
    for (let round = 0; round < 4; round += 1) {
      const other = counterparty(keyset)
      // The key as the caller has it: either form, either case.
      const peer = [other.pubkey, other.point, other.point.toUpperCase()][round % 3] ?? ''
      for (const cipher of CIPHERS) {
        const sent = await signer.call<Result>(`${cipher}Encrypt`, body(peer, TEXT))
        expect(sent.status).toBe(200)
        expect(other[cipher].decrypt(sent.body.result)).toBe(TEXT)
        const received = body(peer, other[cipher].encrypt(TEXT))
        const read = await signer.call(`${cipher}Decrypt`, received)
        expect(read).toMatchObject({ status: 200, body: { result: TEXT } })
      }
      expect(signer.exchanges()).toBe(round + 1)
    }
  })
})

test('the largest text there may be goes there and back', async (scope) => {
  const { keyset, signer } = await startSigner(scope)
  const other = counterparty(keyset)
  const largest = { nip44: 'x'.repeat(65_535), nip04: 'é'.repeat(350_000) }
  for (const cipher of CIPHERS) {
    const sent = await signer.call<Result>(`${cipher}Encrypt`, body(other.pubkey, largest[cipher]))
    expect(other[cipher].decrypt(sent.body.result)).toBe(largest[cipher])
    const read = await signer.call(`${cipher}Decrypt`, body(other.pubkey, sent.body.result))
    expect(read.body).toEqual({ result: largest[cipher] })
  }
})

describe('a bad call is refused at once, and nobody is asked', () => {
  test.for([
    ['nip44Encrypt', 'nothing to encrypt', '', texts.plaintextSize(65_535)],
    ['nip44Encrypt', 'a text too long', 'x'.repeat(65_536), texts.plaintextSize(65_535)],
    ['nip44Encrypt', 'half a character', 'x\ud83e', signing.notWellFormed],
    ['nip44Decrypt', 'no payload', 'hello', texts.notNip44],
    [
      'nip44Decrypt',
      'a NIP-04 payload',
      `${'A'.repeat(152)}?iv=${'A'.repeat(22)}==`,
      texts.notNip44,
    ],
    ['nip04Decrypt', 'no payload', 'hello', texts.notNip04],
    ['nip04Decrypt', 'a NIP-44 payload', `Ag${'A'.repeat(130)}`, texts.notNip04],
  ] as const)('%s: %s', async ([call, _what, content, words], { onTestFinished }) => {
    const { signer, keyset } = await startSigner({ onTestFinished }, { peers: [] })
    const answer = await signer.call(call, body(counterparty(keyset).pubkey, content))
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      code: 'BAD_REQUEST',
      error: expect.stringContaining(words),
    })
    expect(signer.context.events.entries().filter(({ type }) => type === 'error')).toEqual([])
  })

  test('a key that is not a point, or not a key', async () => {
    const routes = mountForTest()
    for (const call of CALLS) {
      const noPoint = await routes.call(call, body('ff'.repeat(32), 'x'))
      expect(noPoint).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', error: texts.notPublicKey },
      })
      const noKey = await routes.call(call, body('npub1', 'x'))
      expect(noKey).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', error: 'peer_pubkey: must be a public key in hex' },
      })
    }
  })
})

describe('when there is no secret', () => {
  const PAYLOAD = {
    nip44: `Ag${'A'.repeat(130)}`,
    nip04: `${'A'.repeat(22)}==?iv=${'A'.repeat(22)}==`,
  }
  const contentOf = (call: (typeof CALLS)[number]) =>
    call.endsWith('Encrypt') ? TEXT : PAYLOAD[call.startsWith('nip44') ? 'nip44' : 'nip04']

  test('503 says that no credentials are saved', async () => {
    const routes = mountForTest()
    const peer = xOnlyOf(another())
    for (const call of CALLS) {
      const error = signing.nodeUnavailable(request.noCredentials)
      const answer = await routes.call(call, body(peer, contentOf(call)))
      expect(answer).toMatchObject({ status: 503, body: { code: 'NODE_UNAVAILABLE', error } })
    }
  })

  test('503 says that no relay is heard, though a secret is kept', async (scope) => {
    const { keyset, relay, signer } = await startSigner(scope)
    const other = counterparty(keyset)
    const before = await signer.call('nip44Encrypt', body(other.pubkey, TEXT))
    expect(before.status).toBe(200)
    await relay.stop()
    await until(() => !signer.node.isReady)
    const after = await signer.call('nip44Encrypt', body(other.pubkey, TEXT))
    expect(after).toMatchObject({ status: 503, body: { code: 'NODE_UNAVAILABLE' } })
  })

  test('504 says that no peer answered in time, 502 why none could', async (scope) => {
    const { keyset, signer } = await startSigner(scope, { peers: [], timings: { request: 300 } })
    const answers = await Promise.all(
      CALLS.map((call) => signer.call(call, body(counterparty(keyset).pubkey, contentOf(call)))),
    )
    const error = request.timeout(300)
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 504, body: { code: 'SIGN_TIMEOUT', error } })
    }
    for (const { pubkey } of signer.node.peers.all) {
      signer.node.peers.setPolicy(pubkey, { allowSend: false, allowReceive: true })
    }
    const refused = await signer.call('nip04Encrypt', body(counterparty(keyset).pubkey, TEXT))
    expect(refused).toMatchObject({
      status: 502,
      body: { code: 'SIGN_FAILED', error: request.noCosigner(1, 0) },
    })
  })
})

test('the audit says what was done and why, and nothing of the content', async (scope) => {
  const by = 'door'
  const { keyset, signer } = await startSigner(scope)
  const other = counterparty(keyset)
  const peer = other.pubkey
  const payloads = { nip44: other.nip44.encrypt(TEXT), nip04: other.nip04.encrypt(TEXT) }
  await signer.call('nip44Encrypt', body(peer, TEXT))
  await signer.call('nip44Decrypt', body(peer, payloads.nip44))
  await signer.call('nip04Encrypt', body(other.point, TEXT))
  await signer.call('nip04Decrypt', body(peer, payloads.nip04))
  await signer.call('nip44Decrypt', body(peer, `Ag${'A'.repeat(130)}`))
  const took = expect.any(Number)
  const done = (action: string) => ({
    ...{ actor: 'olga', action, outcome: 'ok' },
    detail: { peer, by, took },
  })
  expect(audited(signer).reverse()).toEqual([
    ...['nip44.encrypt', 'nip44.decrypt', 'nip04.encrypt', 'nip04.decrypt'].map(done),
    { ...done('nip44.decrypt'), outcome: 'BAD_REQUEST', detail: { peer, by } },
  ])

  const shared = await signer.node.ecdh(EXCHANGING, peer)
  const point = shared.ok ? shared.secret : ''
  expect(point).toMatch(/^0[23]/)
  const { store, events } = signer.context
  const written = [
    ...signer.logLines,
    JSON.stringify(store.audit.page({ limit: 1_000 })),
    JSON.stringify(events.entries()),
  ].join('\n')
  const key = Buffer.from(other.key)
  const secrets = [xOnlyOf(point), hex(key), key.toString('base64')]
  for (const secret of [TEXT, ...Object.values(payloads), ...secrets]) {
    expect(written).not.toContain(secret)
  }
})
