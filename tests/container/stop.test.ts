import { expect, it } from 'vitest'
import { verifyBip340 } from '../support/bip340.ts'
import { until } from '../support/until.ts'
import { describeWithDocker, makeVolume, startFloe, startGroup } from './support/containers.ts'
import { docker } from './support/docker.ts'
import { newHash } from './support/signatures.ts'

const SIGNATURES = 30
const HELD_UP = 5

describeWithDocker('`docker stop`', () => {
  it('ends with 0 within 10 s, answers what is under way, and loses nothing', async (scope) => {
    const group = await startGroup(scope)
    const volume = await makeVolume(scope)
    const floe = await startFloe(scope, { network: group.network, volume })
    await floe.configure(group)
    const groupKey = group.keyset.group.group_pk.slice(2)

    const hashes = Array.from({ length: SIGNATURES }, newHash)
    const asked = hashes.map((hash) => floe.sign(hash))
    // From now on each of them is a request that the server has.
    await Promise.race(asked)
    // And these can't be answered before the stop: nobody is there to sign with.
    const settled = Promise.all(asked)
    await settled
    await docker('pause', group.peer.id)
    const heldUp = Array.from({ length: HELD_UP }, () => floe.sign(newHash()))
  })
})
