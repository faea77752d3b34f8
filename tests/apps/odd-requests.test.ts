import { expect, test } from 'vitest'
import { startAppClient } from '../support/app-client.ts'
import { startAppSigner } from '../support/app-signer.ts'
import { rounds } from '../support/long.ts'
import { sendOddRequests } from '../support/odd-requests.ts'
import { seededPrng } from '../support/prng.ts'

const REQUESTS = rounds(800, 10_000)
const SEED = 0x0dd
/** Milliseconds. */
const LIMIT = rounds(180_000, 900_000)

test(
  `Each of ${REQUESTS} odd requests of a paired app is answered exactly once`,
  async (t) => {
    const { invite, server } = await startAppSigner(t, { relay: { storesEphemeral: true } })
    const { uri } = await invite({ allow: ['nip44_decrypt', 'nip04_decrypt'] })
    const client = await startAppClient(t, { uri })
    await client.connect()

    const { answers, due } = await sendOddRequests(client, REQUESTS, seededPrng(SEED))
    const last = await client.ask('ping', [], { id: 'the last' })

    // With those to its connect and to the last ping.
    expect(client.answers).toHaveLength(due + 2)
    for (const { result, error } of answers) {
      expect(typeof result).toBe('string')
      if (error !== undefined) expect(result).toBe('error')
    }
    expect(last.result).toBe('pong')
    // What share holders are late with on a busy machine is no fault of what was asked.
    const faults = server.log.filter(
      (line) => /"level":50/.test(line) && !/"event":"error"/.test(line),
    )
    expect(faults).toEqual([])
  },
  LIMIT,
)
