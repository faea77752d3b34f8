import { describe, expect, it } from 'vitest'
import { until } from '../support/until.ts'
import { newestHere } from './support/clients.ts'
import { type Paired, runErrand } from './support/errands.ts'
import { startFloeSigner } from './support/floe.ts'
import { pair, reopened } from './support/pair-client.ts'

/** Some wait for a while before they connect again; most ask again only when a request has failed. */
const BACK_WITHIN_MS = 90_000
const TRY_MS = 5_000
/** Three times over, and all of them started twice. */
const TEST_MS = 400_000

/** Until each is served again, however often it must ask. Resolves to who is not, and why. */
async function notServed(all: readonly Paired[]): Promise<string[]> {
  const unserved = all.map(async (paired) => {
    let why = ''
    const isServed = () =>
      runErrand(paired, TRY_MS).then(
        () => true,
        (error: Error) => {
          why = error.message
          return false
        },
      )
    const back = until(isServed, { timeout: BACK_WITHIN_MS })
    return back.then(
      () => [],
      () => [`${paired.of.name}: ${why}`],
    )
  })
  return (await Promise.all(unserved)).flat()
}

describe('genuine clients', () => {
  it('go on after they have been opened anew, and Floe, and the relay', {
    timeout: TEST_MS,
  }, async (scope) => {
    const signer = await startFloeSigner(scope)
    const all: Paired[] = []
    for (const of of newestHere) {
      const paired = await pair(scope, signer, of)
      all.push(paired.client.can('save') ? await reopened(scope, paired) : paired)
    }
    expect(await notServed(all), 'opened anew').toEqual([])

    await signer.restart()
    expect(await notServed(all), 'after a restart of Floe').toEqual([])

    await signer.relay.stop()
    await signer.relay.start()
    const hearing = all.filter(({ of }) => of.faults.relayRestart === undefined)
    expect(await notServed(hearing), 'after a restart of the relay').toEqual([])
  })
})
