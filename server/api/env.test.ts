import { describe, expect, test } from 'vitest'
import { http, httpDone, protocolTexts as texts } from '#contract/messages.ts'
import { policyAnswer } from '#contract/operations.ts'
import { serverCurve } from '#crypto/curve/hex.ts'
import type { Curve } from '#crypto/curve/point.ts'
import { createKeysetReader } from '#protocol/keyset.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { failToSave } from '../../tests/support/fail-to-save.ts'
import { CALLER, mountForTest, temporaryDataFolder } from '../../tests/support/mounted-routes.ts'
import { carriedTexts } from '../../tests/support/v2-group.ts'
import { present } from '../../tests/support/v2-vectors.ts'

const keyset = generateKeyset({ threshold: 2, totalMembers: 3 })
const { share, group } = carriedTexts(keyset, 1)
/** Over a relay on which nobody listens. */
const credentials = { SHARE_CRED: share, GROUP_CRED: group, RELAYS: 'ws://127.0.0.1:9' }
const [self, first, second] = keyset.group.commits.map(({ pubkey }) => pubkey.slice(2))
const [own, one, two] = [present(self), present(first), present(second)]

function mount(environment: Record<string, string> = {}, curve?: Curve) {
  const routes = mountForTest(environment, { ...(curve && { curve }) })
  return {
    ...routes,
    save: (body: Record<string, unknown>) => routes.call('saveEnv', { body }),
    policyOf: async (pubkey: string) =>
      policyAnswer.parse((await routes.call('policy', { params: { pubkey } })).body),
  }
}

describe('policies that come with credentials', () => {
  test('are in force once these are saved, and in the audit', async () => {
    const { save, policyOf, context } = mount()
    const policies = [
      { pubkey: one, allowSend: false, allowReceive: true },
      { pubkey: two, allowSend: true, allowReceive: false },
    ]
    expect(await save({ ...credentials, policies })).toMatchObject({
      status: 200,
      body: { success: true, message: httpDone.envUpdated },
    })
    for (const { pubkey, ...policy } of policies) {
      expect(await policyOf(pubkey)).toMatchObject({ ...policy, source: 'saved' })
      expect(context.keysets.first.supervisor.signer?.peers.get(pubkey)?.policy).toMatchObject(
        policy,
      )
    }
    const entries = context.store.audit.page({ limit: 10 })
    const set = entries.filter(({ action }) => action === 'policy.set')
    expect(set.map(({ actor, detail }) => [actor, detail])).toEqual(
      expect.arrayContaining([
        [CALLER, expect.objectContaining({ allowSend: false, allowReceive: true })],
      ]),
    )
    expect(set).toHaveLength(2)
  })

  test('take effect at once when the same credentials are saved again', async () => {
    const { save, context } = mount()
    await save(credentials)
    await context.keysets.first.supervisor.apply()
    const { signer: node } = context.keysets.first.supervisor
    await save({
      ...credentials,
      policies: [{ pubkey: one, allowSend: true, allowReceive: false }],
    })
    expect(context.keysets.first.supervisor.signer).toBe(node)
    expect(node?.peers.get(one)?.policy).toMatchObject({ allowSend: true, allowReceive: false })
  })

  test('allow nothing denied here', async () => {
    const denied = [{ pubkey: one, allowSend: false, allowReceive: true }]
    const { save, policyOf } = mount({ PEER_POLICIES: JSON.stringify(denied) })
    await save({ ...credentials, policies: [{ pubkey: one, allowSend: true, allowReceive: true }] })
    expect(await policyOf(one)).toMatchObject({ allowSend: false, source: 'environment' })
    await save({
      ...credentials,
      policies: [{ pubkey: one, allowSend: true, allowReceive: false }],
    })
    expect(await policyOf(one)).toMatchObject({ allowSend: false, allowReceive: false })
  })

  test('neither take effect nor enter the audit when the credentials cannot be saved', async () => {
    const DATA_DIR = temporaryDataFolder()
    const { app, save, policyOf, context } = mount({ DATA_DIR })
    await save(credentials)
    await context.keysets.first.supervisor.apply()
    const mend = failToSave(DATA_DIR)
    const policies = [{ pubkey: one, allowSend: false, allowReceive: false }]
    const body = JSON.stringify({ ...credentials, policies })
    expect((await app.request('/api/env', { method: 'POST', body })).status).toBe(500)
    const allowed = { allowSend: true, allowReceive: true }
    expect(context.store.keyset(1).policies.list()).toEqual([])
    expect(await policyOf(one)).toMatchObject({ ...allowed, source: 'default' })
    expect(context.keysets.first.supervisor.signer?.peers.get(one)?.policy).toEqual(allowed)
    expect(context.store.audit.page({ limit: 10 }).map(({ action }) => action)).toEqual([
      'env.save',
    ])
    mend()
    expect(await save({ ...credentials, policies })).toMatchObject({ status: 200 })
    expect(await policyOf(one)).toMatchObject({ allowSend: false, source: 'saved' })
  })

  test('deny single operations, beside those that are denied here', async () => {
    const { save, policyOf } = mount()
    const allowed = { pubkey: one, allowSend: true, allowReceive: true }
    await save({ ...credentials, policies: [{ ...allowed, denied: ['receive.ecdh'] }] })
    await save({ ...credentials, policies: [{ ...allowed, denied: ['send.sign'] }] })
    await save({ ...credentials, policies: [allowed] })
    expect(await policyOf(one)).toMatchObject({ denied: ['send.sign', 'receive.ecdh'] })
  })

  test('all apply if there are several for one peer', async () => {
    const { save, policyOf, context } = mount()
    const policies = [
      { pubkey: one, allowSend: false, allowReceive: true },
      { pubkey: one, allowSend: true, allowReceive: false },
    ]
    await save({ ...credentials, policies })
    expect(await policyOf(one)).toMatchObject({ allowSend: false, allowReceive: false })
    const entries = context.store.audit.page({ limit: 10 })
    expect(entries.filter(({ action }) => action === 'policy.set')).toHaveLength(1)
  })

  test.each([
    ['a stranger', 'ab'.repeat(32)],
    ['ourselves', own],
  ])('are refused when one is about %s, and nothing is saved', async (_, pubkey) => {
    const { save, context } = mount()
    const denied = { allowSend: false, allowReceive: false }
    const policies = [
      { pubkey: one, ...denied },
      { pubkey, ...denied },
    ]
    expect(await save({ ...credentials, policies })).toMatchObject({
      status: 400,
      body: { error: `policies: ${texts.peerNotFound}` },
    })
    expect(context.store.keyset(1).policies.list()).toEqual([])
    expect(context.keysets.first.settings().SHARE_CRED.value).toBeUndefined()
  })

  test('need credentials', async () => {
    const { save } = mount()
    const policies = [{ pubkey: one, allowSend: false, allowReceive: false }]
    expect(await save({ policies })).toMatchObject({
      status: 400,
      body: { error: `policies: ${http.noGroupCredential}` },
    })
  })
})

