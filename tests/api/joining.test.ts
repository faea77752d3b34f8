import { expect, test } from 'vitest'
import { joining as texts } from '#contract/messages.ts'
import {
  type OnboardingRequests,
  type OnboardingState,
  onboardingRequests,
  onboardingState,
} from '#contract/packages.ts'
import { serverCurve } from '#crypto/curve/hex.ts'
import { verifySignature } from '#nostr/event.ts'
import { xOnly } from '#nostr/x-only.ts'
import { convertFromV1 } from '#protocol/convert-v1.ts'
import { generateKeyset, type Keyset } from '#protocol/v1/keyset.ts'
import { groupId } from '#protocol/v2/group.ts'
import { type ApiServer, call, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { QUICK_PACKAGES, quickPackageKey } from '../support/cheap-hashing.ts'
import { failToSave } from '../support/fail-to-save.ts'
import { fitting } from '../support/fitting.ts'
import { INVITATION_PASSWORD, invitation } from '../support/invitation.ts'
import { type Scope, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { present } from '../support/v2-vectors.ts'

const memberOf = ({ group }: Keyset, at: number): string => group.commits[at]?.pubkey ?? ''
/** The keyset in its 2026 form. */
function carried({ group, shares }: Keyset) {
  const result = convertFromV1(group, shares, serverCurve, 'Test')
  if (!result.ok) throw new Error(result.error)
  return result.value
}
const HASH = 'ab'.repeat(32)

/** A server with the first share, which invites, and a package for the second. */
async function setUp(scope: Scope) {
  const relay = await startRelayFor(scope)
  const keyset = generateKeyset({ threshold: 2, totalMembers: 2 })
  const inviting = await startServer(scope, {
    hashing: QUICK_PACKAGES,
    environment: firstShare(keyset, [relay.url]),
  })
  await inviting.status(({ nodeActive }) => nodeActive)
  const joining = await startServer(scope, { hashing: QUICK_PACKAGES })
  const { seckey } = present(carried(keyset).shares[1])
  const sealed = await invitation(seckey, xOnly(memberOf(keyset, 0)), [relay.url], quickPackageKey)
  return { relay, keyset, inviting, joining, sealed }
}

/** Begins to join over the relays that the package names, as an owner does who has looked at them. */
async function begin(server: ApiServer, sealed: string, password = INVITATION_PASSWORD) {
  const given = { package: sealed, password: INVITATION_PASSWORD }
  const { body } = await server.post('/api/packages/open', given)
  const { relays } = body as { relays: string[] }
  return server.post('/api/joining', { package: sealed, password, relays })
}

const giveUp = ({ url }: ApiServer) => call(`${url}/api/joining`, { method: 'DELETE' })

const stateOf = async (server: ApiServer): Promise<OnboardingState> =>
  fitting(onboardingState, (await server.get('/api/joining')).body)

async function reach<S extends OnboardingState['state']>(server: ApiServer, state: S) {
  await until(async () => (await stateOf(server)).state === state, { what: state })
  return (await stateOf(server)) as Extract<OnboardingState, { state: S }>
}

const requestsAt = async (server: ApiServer): Promise<OnboardingRequests> =>
  fitting(onboardingRequests, (await server.get('/api/joining/requests')).body)

/** Asks for a signature until there is one: right after a start the peers have yet to meet. */
async function expectSignature(server: ApiServer, keyset: Keyset, message = HASH): Promise<void> {
  await until(async () => (await server.post('/api/sign', { message })).status === 200)
  const { body } = await server.post('/api/sign', { message })
  const { signature } = body as { signature: string }
  expect(verifySignature(signature, message, keyset.group.group_pk.slice(2))).toBe(true)
}

const actionsOf = ({ context }: ApiServer) =>
  context.store.audit
    .page({ limit: 100 })
    .toReversed()
    .map(({ action, outcome }) => `${action} ${outcome}`)
    .filter((line) => line.startsWith('onboarding'))

test('A server that is allowed to join another’s group saves its share, and both sign at once', async (t) => {
  const { relay, keyset, inviting, joining, sealed } = await setUp(t)
  expect(await begin(joining, sealed)).toMatchObject({ status: 200, body: { state: 'opening' } })
  await until(async () => (await requestsAt(inviting)).requests.length > 0)
  expect(await begin(joining, sealed)).toMatchObject({
    status: 400,
    body: { error: texts.underWay },
  })
  const [asked] = (await requestsAt(inviting)).requests
  expect(asked).toMatchObject({ pubkey: memberOf(keyset, 1), index: 2, state: 'waiting' })
  await inviting.post(`/api/joining/requests/${asked?.pubkey}`, { approve: true })

  const received = await reach(joining, 'received')
  expect(received).toMatchObject({ name: 'Test keyset', threshold: 2, members: 2 })
  expect(await joining.status(() => true)).toMatchObject({ hasCredentials: false })
  const saved = await joining.post('/api/joining/save', {})
  expect(saved.status).toBe(200)
  expect(await stateOf(joining)).toEqual({ state: 'none' })
  await joining.status(({ nodeActive }) => nodeActive)

  const { supervisor } = joining.context.keysets.first
  expect(supervisor.relays).toEqual([relay.url])
  await expectSignature(joining, keyset)
  await expectSignature(inviting, keyset, 'cd'.repeat(32))
  for (const server of [joining, inviting]) {
    const { generations } = await server.status(() => true)
    expect(generations).toContainEqual({ name: '2026', on: true })
    const rows = server.context.store.audit.page({ limit: 100 })
    const signed = rows.filter(({ action }) => action.startsWith('signature'))
    expect(new Set(signed.map(({ detail }) => detail['generation']))).toEqual(new Set(['2026']))
  }
  expect(actionsOf(joining)).toEqual([
    'onboarding.start ok',
    'onboarding.start refused',
    'onboarding.join ok',
  ])
  expect(actionsOf(inviting)).toEqual([
    'onboarding.asked waiting',
    'onboarding.approve ok',
    'onboarding.asked answered',
  ])
  const secret = present(carried(keyset).shares[1]).seckey
  const written = [joining, inviting].flatMap(({ log, context }) => [
    ...log,
    JSON.stringify(context.events.entries()),
  ])
  expect(
    written.filter((text) => text.includes(secret) || text.includes(INVITATION_PASSWORD)),
  ).toEqual([])
})

test('A server whose signer runs asks over the signer’s own connection, and leaves it open', async (t) => {
  const { relay, keyset, inviting, sealed } = await setUp(t)
  const environment = firstShare(newKeyset(), [relay.url])
  const joining = await startServer(t, { hashing: QUICK_PACKAGES, environment })
  const before = await joining.status(({ nodeActive }) => nodeActive)
  const [subscriptions, dialled] = [relay.subscriptions, relay.totalConnections]

  await begin(joining, sealed)

  await until(async () => (await requestsAt(inviting)).requests.length > 0)
  expect((await requestsAt(inviting)).requests[0]).toMatchObject({ pubkey: memberOf(keyset, 1) })
  expect(relay.subscriptions).toBe(subscriptions + 1)
  await giveUp(joining)
  await until(() => relay.subscriptions === subscriptions)
  expect(relay.totalConnections).toBe(dialled)
  const after = await joining.status(({ nodeActive }) => nodeActive)
  expect(after.relayStates[0]?.since).toBe(before.relayStates[0]?.since)
})

test('A server that has joined keeps its nonces after a restart', async (t) => {
  const { keyset, inviting, joining, sealed } = await setUp(t)
  await call(`${inviting.url}/api/settings`, {
    method: 'PUT',
    body: JSON.stringify({ approveOnboarding: false }),
  })
  await begin(joining, sealed)
  await reach(joining, 'received')
  await joining.post('/api/joining/save', {})
  await joining.status(({ nodeActive }) => nodeActive)
  await joining.stop()

  const again = await startServer(t, { hashing: QUICK_PACKAGES, dataDir: joining.dataDir })
  await again.status(({ nodeActive }) => nodeActive)
  const { nonces } = again.context.store.keyset(1)
  const { group, shares } = carried(keyset)
  const { seckey } = present(shares[1])
  const inviter = xOnly(memberOf(keyset, 0))
  expect(nonces.of({ gid: groupId(group), seckey }).unspent(inviter).length).toBeGreaterThan(90)
  await expectSignature(inviting, keyset)
  await expectSignature(again, keyset, 'cd'.repeat(32))
})

/** A server that has received credentials, from an inviter that does not ask its owner. */
async function setUpReceived(scope: Scope) {
  const at = await setUp(scope)
  await call(`${at.inviting.url}/api/settings`, {
    method: 'PUT',
    body: JSON.stringify({ approveOnboarding: false }),
  })
  await begin(at.joining, at.sealed)
  await reach(at.joining, 'received')
  return at
}

const restart = (scope: Scope, { dataDir }: ApiServer) =>
  startServer(scope, { hashing: QUICK_PACKAGES, dataDir })

test('Received credentials never come to the page: the server keeps them over a restart, and saves them', async (t) => {
  const { keyset, inviting, joining } = await setUpReceived(t)
  const { body, text } = await joining.get('/api/joining')
  expect(body).not.toHaveProperty('shareCredential')
  expect(text).not.toContain(present(carried(keyset).shares[1]).seckey)
  await joining.stop()

  const again = await restart(t, joining)

  expect(await stateOf(again)).toEqual(body)
  expect((await again.post('/api/joining/save', { name: 'Ours' })).status).toBe(200)
  expect(await stateOf(again)).toEqual({ state: 'none' })
  await expectSignature(inviting, keyset)
  expect((await again.get('/api/env')).body).toMatchObject({ GROUP_NAME: 'Ours' })
  await again.stop()
  expect(await stateOf(await restart(t, joining))).toEqual({ state: 'none' })
})

test('Received credentials that were given up can’t be saved, and are not there after a restart', async (t) => {
  const { joining } = await setUpReceived(t)

  await giveUp(joining)

  const refused = { status: 404, body: { error: texts.nothing } }
  expect(await joining.post('/api/joining/save', {})).toMatchObject(refused)
  await joining.stop()
  expect(await stateOf(await restart(t, joining))).toEqual({ state: 'none' })
})

test('Received credentials that can’t be kept are reported, and arrive with the next try', async (t) => {
  const { inviting, joining, sealed } = await setUp(t)
  await call(`${inviting.url}/api/settings`, {
    method: 'PUT',
    body: JSON.stringify({ approveOnboarding: false }),
  })
  const makeRoom = failToSave(joining.dataDir, 'sealed_settings')
  await begin(joining, sealed)
  expect(await reach(joining, 'failed')).toMatchObject({ error: texts.notKept })
  makeRoom()

  await begin(joining, sealed)

  await reach(joining, 'received')
})

/** The nonces that the joining share has for its inviter. */
function joiningNonces({ context }: ApiServer, keyset: Keyset) {
  const { seckey } = present(carried(keyset).shares[1])
  return context.store
    .keyset(1)
    .nonces.join(seckey)
    .unspent(xOnly(memberOf(keyset, 0)))
}

test('A server that is refused says so, and keeps what a retry needs when that message is dismissed', async (t) => {
  const { keyset, inviting, joining, sealed } = await setUp(t)
  await begin(joining, sealed)
  await until(async () => (await requestsAt(inviting)).requests[0]?.state === 'waiting')
  await inviting.post(`/api/joining/requests/${memberOf(keyset, 1)}`, { approve: false })
  expect(await reach(joining, 'failed')).toMatchObject({ reason: 'denied', error: texts.denied })

  await begin(joining, sealed, 'wrong')
  await until(async () => {
    const state = await stateOf(joining)
    return state.state === 'failed' && state.reason === 'package'
  })
  expect(await giveUp(joining)).toMatchObject({ status: 200, body: { success: true } })
  expect(await stateOf(joining)).toEqual({ state: 'none' })
  expect(actionsOf(joining).at(-1)).toBe('onboarding.join package')
  expect(joiningNonces(joining, keyset)).toHaveLength(100)
})

test('A server that gives up has nothing left', async (t) => {
  const { keyset, joining, sealed } = await setUp(t)
  await begin(joining, sealed)
  await reach(joining, 'asking')
  expect(await giveUp(joining)).toMatchObject({ status: 200, body: { success: true } })
  expect(await stateOf(joining)).toEqual({ state: 'none' })
  expect(actionsOf(joining).at(-1)).toBe('onboarding.give-up ok')
  expect(joiningNonces(joining, keyset)).toEqual([])
})

test('A signer that runs goes on while another share joins beside it', async (t) => {
  const { keyset, inviting, relay, sealed } = await setUp(t)
  const other = generateKeyset({ threshold: 1, totalMembers: 1 })
  const busy = await startServer(t, {
    hashing: QUICK_PACKAGES,
    environment: firstShare(other, [relay.url]),
  })
  await busy.status(({ canSign }) => canSign)
  const { signer: node } = busy.context.keysets.first.supervisor
  await call(`${inviting.url}/api/settings`, {
    method: 'PUT',
    body: JSON.stringify({ approveOnboarding: false }),
  })
  await begin(busy, sealed)
  await reach(busy, 'received')
  expect(busy.context.keysets.first.supervisor.signer).toBe(node)
  await expectSignature(busy, other)
  await busy.post('/api/joining/save', {})
  expect(await stateOf(busy)).toEqual({ state: 'none' })
  await until(() => busy.context.keysets.first.supervisor.signer?.self.idx === 2)
  await expectSignature(inviting, keyset)
})
