import { beforeAll, expect, it } from 'vitest'
import { fileScope } from '../support/file-scope.ts'
import { until } from '../support/until.ts'
import { docker } from './support/docker.ts'
import { type Floe, startFloe } from './support/floe.ts'
import { type Group, RELAY_NAME, startGroup, startRelay } from './support/group.ts'
import { newHash, untilItSigns } from './support/signatures.ts'
import { describeWithDocker } from './support/suite.ts'

/** The peer is a program that dials once: it is restarted until it has found its relay again. */
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

const addressOf = ({ relay, network }: Group): Promise<string> =>
  relay.inspect(`{{(index .NetworkSettings.Networks "${network}").IPAddress}}`)

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

    await untilItSigns(floe, group)
  })

  it('after its relay was off the network', async () => {
    await docker('network', 'disconnect', '--force', group.network, group.relay.id)
    await untilItCannotSign(floe)

    await docker('network', 'connect', '--alias', RELAY_NAME, group.network, group.relay.id)
    await bringBack(group.peer)

    await untilItSigns(floe, group)
  })

  it('after its relay moved to another address', async (scope) => {
    const before = await addressOf(group)
    await docker('rm', '--force', group.relay.id)
    await untilItCannotSign(floe)
    // Something else has the address now, so the name must be looked up again.
    const squatter = await startRelay(scope, group.network, 'other.floe.test')

    group.relay = await startRelay(file, group.network)
    await bringBack(group.peer)

    await untilItSigns(floe, group)
    expect(await addressOf({ ...group, relay: squatter })).toBe(before)
    expect(await addressOf(group)).not.toBe(before)
  })
})