describe('a change of the settings', () => {
  const settingsEvents = ({ context }: ReturnType<typeof mount>) =>
    context.events
      .entries()
      .filter(({ data }) => typeof data === 'object' && data !== null && 'settings' in data)
      .map(({ type, message, data }) => ({ type, message, data }))

  test('is an event with the names of what changed, and none of the values', async () => {
    const routes = mount()
    await routes.save(credentials)
    await routes.save({ GROUP_NAME: 'Somewhere else' })
    await routes.call('deleteEnv', { body: { keys: ['SHARE_CRED', 'GROUP_CRED', 'NOTHING'] } })

    expect(settingsEvents(routes)).toEqual([
      {
        type: 'system',
        message: 'Settings saved: share, group credential, relays',
        data: { settings: ['SHARE_CRED', 'GROUP_CRED', 'RELAYS'] },
      },
      {
        type: 'system',
        message: 'Settings saved: keyset name',
        data: { settings: ['GROUP_NAME'] },
      },
      {
        type: 'system',
        message: 'Settings deleted: share, group credential',
        data: { settings: ['SHARE_CRED', 'GROUP_CRED'] },
      },
    ])
  })

  test('is no event if it was refused or changed nothing', async () => {
    const routes = mount()
    expect(await routes.save({ SHARE_CRED: 'bfshare1' })).toMatchObject({ status: 400 })
    await routes.save({})
    await routes.call('deleteEnv', { body: { keys: ['NOTHING'] } })

    expect(settingsEvents(routes)).toEqual([])
  })
})

/** The server's curve, counting each check of a point and each key made from a secret. */
function countingCurve() {
  const asked: string[] = []
  const curve: Curve = {
    ...serverCurve,
    isPoint: (point) => {
      asked.push(`point ${point}`)
      return serverCurve.isPoint(point)
    },
    publicPoint: (secret) => {
      asked.push(`secret ${secret}`)
      return serverCurve.publicPoint(secret)
    },
  }
  return { curve, asked }
}

describe.each([
  ['1.x', keyset.groupCredential, present(keyset.shareCredentials[0])],
  ['the 2026 generation', group, share],
])('credentials of %s that are saved', (_, groupCredential, shareCredential) => {
  const texts = { SHARE_CRED: shareCredential, GROUP_CRED: groupCredential }
  const policies = [{ pubkey: one, allowSend: false, allowReceive: true }]

  function readOnce() {
    const { curve, asked } = countingCurve()
    createKeysetReader(curve).readCredentials({ share: shareCredential, group: groupCredential })
    return asked
  }

  test('are read once by the check, the policies, the signer and its status together', async () => {
    const { curve, asked } = countingCurve()
    const { save, context } = mount({}, curve)
    expect(await save({ ...credentials, ...texts, policies })).toMatchObject({ status: 200 })
    await context.keysets.first.supervisor.apply()
    const { supervisor } = context.keysets.first
    expect(supervisor.signer?.self.xonly).toBe(own)
    expect([supervisor.self, supervisor.group?.ok]).toEqual([own, true])
    expect(supervisor.health.state).toBe('starting')
    expect(asked.toSorted()).toEqual(readOnce().toSorted())
  })

  test('are not read again when something else is saved', async () => {
    const { curve, asked } = countingCurve()
    const { save, context } = mount({}, curve)
    await save({ ...credentials, ...texts })
    await context.keysets.first.supervisor.apply()
    const before = asked.length
    await save({ GROUP_NAME: 'Other', RELAYS: 'ws://127.0.0.1:10', policies })
    await save(texts)
    await context.keysets.first.supervisor.apply()
    expect(context.keysets.first.supervisor.relays).toEqual(['ws://127.0.0.1:10'])
    expect(asked.length).toBe(before)
  })
})

test('Credentials that are deleted are forgotten', async () => {
  const { save, call, context } = mount()
  await save(credentials)
  await call('deleteEnv', { body: { keys: ['SHARE_CRED', 'GROUP_CRED'] } })
  await context.keysets.first.supervisor.apply()
  expect(context.keysets.first.supervisor.credentials).toEqual({
    texts: {},
    ...{ share: null, group: null, self: null, keyset: null },
  })
})
