import { describe, expect, it } from 'vitest'
import { generationNames } from '../../server/contract/generations.ts'
import { expectNoLeaks } from '../support/leaks.ts'
import { type SignAttempt, signOften, startPair } from '../support/pair.ts'
import { deadRelayUrl } from '../support/relay-client.ts'
import { startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'

/** What a signature may take while one relay of two is dead. Milliseconds. */
const LIMIT = 2_000

expectNoLeaks()

const slowest = (attempts: readonly SignAttempt[]) => Math.max(...attempts.map(({ took }) => took))
const problems = (attempts: readonly SignAttempt[]) =>
  attempts.flatMap(({ problem }) => problem ?? [])

describe.each(generationNames)('one relay of two, in %s,', (generation) => {
  it('may be dead from the start: all of 20 signatures come, none late', async (scope) => {
    const relay = await startRelayFor(scope)
    const { one } = await startPair(scope, [await deadRelayUrl(), relay.url], { generation })

    const attempts = await signOften(one.node, 20)

    expect(problems(attempts)).toEqual([])
    expect(slowest(attempts)).toBeLessThan(LIMIT)
  })

  it('may hang from the start: all of 20 signatures come, none late', async (scope) => {
    const hanging = await startRelayFor(scope)
    hanging.setFaults({ silent: true })
    const relay = await startRelayFor(scope)
    const { one } = await startPair(scope, [hanging.url, relay.url], { generation })

    const attempts = await signOften(one.node, 20)

    expect(problems(attempts)).toEqual([])
    expect(slowest(attempts)).toBeLessThan(LIMIT)
  })

  it('may die between two of 20 signatures: all come, none late', async (scope) => {
    const [dying, relay] = [await startRelayFor(scope), await startRelayFor(scope)]
    const { one, other } = await startPair(scope, [dying.url, relay.url], { generation })
    await until(() => [one, other].every(({ node }) => node.relays.every(({ heard }) => heard)))

    const before = await signOften(one.node, 10)
    await dying.stop()
    const after = await signOften(one.node, 10)

    expect(problems([...before, ...after])).toEqual([])
    expect(slowest([...before, ...after])).toBeLessThan(LIMIT)
    expect(one.node.relays[0]).toMatchObject({ url: dying.url, heard: false })
  })

  it('may fall silent or mute in the middle of 20 signatures: all come, none late', async (scope) => {
    const [failing, relay] = [await startRelayFor(scope), await startRelayFor(scope)]
    const { one, other } = await startPair(scope, [failing.url, relay.url], { generation })
    await until(() => [one, other].every(({ node }) => node.relays.every(({ heard }) => heard)))

    const signing = signOften(one.node, 20)
    await until(() => failing.received.events > 10)
    failing.setFaults({ silent: true })
    const silentAfter = failing.received.events
    await until(() => relay.received.events > silentAfter + 10)
    failing.setFaults({ silent: false, mute: true })
    const attempts = await signing

    expect(problems(attempts)).toEqual([])
    expect(slowest(attempts)).toBeLessThan(LIMIT)
  })

  it('may be the only one of a member: each finds the other where both are', async (scope) => {
    const [one, other, shared] = [
      await startRelayFor(scope),
      await startRelayFor(scope),
      await startRelayFor(scope),
    ]
    const pair = await startPair(scope, [one.url, shared.url, other.url], { generation })
    await Promise.all([one.stop(), other.stop()])

    const attempts = await signOften(pair.other.node, 20)

    expect(problems(attempts)).toEqual([])
    expect(slowest(attempts)).toBeLessThan(LIMIT)
  })
})
