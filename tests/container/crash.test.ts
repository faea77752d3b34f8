import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { seededPrng } from '../support/prng.ts'
import { describeWithDocker, type Floe, makeVolume, startFloe, startGroup } from './support/containers.ts'
import { docker } from './support/docker.ts'
import { expectSignature, newHash } from './support/signatures.ts'

const KILLS = 20
/** Milliseconds after the server is well: long enough that some kills meet every kind of write. */
const LATEST_KILL = 600
const SEED = 20_260_801

/** All that the server has said is done. */
interface Acknowledged {
  /** What GROUP_NAME was set to last, or, unanswered, may have been. */
  names: string[]
  records: Set<string>
  policy: { allowSend: boolean; allowReceive: boolean }[]
  signed: Set<string>
}

describeWithDocker('Killed at any moment under writes, the image', () => {
  it(`is well again ${KILLS} times, has lost nothing acknowledged, and signs by itself`, async (scope) => {
    const group = await startGroup(scope)
    const volume = await makeVolume(scope)
    const floe = await startFloe(scope, { network: group.network, volume })
    await floe.configure(group)
    const prng = seededPrng(SEED)
    const self = group.keyset.group.commits[0]?.pubkey.slice(2) ?? ''
    const other = group.keyset.group.commits[2]?.pubkey ?? ''
    const done: Acknowledged = { names: ['Test keyset'], records: new Set(), policy: [], signed: new Set() }

    for (let round = 1; round <= KILLS; round += 1) {
      const at = prng.integer(LATEST_KILL)
      const writing = write(floe, round, other, done, group.keyset)
      await sleep(at)
      await docker('kill', '--signal', 'KILL', floe.id)
      await writing

      await floe.startAgain()
      await floe.untilHealthy()
      await expectKept(floe, other, done, `round ${round}, killed after ${at} ms`)
    }
    // No one has signed in: the peer asks, and the signer answers.
    await floe.untilItCanSign()
    expect(await group.peer.sign(newHash(), [self])).toMatchObject({ ok: true })
    await expectSignature(floe, group)
    console.log(`kept: ${done.records.size} records, ${done.signed.size} signatures`)
  })
})
