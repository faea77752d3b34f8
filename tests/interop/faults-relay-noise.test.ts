import { describe, expect, it } from 'vitest'
import type { RelayFixture } from '../../relay-fixture/relay.ts'
import { keyPair, makeEvent } from '../../relay-fixture/test-support.ts'
import { type GenerationName, generationNames } from '../../server/contract/generations.ts'
import { EVENT_KIND, NEXT_EVENT_KIND } from '../../server/contract/limits.ts'
import type { NostrEvent } from '../../server/contract/nostr.ts'
import { expectNoLeaks } from '../support/leaks.ts'
import { type SignAttempt, signEventually, signOften, startPair } from '../support/pair.ts'
import { type Scope, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'

expectNoLeaks()

const problems = (attempts: readonly SignAttempt[]) =>
  attempts.flatMap(({ problem }) => problem ?? [])

/** A pair whose members know each other, on one relay. */
async function pairOn(scope: Scope, relay: RelayFixture, generation: GenerationName) {
  const pair = await startPair(scope, [relay.url], { generation })
  await Promise.all([pair.one, pair.other].map(({ node }) => node.pingAll()))
  return pair
}

describe.each(generationNames)('a relay that makes noise, in %s,', (generation) => {
  const kind = generation === '1.x' ? EVENT_KIND : NEXT_EVENT_KIND

  it('does not keep nodes from signing with garbage', async (scope) => {
    const relay = await startRelayFor(scope)
    const { one } = await pairOn(scope, relay, generation)
    scope.onTestFinished(relay.onEvent(() => relay.garbage()))

    expect(problems(await signOften(one.node, 10))).toEqual([])

    expect(one.node.relays).toMatchObject([{ heard: true, reconnects: 0 }])
  })

  it('does not keep nodes from signing with events too large to be read', async (scope) => {
    const relay = await startRelayFor(scope)
    const { one, other } = await pairOn(scope, relay, generation)
    let events = 0
    const large = relay.onEvent(() => {
      events += 1
      if (events % 4 === 0) relay.oversized(1_500_000)
    })

    expect(problems(await signOften(one.node, 10))).toEqual([])
    large()
    expect(one.node.relays).toMatchObject([{ reconnects: 0 }])

    relay.oversized(3_000_000)
    await until(() => [one, other].every(({ node }) => node.relays[0]?.reconnects === 1))
    expect(await signEventually(one.node)).toBeLessThan(5_000)
  })

  it('is answered once for what it delivers five times', async (scope) => {
    const relay = await startRelayFor(scope)
    const { one, other } = await pairOn(scope, relay, generation)
    relay.setFaults({ duplicate: 5 })
    let sent = 0
    scope.onTestFinished(
      relay.onEvent(({ pubkey }) => {
        if (pubkey === one.node.self.xonly) sent += 1
      }),
    )

    expect(problems(await signOften(one.node, 10))).toEqual([])

    const given = other.audited.filter(({ direction }) => direction === 'given')
    expect(given.length).toBeGreaterThanOrEqual(10)
    expect(given.length).toBeLessThanOrEqual(sent)
  })

  it('may deliver late and in another order', async (scope) => {
    const relay = await startRelayFor(scope)
    const { one } = await pairOn(scope, relay, generation)
    relay.setFaults({ delayMs: 20, jitterMs: 300 })

    const attempts = await Promise.all([
      signOften(one.node, 5),
      signOften(one.node, 5),
      signOften(one.node, 5),
    ])

    expect(problems(attempts.flat())).toEqual([])
  })

  it('may ignore filters and send what is meant for others', async (scope) => {
    const relay = await startRelayFor(scope)
    relay.setFaults({ ignoreFilters: true })
    const { one } = await pairOn(scope, relay, generation)
    const strangers = [makeEvent(), makeEvent({ kind }, keyPair(7))]
    scope.onTestFinished(
      relay.onEvent((event) => {
        if (event.kind === kind) for (const stranger of strangers) relay.inject(stranger)
      }),
    )

    expect(problems(await signOften(one.node, 10))).toEqual([])

    expect(one.node.warnings.list).toEqual([])
  })

  it('can not suppress an event by sending a forged copy first', async (scope) => {
    const [lying, honest] = [await startRelayFor(scope), await startRelayFor(scope)]
    const { one, other } = await startPair(scope, [lying.url, honest.url], { generation })
    await until(() => [one, other].every(({ node }) => node.relays.every(({ heard }) => heard)))
    lying.setFaults({ rejectKinds: [kind] })
    honest.setFaults({ delayMs: 50 })
    const forge = (event: NostrEvent) => lying.inject({ ...event, sig: '0'.repeat(128) })
    scope.onTestFinished(honest.onEvent(forge))

    expect(problems(await signOften(one.node, 10))).toEqual([])

    const bounced = other.entries.filter(({ message }) => message.includes('invalid event sig'))
    expect(bounced).not.toEqual([])
  })

  it('may do all of it at once', async (scope) => {
    const relay = await startRelayFor(scope)
    const { one } = await pairOn(scope, relay, generation)
    relay.setFaults({ duplicate: 3, delayMs: 5, jitterMs: 100, ignoreFilters: true })
    scope.onTestFinished(relay.onEvent(() => relay.garbage()))

    expect(problems(await signOften(one.node, 10))).toEqual([])
  })
})
