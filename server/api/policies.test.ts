import { createHash } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Context } from '#app/context.ts'
import { http, request, protocolTexts as texts } from '#contract/messages.ts'
import { peerPolicyAnswer } from '#contract/operations.ts'
import { verifySignature } from '#nostr/event.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { failToSave } from '../../tests/support/fail-to-save.ts'
import { startFloeSigner } from '../../tests/support/floe-signer.ts'
import {
  CALLER,
  type MountedRoutes,
  mountForTest,
  temporaryDataFolder,
} from '../../tests/support/mounted-routes.ts'
import { SIGNING } from '../../tests/support/rules.ts'
import { until } from '../../tests/support/until.ts'

const keyset = generateKeyset({ threshold: 2, totalMembers: 3 })
const [own = '', first = '', second = ''] = keyset.group.commits.map(({ pubkey }) => pubkey)
const settings = {
  SHARE_CRED: keyset.shareCredentials[0] ?? '',
  GROUP_CRED: keyset.groupCredential,
}
const GIVEN = { allowSend: true, allowReceive: false }
const both = (value: boolean) => ({ allowSend: value, allowReceive: value })

/** A context whose node never starts: policies are settings like any other. */
const mount = (environment: Record<string, string> = {}) =>
  mountForTest({ ...settings, ...environment })

/** The answer with a policy: in Floe's form, and beside it in igloo-server's. */
const withIgloo = (policy: {
  pubkey: string
  allowSend: boolean
  allowReceive: boolean
  denied: string[]
  source: string
}) => {
  const { pubkey, allowSend, allowReceive, source } = policy
  const isSet = source !== 'default'
  return {
    ...policy,
    policy: {
      ...{ pubkey, normalizedPubkey: pubkey.slice(2), status: 'unknown', label: null, note: null },
      ...{ effectiveSend: allowSend, effectiveReceive: allowReceive, hasExplicitPolicy: isSet },
      allowSend: isSet ? allowSend : null,
      allowReceive: isSet ? allowReceive : null,
      source: { saved: 'runtime', environment: 'config' }[source] ?? null,
      lastUpdated: null,
    },
  }
}

const get = (routes: MountedRoutes, pubkey: string) => routes.call('policy', { params: { pubkey } })
const put = (routes: MountedRoutes, pubkey: string, body: unknown) =>
  routes.call('setPolicy', { params: { pubkey }, body })
const remove = (routes: MountedRoutes, pubkey: string) =>
  routes.call('deletePolicy', { params: { pubkey } })

