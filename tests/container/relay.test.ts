import { beforeAll, expect, it } from 'vitest'
import { newHash } from '../support/new-hash.ts'
import { fileScope, type Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import type { Started } from './support/containers.ts'
import { docker } from './support/docker.ts'
import { type Floe, startFloe } from './support/floe.ts'
import { type Group, RELAY_NAME, startGroup, startRelay } from './support/group.ts'
import { expectSignature } from './support/signatures.ts'
import { describeWithDocker } from './support/suite.ts'

/** Restarts the peer until it has found its relay: its program dials only once. */
const bringBack = ({ id }: Group['peer']): Promise<void> =>
  until(
    async () => {
      const since = String(Date.now() / 1_000)
      await docker('restart', '--time', '0', id)
      const isReady = async () => /^peer /m.test(await docker('logs', '--since', since, id))
      return until(isReady, { timeout: 10_000 }).then(
        () => true,
        () => false,
      )
    },
    { what: 'the peer to find its relay' },
  )

const untilItCannotSign = (floe: Floe): Promise<void> =>
  until(async () => (await floe.sign(newHash())).status !== 200)

const addressOf = (container: Started, network: string): Promise<string> =>
  container.inspect(`{{(index .NetworkSettings.Networks "${network}").IPAddress}}`)

/** Starts other containers until one of them has taken this address of a network. */
async function occupy(scope: Scope, network: string, address: string): Promise<void> {
  for (let taken = ''; taken !== address; ) {
    // On another port than the relay: a dial to the old address must fail.
    const elsewhere = ['node', 'relay-fixture/main.ts', '--host', '0.0.0.0', '--port', '7778']
    const squatter = await startRelay(scope, network, {
      name: 'other.floe.test',
      command: elsewhere,
    })
    taken = await addressOf(squatter, network)
  }
}

describeWithDocker('The image signs again by itself', () => {
  const file = fileScope()
  let group: Group
  let floe: Floe

  beforeAll(async () => {
    group = await startGroup(file)
    floe = await startFloe(file, { network: group.network })
    await floe.configure(group)
  })

  it('after its relay was paused', async () => {
    await docker('pause', group.relay.id)
    await untilItCannotSign(floe)

    await docker('unpause', group.relay.id)

    await expectSignature(floe, group)
  })

  it('after its relay was off the network', async () => {
    await docker('network', 'disconnect', '--force', group.network, group.relay.id)
    await untilItCannotSign(floe)

    await docker('network', 'connect', '--alias', RELAY_NAME, group.network, group.relay.id)
    await bringBack(group.peer)

    await expectSignature(floe, group)
  })

  it('after its relay moved to another address', async (scope) => {
    const before = await addressOf(group.relay, group.network)
    await docker('rm', '--force', group.relay.id)
    await untilItCannotSign(floe)
    // Something else has the address now, so the name must be looked up again.
    await occupy(scope, group.network, before)

    group.relay = await startRelay(file, group.network)
    await bringBack(group.peer)

    await expectSignature(floe, group)
    expect(await addressOf(group.relay, group.network)).not.toBe(before)
  })
})
