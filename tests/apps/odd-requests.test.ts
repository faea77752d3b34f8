import { expect, test } from 'vitest'
import type { InviteAnswer } from '#contract/apps.ts'
import { AS_IN_THE_IMAGE, residentBytes } from '../bench/built-server.ts'
import { firstShare, newKeyset } from '../support/api-server.ts'
import { startAppClient } from '../support/app-client.ts'
import { startFloe } from '../support/floe-process.ts'
import { isLong, rounds } from '../support/long.ts'
import { publishOddRequests, sendOddRequests } from '../support/odd-requests.ts'
import { startMember } from '../support/pair.ts'
import { seededPrng } from '../support/prng.ts'
import { type Scope, startRelayFor } from '../support/scope.ts'

const REQUESTS = rounds(200, 10_000)
/** Requests before memory is measured: they load and compile code, and let the heap grow to its usual size. */
const FIRST = rounds(50, 1_000)
const MEMORY_MB = 20
const STRANGERS = 5
const SEED = 0x0dd
/** Milliseconds. */
const LIMIT = rounds(180_000, 1_800_000)

/** Starts a Floe in a process of its own, which signs with two others. @returns it and a bunker link */
async function startSigner(scope: Scope) {
  const relay = await startRelayFor(scope, { storesEphemeral: true })
  const keyset = newKeyset()
  const environment = { ...firstShare(keyset, [relay.url]), ...AS_IN_THE_IMAGE }
  const floe = await startFloe(scope, { ...environment, LOG_FORMAT: 'json' })
  await Promise.all([2, 3].map((idx) => startMember(scope, keyset, idx, [relay.url])))
  await floe.status(({ canSign }) => canSign)
  const allow = ['nip44_decrypt', 'nip04_decrypt']
  const { body } = await floe.post('/api/apps/invite', { name: 'Odd', preset: 'all', allow })
  return { floe, uri: (body as InviteAnswer).uri }
}

test(
  `Each of ${REQUESTS} odd requests of a paired app is answered exactly once, and none of a stranger`,
  async (t) => {
    const { floe, uri } = await startSigner(t)
    const client = await startAppClient(t, { uri })
    await client.connect()
    const random = seededPrng(SEED)
    const first = await sendOddRequests(client, FIRST, random)
    const before = residentBytes(floe.pid ?? 0)

    const strangers = await Promise.all(
      Array.from({ length: STRANGERS }, () => startAppClient(t, { uri })),
    )
    for (const stranger of strangers) publishOddRequests(stranger, 40, random)
    const { answers, due } = await sendOddRequests(client, REQUESTS, random)
    const last = await client.ask('ping', [], { id: 'the last' })
    const grown = (residentBytes(floe.pid ?? 0) - before) / 1_048_576

    // And those to its connect and to the last ping.
    expect(client.answers).toHaveLength(first.due + due + 2)
    for (const { result, error } of answers) {
      expect(typeof result).toBe('string')
      if (error !== undefined) expect(result).toBe('error')
    }
    expect(last.result).toBe('pong')
    expect(strangers.flatMap((stranger) => stranger.answers)).toEqual([])
    if (isLong) expect(grown).toBeLessThanOrEqual(MEMORY_MB)
    // On a busy machine share holders may be late, which is no fault of the requests.
    const faults = floe.stdout
      .split('\n')
      .filter((line) => /"level":50/.test(line) && !/"event":"error"/.test(line))
    expect(faults).toEqual([])
  },
  LIMIT,
)