describe('a policy', () => {
  test('starts as the default, can be set, and becomes the default again', async () => {
    const routes = mount()
    const byDefault = withIgloo({
      ...{ pubkey: first, ...both(true), denied: [] },
      source: 'default',
    })
    const set = withIgloo({
      ...{ pubkey: first, allowSend: false, allowReceive: true, denied: [] },
      source: 'saved',
    })

    expect((await get(routes, first)).body).toStrictEqual(byDefault)
    expect((await put(routes, first, { allowSend: false, allowReceive: true })).body).toStrictEqual(
      set,
    )
    expect((await get(routes, first)).body).toStrictEqual(set)
    expect((await remove(routes, first)).body).toStrictEqual({ ...byDefault, removed: true })
    expect((await remove(routes, first)).body).toStrictEqual({ ...byDefault, removed: false })
    expect((await get(routes, first)).body).toStrictEqual(byDefault)
    expect(peerPolicyAnswer.safeParse(byDefault).success).toBe(true)
  })

  test('falls back to the last one that the environment gives for the peer', async () => {
    const given = [
      { pubkey: first, ...both(true) },
      { pubkey: first.slice(2).toUpperCase(), ...GIVEN },
    ]
    const routes = mount({ PEER_POLICIES: JSON.stringify(given) })
    const fromEnvironment = withIgloo({
      ...{ pubkey: first, ...GIVEN, denied: [] },
      source: 'environment',
    })

    expect((await get(routes, first)).body).toStrictEqual(fromEnvironment)
    await put(routes, first, both(false))
    expect((await remove(routes, first)).body).toStrictEqual({ ...fromEnvironment, removed: true })
    expect((await get(routes, second)).body).toMatchObject({ source: 'default' })
  })

  test('is found by the key in any form', async () => {
    const routes = mount()
    const xonly = first.slice(2)
    await put(routes, xonly.toUpperCase(), both(false))

    for (const key of [xonly, `02${xonly}`, `03${xonly}`, `03${xonly}`.toUpperCase()]) {
      const answer = await get(routes, key)
      expect(answer.status).toBe(200)
      expect(answer.body).toStrictEqual(
        withIgloo({ ...{ pubkey: first, ...both(false), denied: [] }, source: 'saved' }),
      )
    }
  })

  test.each([
    ['of nobody', '02'.repeat(33), 404, 'Peer not found'],
    ['of ourselves', own, 404, 'Peer not found'],
    ['of a key that is too short', first.slice(4), 400, http.invalidPubkey],
    ['of a key with another prefix', `04${first.slice(2)}`, 400, http.invalidPubkey],
    ['of what is no key', 'all', 400, http.invalidPubkey],
  ])('%s is not there', async (_, pubkey, status, error) => {
    const routes = mount()

    const answers = [
      await get(routes, pubkey),
      await put(routes, pubkey, both(false)),
      await remove(routes, pubkey),
    ]

    for (const answer of answers) {
      expect(answer.status).toBe(status)
      expect(answer.body).toMatchObject({ error })
    }
    expect(routes.context.store.keyset(1).policies.list()).toEqual([])
    expect(routes.context.store.audit.page({ limit: 10 })).toEqual([])
  })

  test.each([[{}], [{ note: 5 }], [{ allowSend: 'no', allowReceive: true }], [{ label: 5 }]])(
    'is not changed by %j',
    async (body) => {
      const routes = mount()

      const answer = await put(routes, first, body)

      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ error: expect.stringMatching(/^(allow|label|body)/) })
      expect(routes.context.store.keyset(1).policies.list()).toEqual([])
    },
  )

  test('is changed in part: the rest stays, and null is the default', async () => {
    const routes = mount({ PEER_POLICIES: JSON.stringify([{ pubkey: first, ...GIVEN }]) })
    const states = async (...bodies: object[]) => {
      const answers = []
      for (const body of bodies) answers.push((await put(routes, first, body)).body)
      return answers
    }

    expect(
      await states(
        { allowSend: false },
        { allowReceive: true },
        { allowSend: null },
        { allowReceive: null },
      ),
    ).toMatchObject([
      { allowSend: false, allowReceive: false, source: 'saved' },
      { allowSend: false, allowReceive: true, policy: { hasExplicitPolicy: true } },
      { allowSend: true, allowReceive: true, policy: { source: 'runtime' } },
      { ...GIVEN, source: 'environment', policy: { ...GIVEN, source: 'config' } },
    ])
    expect(routes.context.store.keyset(1).policies.list()).toEqual([])
  })

  test('has a label, which is what the peer is called', async () => {
    const routes = mount()
    const label = async () =>
      ((await get(routes, first)).body as { policy: { label: string | null } }).policy.label
    const nameOf = () =>
      routes.context.keysets.first.policy.ruleSet.nameOf({ door: 'peer', id: first.slice(2) })

    await put(routes, first, { label: 'Phone' })
    expect([await label(), nameOf()]).toEqual(['Phone', 'Phone'])
    expect((await get(routes, first)).body).toMatchObject({ source: 'default' })
    expect((await routes.call('policies')).body).toMatchObject({ policies: [{ label: 'Phone' }] })

    await put(routes, first, { label: null, allowSend: false })
    expect([await label(), nameOf()]).toEqual([null, undefined])
    expect((await routes.call('policies')).body).toMatchObject({
      policies: [{ allowSend: false, effectiveReceive: true, label: null }],
    })
  })

  test('is not half set when its label can’t be kept', async () => {
    const dataDir = temporaryDataFolder()
    const routes = mount({ DATA_DIR: dataDir })
    failToSave(dataDir, 'standings')

    // Nothing here turns the failure into an answer, as the server does.
    await expect(put(routes, first, { allowSend: false, label: 'Phone' })).rejects.toThrow()
    expect((await get(routes, first)).body).toMatchObject({
      source: 'default',
      policy: { label: null },
    })
  })

  test('denies single operations, which stay denied until the list is given again', async () => {
    const routes = mount()
    const denied = ['receive.ecdh', 'send.sign', 'receive.ecdh']
    const inOrder = ['send.sign', 'receive.ecdh']

    const answers = [
      await put(routes, first, { ...both(true), denied }),
      await put(routes, first, GIVEN),
      await put(routes, first, { ...GIVEN, denied: ['receive.onboard'] }),
      await put(routes, first, { ...GIVEN, denied: [] }),
    ]

    expect(answers.map(({ body }) => body)).toMatchObject([
      { ...both(true), denied: inOrder },
      { ...GIVEN, denied: inOrder },
      { ...GIVEN, denied: ['receive.onboard'] },
      { ...GIVEN, denied: [] },
    ])
    const name = first.slice(0, 8)
    expect(routes.context.events.entries().map(({ message }) => message)).toEqual([
      `Policy of ${name} changed: send.sign off, receive.ecdh off`,
      `Policy of ${name} changed: receive off`,
      `Policy of ${name} changed: send.sign on, receive.ecdh on, receive.onboard off`,
      `Policy of ${name} changed: receive.onboard on`,
    ])
    expect(routes.context.store.audit.page({ limit: 1 })).toMatchObject([
      { detail: { ...GIVEN, denied: [] } },
    ])
  })

  test("cannot deny an operation that doesn't exist", async () => {
    const routes = mount()

    const answer = await put(routes, first, { ...both(true), denied: ['send.sign', 'send.ping'] })

    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: expect.stringMatching(/^denied\.1: /) })
    expect(routes.context.store.keyset(1).policies.list()).toEqual([])
  })

  test('needs a group', async () => {
    const routes = mountForTest()

    const answer = await get(routes, first)

    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: http.noGroupCredential })
  })
})

