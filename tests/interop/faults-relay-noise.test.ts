import { describe, expect, it } from 'vitest'
import type { NostrEvent } from '#contract/nostr.ts'
import { eventKindOf } from '#contract/protocols.ts'
import type { RelayFixture } from '../../relay-fixture/relay.ts'
import { keyPair, makeEvent } from '../../relay-fixture/test-support.ts'
import { expectNoLeaks } from '../support/leaks.ts'
import { rounds } from '../support/long.ts'
import {
  problemsOf,
  quorums,
  signEventually,
  signInTurn,
  signOften,
  startQuorum,
} from '../support/pair.ts'
import { type Scope, startRelayFor } from '../support/scope.ts'
import { simulateRelays } from '../support/simulated-relays.ts'
import type { SimulatedTime } from '../support/simulated-time.ts'

expectNoLeaks()

/** How many signatures come in most cases. */
const COUNT = rounds(4, 12)
/** And where one member alone asks. */
const OFTEN = rounds(5, 10)

/** Members that know each other, on one relay. */
async function startOn(
  scope: Scope,
  relay: RelayFixture,
  { generation, size }: (typeof quorums)[number],
) {
  const { members } = await startQuorum(scope, size, [relay.url], { generation })
  await Promise.all(members.map(({ node }) => node.pingAll()))
  return members
}

/** Lets what the relay still holds back arrive, as the nodes wait for it before they stop. */
async function arrived(time: SimulatedTime, relay: RelayFixture): Promise<void> {
  relay.clearFaults()
  await time.pass(2_000)
}

describe.each(quorums)('a relay that makes noise, for $size nodes in $generation,', (quorum) => {
  const { generation, size } = quorum
  const kind = eventKindOf[generation]

  it('does not keep nodes from signing with garbage', async (scope) => {
    const relay = await startRelayFor(scope)
    const members = await startOn(scope, relay, quorum)
    scope.onTestFinished(relay.onEvent(() => relay.garbage()))

    expect(problemsOf(await signInTurn(members, COUNT))).toEqual([])

    for (const { node } of members) {
      expect(node.relays).toMatchObject([{ heard: true, reconnects: 0 }])
    }
  })

  it('does not keep nodes from signing with events too large to be read', async (scope) => {
    const { time, startRelay } = simulateRelays(scope)
    const relay = await startRelay()
    const members = await time.until(startOn(scope, relay, quorum))
    let events = 0
    const large = relay.onEvent(() => {
      events += 1
      if (events % 4 === 0) relay.oversized(400_000)
    })

    expect(problemsOf(await time.until(signInTurn(members, COUNT)))).toEqual([])
    large()
    for (const { node } of members) expect(node.relays).toMatchObject([{ reconnects: 0 }])

    relay.oversized(3_000_000)
    await time.untilTrue(() => members.every(({ node }) => node.relays[0]?.reconnects === 1))
    for (const { node } of members) {
      expect(await time.until(signEventually(node))).toBeLessThan(5_000)
    }
  })

  it('is answered once for what it delivers five times', async (scope) => {
    const relay = await startRelayFor(scope)
    const members = await startOn(scope, relay, quorum)
    relay.setFaults({ duplicate: 5 })
    const [one, ...others] = members
    const sent: NostrEvent[] = []
    scope.onTestFinished(
      relay.onEvent((event) => {
        if (event.pubkey === one.node.self.xonly) sent.push(event)
      }),
    )

    expect(problemsOf(await signOften(one, OFTEN))).toEqual([])

    for (const { node, audited } of others) {
      const given = audited.filter(({ direction }) => direction === 'given')
      const asked = sent.filter(({ tags }) => tags.some(([, to]) => to === node.self.xonly))
      expect(given.length).toBeGreaterThanOrEqual(OFTEN)
      expect(given.length).toBeLessThanOrEqual(asked.length)
    }
  })

  it('may deliver late and in another order', async (scope) => {
    const { time, startRelay } = simulateRelays(scope)
    const relay = await startRelay()
    const members = await time.until(startOn(scope, relay, quorum))
    relay.setFaults({ delayMs: 20, jitterMs: 300 })

    const attempts = await time.until(Promise.all([1, 2, 3].map(() => signInTurn(members, COUNT))))

    expect(problemsOf(attempts.flat())).toEqual([])
    await arrived(time, relay)
  })

  it('may ignore filters and send what is meant for others', async (scope) => {
    const relay = await startRelayFor(scope)
    relay.setFaults({ ignoreFilters: true })
    const [one] = await startOn(scope, relay, quorum)
    const strangers = [makeEvent(), makeEvent({ kind }, keyPair(7))]
    scope.onTestFinished(
      relay.onEvent((event) => {
        if (event.kind === kind) for (const stranger of strangers) relay.inject(stranger)
      }),
    )

    expect(problemsOf(await signOften(one, OFTEN))).toEqual([])

    // Except what 1.x warns of because of that many signatures.
    const others = one.node.warnings.list.filter(
      (text) => !text.includes('third partial signature'),
    )
    expect(others).toEqual([])
  })

  it('can’t suppress an event by sending a forged copy first', async (scope) => {
    const { time, startRelay } = simulateRelays(scope)
    const [lying, honest] = [await startRelay(), await startRelay()]
    const relays = [lying.url, honest.url]
    const { members } = await time.until(startQuorum(scope, size, relays, { generation }))
    await time.untilTrue(() => members.every(({ node }) => node.relays.every(({ heard }) => heard)))
    lying.setFaults({ rejectKinds: [kind] })
    honest.setFaults({ delayMs: 50 })
    const forge = (event: NostrEvent) => lying.inject({ ...event, sig: '0'.repeat(128) })
    scope.onTestFinished(honest.onEvent(forge))

    expect(problemsOf(await time.until(signInTurn(members, COUNT)))).toEqual([])
    await arrived(time, honest)

    for (const { entries } of members) {
      const bounced = entries.filter(({ message }) => message.includes('invalid event sig'))
      expect(bounced).not.toEqual([])
    }
  })

  it('may do all of it at once', async (scope) => {
    const { time, startRelay } = simulateRelays(scope)
    const relay = await startRelay()
    const members = await time.until(startOn(scope, relay, quorum))
    relay.setFaults({ duplicate: 3, delayMs: 5, jitterMs: 100, ignoreFilters: true })
    scope.onTestFinished(relay.onEvent(() => relay.garbage()))

    expect(problemsOf(await time.until(signInTurn(members, COUNT)))).toEqual([])
    await arrived(time, relay)
  })
})
