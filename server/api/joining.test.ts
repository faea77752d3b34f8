import { describe, expect, onTestFinished, test } from 'vitest'
import { http, ownerEvent, ownerWarning } from '#contract/messages.ts'
import type { OnboardingRequests } from '#contract/packages.ts'
import { xOnly } from '#nostr/x-only.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { CALLER, mountForTest, mountSigner } from '../../tests/support/mounted-routes.ts'
import { until } from '../../tests/support/until.ts'
import { V2Rogue } from '../../tests/support/v2-rogue.ts'

const keyset = generateKeyset({ threshold: 2, totalMembers: 3 })
const [own = '', joining = '', other = ''] = keyset.group.commits.map(({ pubkey }) => pubkey)

/** A server with the first share, and a device with the second that asks it for the group. */
async function setUp() {
  const relay = await RelayFixture.start()
  onTestFinished(() => relay.stop())
  const routes = await mountSigner(keyset, relay.url)
  const device = await V2Rogue.start(keyset, 2, relay.url)
  onTestFinished(() => device.stop())
  const { events, store, keysets } = routes.context
  const { supervisor } = keysets.first
  const list = async () => (await routes.call<OnboardingRequests>('joinRequests')).body
  const nonces = device.newNonces(3)
  return {
    ...{ routes, device, events, store, supervisor, list },
    ask: () => device.send(xOnly(own), { type: 'OnboardRequest', data: { version: 1, nonces } }),
    waiting: () => until(async () => (await list()).requests[0]?.state === 'waiting'),
    decide: (pubkey: string, approve: boolean) =>
      routes.call<OnboardingRequests>('decideJoinRequest', {
        params: { pubkey },
        body: { approve },
      }),
  }
}

describe('a device that asks for the group', () => {
  test('appears at once in the list, the warnings and the events, and waits', async () => {
    const { ask, waiting, device, list, events, supervisor, store } = await setUp()
    const id = ask()
    await waiting()
    expect(await list()).toMatchObject({ requests: [{ pubkey: joining, index: 2 }] })
    const warning = ownerWarning.onboardingAsked(joining.slice(0, 8), 2)
    expect(supervisor.warnings).toContainEqual(expect.objectContaining({ error: warning }))
    expect(events.entries()).toContainEqual(
      expect.objectContaining({
        type: 'warning',
        message: warning,
        data: { peer: joining, index: 2, generation: '2026', onboarding: 'waiting' },
      }),
    )
    expect(store.audit.page({ limit: 1 })).toMatchObject([
      { actor: xOnly(joining), action: 'onboarding.asked', outcome: 'waiting' },
    ])
    await device.ping(xOnly(own))
    expect(device.answersTo(id)).toEqual([])
  })

  test('gets the group and nonces when the owner approves, and the audit says so', async () => {
    const { ask, waiting, device, decide, list, supervisor, events, store } = await setUp()
    const id = ask()
    await waiting()
    expect(await decide(joining, true)).toMatchObject({ status: 200 })
    await until(() => device.answersTo(id).length > 0)
    const [answer] = device.answersTo(id)
    expect(answer).toMatchObject({ type: 'OnboardResponse', data: { group: { threshold: 2 } } })
    expect(answer?.data.nonces).toHaveLength(100)
    expect((await list()).requests).toMatchObject([{ state: 'answered' }])
    expect(supervisor.warnings).toEqual([])
    expect(events.entries().map(({ message }) => message)).toContain(
      ownerEvent.onboardingDecided(joining.slice(0, 8), true),
    )
    const audited = store.audit
      .page({ limit: 10 })
      .toReversed()
      .filter(({ action }) => action.startsWith('onboarding.'))
    expect(audited.map(({ actor, action, outcome }) => [actor, action, outcome])).toEqual([
      [xOnly(joining), 'onboarding.asked', 'waiting'],
      [CALLER, 'onboarding.approve', 'ok'],
      [xOnly(joining), 'onboarding.asked', 'answered'],
    ])
    const again = ask()
    await until(() => device.answersTo(again).length > 0)
    expect(device.answersTo(again)).toMatchObject([{ type: 'OnboardResponse' }])
  })

  test('gets only an error when the owner refuses, whatever form of its key the call has', async () => {
    const { ask, waiting, device, decide, supervisor } = await setUp()
    const id = ask()
    await waiting()
    const answer = await decide(xOnly(joining).toUpperCase(), false)
    expect(answer.body).toMatchObject({ requests: [{ state: 'refused' }] })
    await until(() => device.answersTo(id).length > 0)
    expect(device.answersTo(id)).toMatchObject([
      { type: 'Error', data: { message: 'inbound onboard denied by local policy' } },
    ])
    expect(supervisor.warnings).toEqual([])
  })
})

describe('nothing is decided', () => {
  test('for a member that has not asked', async () => {
    const { decide } = await setUp()
    expect(await decide(other, true)).toMatchObject({
      status: 404,
      body: { error: http.notAsked },
    })
  })

  test('for something that is not a key, or without a signer', async () => {
    const routes = mountForTest()
    const call = (pubkey: string) =>
      routes.call('decideJoinRequest', { params: { pubkey }, body: { approve: true } })
    expect(await call('xyz')).toMatchObject({ status: 400, body: { error: http.invalidPubkey } })
    expect(await call(joining)).toMatchObject({ status: 404 })
    expect((await routes.call('joinRequests')).body).toEqual({ requests: [] })
  })
})
