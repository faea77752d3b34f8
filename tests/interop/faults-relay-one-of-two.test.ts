import { describe, expect, it } from 'vitest'
import type { FloeNode } from '../support/floe-node.ts'
import { expectNoLeaks } from '../support/leaks.ts'
import { problemsOf, quorums, type SignAttempt, signInTurn, startQuorum } from '../support/pair.ts'
import { deadRelayUrl } from '../support/relay-client.ts'
import { startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'

/** What a signature may take while one relay of two is dead. Milliseconds. */
const LIMIT = 2_000

expectNoLeaks()

const slowest = (attempts: readonly SignAttempt[]) => Math.max(...attempts.map(({ took }) => took))
/** Every member hears every relay. */
const hearAll = (members: readonly FloeNode[]) =>
  until(() => members.every(({ node }) => node.relays.every(({ heard }) => heard)))

describe.each(quorums)(
  'one relay of two, for $size nodes in $generation,',
  ({ generation, size }) => {
    it('may be dead from the start: all of 20 signatures come, none late', async (scope) => {
      const relay = await startRelayFor(scope)
      const { members } = await startQuorum(scope, size, [await deadRelayUrl(), relay.url], {
        generation,
      })

      const attempts = await signInTurn(members, 20)

      expect(problemsOf(attempts)).toEqual([])
      expect(slowest(attempts)).toBeLessThan(LIMIT)
    })

    it('may hang from the start: all of 20 signatures come, none late', async (scope) => {
      const hanging = await startRelayFor(scope)
      hanging.setFaults({ silent: true })
      const relay = await startRelayFor(scope)
      const { members } = await startQuorum(scope, size, [hanging.url, relay.url], { generation })

      const attempts = await signInTurn(members, 20)

      expect(problemsOf(attempts)).toEqual([])
      expect(slowest(attempts)).toBeLessThan(LIMIT)
    })

    it('may die between two of 20 signatures: all come, none late', async (scope) => {
      const [dying, relay] = [await startRelayFor(scope), await startRelayFor(scope)]
      const { members } = await startQuorum(scope, size, [dying.url, relay.url], { generation })
      await hearAll(members)

      const before = await signInTurn(members, 10)
      await dying.stop()
      const after = await signInTurn(members, 10)

      expect(problemsOf([...before, ...after])).toEqual([])
      expect(slowest([...before, ...after])).toBeLessThan(LIMIT)
      expect(members[0].node.relays[0]).toMatchObject({ url: dying.url, heard: false })
    })

    it('may fall silent or mute in the middle of 20 signatures: all come, none late', async (scope) => {
      const [failing, relay] = [await startRelayFor(scope), await startRelayFor(scope)]
      const { members } = await startQuorum(scope, size, [failing.url, relay.url], { generation })
      await hearAll(members)

      const signing = signInTurn(members, 20)
      await until(() => failing.received.events > 10)
      failing.setFaults({ silent: true })
      const silentAfter = failing.received.events
      await until(() => relay.received.events > silentAfter + 10)
      failing.setFaults({ silent: false, mute: true })
      const attempts = await signing

      expect(problemsOf(attempts)).toEqual([])
      expect(slowest(attempts)).toBeLessThan(LIMIT)
    })

    it('may be the only one of a member: each finds the other where both are', async (scope) => {
      const [one, other, shared] = [
        await startRelayFor(scope),
        await startRelayFor(scope),
        await startRelayFor(scope),
      ]
      const relays = [one.url, shared.url, other.url]
      const { members } = await startQuorum(scope, size, relays, { generation })
      await Promise.all([one.stop(), other.stop()])

      const attempts = await signInTurn(members, 20)

      expect(problemsOf(attempts)).toEqual([])
      expect(slowest(attempts)).toBeLessThan(LIMIT)
    })
  },
)