test('every request is in the audit, and in the event log when it changes something', async () => {
  const routes = mount()
  const { store, events } = routes.context

  await put(routes, first, { allowSend: true, allowReceive: false })
  await put(routes, first, { allowSend: true, allowReceive: false })
  await put(routes, first, { allowSend: false, allowReceive: true })
  await remove(routes, first)
  await remove(routes, first)

  const name = first.slice(0, 8)
  expect(events.entries().map(({ type, message }) => [type, message])).toEqual([
    ['info', `Policy of ${name} changed: receive off`],
    ['info', `Policy of ${name} changed: send off, receive on`],
    ['info', `Policy of ${name} changed: send on`],
  ])
  expect(events.entries()[1]?.data).toEqual({
    pubkey: first,
    allowSend: false,
    allowReceive: true,
    denied: [],
  })
  const audited = store.audit.page({ limit: 10 }).toReversed()
  expect(audited).toMatchObject([
    { action: 'policy.set', detail: { pubkey: first, ...GIVEN, source: 'saved' } },
    { action: 'policy.set', detail: { pubkey: first, ...GIVEN, source: 'saved' } },
    { action: 'policy.set', detail: { allowSend: false, allowReceive: true } },
    { action: 'policy.delete', detail: { ...both(true), source: 'default' } },
    { action: 'policy.delete', detail: { ...both(true), source: 'default' } },
  ])
  for (const entry of audited) expect(entry).toMatchObject({ actor: CALLER, outcome: 'ok' })
})

describe('in the running signer', () => {
  /** Our signer on a relay with the second member's, in this process. */
  async function startSigners(policies: Record<string, ReturnType<typeof both>> = {}) {
    const relay = await RelayFixture.start({ verify: false })
    onTestFinished(() => relay.stop())
    const environment = {
      ...settings,
      RELAYS: relay.url,
      DATA_DIR: temporaryDataFolder(),
      PEER_POLICIES: JSON.stringify(
        Object.entries({ [second]: both(false), ...policies }).map(([pubkey, policy]) => ({
          pubkey,
          ...policy,
        })),
      ),
    }
    const peer = await startFloeSigner({
      group: keyset.groupCredential,
      share: keyset.shareCredentials[1] ?? '',
      relays: [relay.url],
      policies: new Map([[second.slice(2), both(false)]]),
      timings: { drain: 0 },
    })
    onTestFinished(() => peer.node.stop())
    return { environment, peer: peer.node }
  }

  async function ready({ keysets }: Context) {
    const { supervisor } = keysets.first
    await supervisor.apply()
    const { signer: node } = supervisor
    if (!node) throw new Error('no node')
    await until(() => node.isReady)
    return node
  }

  const messages = ({ context }: MountedRoutes) =>
    context.events.entries().map(({ message }) => message)

  let asked = 0
  const freshHash = () => createHash('sha256').update(`hash ${asked++}`).digest('hex')

  test('what a peer may ask has changed by the time the call is answered', async () => {
    const { environment, peer } = await startSigners({ [first]: both(false) })
    const routes = mountForTest(environment)
    const node = await ready(routes.context)
    const partials = () => node.peers.get(first)?.partialSignatures

    await put(routes, first, both(true))
    const hash = freshHash()
    const signed = await peer.sign(SIGNING, hash)
    if (!signed.ok) throw new Error(signed.why.error)
    const { signature, pubkey } = signed.signature
    expect(verifySignature(signature, hash, pubkey)).toBe(true)
    // More than one when the answer came late and it asked again.
    const given = partials()
    expect(given).toBeGreaterThan(0)

    await remove(routes, first)
    void peer.sign(SIGNING, freshHash())
    await until(() => messages(routes).some((message) => message.includes(texts.unauthorized)))
    expect(partials()).toBe(given)
  })

  test('whom we ask has changed by the time the call is answered, and stays so after a restart', async () => {
    const { environment } = await startSigners()
    const routes = mountForTest(environment)
    const node = await ready(routes.context)
    expect(await node.sign(SIGNING, freshHash())).toMatchObject({ ok: true })

    await put(routes, first, { allowSend: false, allowReceive: true })

    const refused = { ok: false, why: { error: request.noCosigner(1, 0) } }
    expect(await node.sign(SIGNING, freshHash())).toMatchObject(refused)
    expect(routes.context.keysets.first.supervisor.health).toMatchObject({
      reason: {
        error: "Answers, but can't ask: 1 of 2 peers online; 1 not to be asked, by its policy",
      },
      directions: { answer: { can: true, why: null }, ask: { can: false, why: 'policy' } },
    })

    await routes.context.close()
    const restarted = mountForTest(environment)
    const nodeThen = await ready(restarted.context)
    expect(await nodeThen.sign(SIGNING, freshHash())).toMatchObject(refused)
    expect((await get(restarted, first)).body).toMatchObject({ allowSend: false, source: 'saved' })

    await remove(restarted, first)
    expect(await nodeThen.sign(SIGNING, freshHash())).toMatchObject({ ok: true })
  })
})
