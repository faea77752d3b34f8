import { expect, test } from 'vitest'
import { BUILD_CHANGES_AT_ONCE } from '#signer/limits.ts'
import type { PeerBuild } from '#signer/peers/peers.ts'
import { EXCHANGING } from '../support/rules.ts'
import { v2Group } from '../support/v2-group.ts'
import { V2Rogue } from '../support/v2-rogue.ts'
import { present } from '../support/v2-vectors.ts'

const PINGS = 40

test('A member that is another app with each ping floods neither log nor disk, and spoils nothing', async (t) => {
  const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
  const kept: PeerBuild[] = []
  const floe = await group.start(1, { onBuild: (_, build) => void kept.push(build) })
  const rogue = await V2Rogue.start(group.keyset, 2, group.relay.url)
  t.onTestFinished(() => rogue.stop())
  const pingAs = async (weighted: boolean) => {
    const data = { ...rogue.pingData(floe.xonly), ...(weighted && { weighted }) }
    await rogue.ask(floe.xonly, { type: 'PingRequest', data } as const)
  }
  for (let time = 0; time < PINGS; time += 1) await pingAs(time % 2 === 0)
  expect(present(floe.node.peers.get(rogue.xonly)).build).toBe('igloo')
  expect(kept).toEqual(['floe', 'igloo', 'floe', 'igloo'].slice(0, BUILD_CHANGES_AT_ONCE))
  // The first of them is no change.
  const reported = floe.entries.filter(({ message }) => message.includes(' passed for '))
  expect(reported).toHaveLength(BUILD_CHANGES_AT_ONCE - 1)
  expect(await floe.node.ecdh(EXCHANGING, group.xonly(2))).toMatchObject({ ok: true })
  expect(floe.entries.filter(({ type }) => type === 'warning' || type === 'error')).toEqual([])
})
