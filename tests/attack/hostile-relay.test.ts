import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { generateKeyset } from '../../server/frostr/gen1/keyset.ts'
import { OVERLOAD } from '../../server/relay/redial.ts'
import { startRemote } from '../bench/remote.ts'
import { type FloeServer, startFloe } from '../support/floe-process.ts'
import { noncesFor } from '../support/gen2-group.ts'
import { rounds } from '../support/long.ts'
import { newHash } from '../support/new-hash.ts'
import { type Scope, startPeerFor, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'
import type { FloodName, HostileCalls } from './hostile-relay-program.ts'

const PROGRAM = `${import.meta.dirname}/hostile-relay-program.ts`
/** Signatures before a flood: the memory that a signer grows by at first is not the relay's doing. */
const BEFORE = rounds(50, 200)
/** Signatures under each flood. */
const UNDER_FLOOD = rounds(40, 200)
/** Milliseconds of CPU that a server may take from a request to its signature, the flood included. */
const HELD_UP = 1_000
const MEBIBYTE = 1_048_576

/** A server with a co-signer over an honest relay, and a second relay that is not honest. */
async function setUp(scope: Scope) {
  const keyset = generateKeyset({ threshold: 2, totalMembers: 3 })
  const { remote, ready } = await startRemote<HostileCalls, string>(PROGRAM, {})
  scope.onTestFinished(() => remote.stop())
  const honest = await startRelayFor(scope, { verify: false })
  await startPeerFor(scope, {
    group: keyset.groupCredential,
    share: keyset.shareCredentials[1] ?? '',
    relays: [honest.url],
    gen2: noncesFor(scope),
  })
  const floe = await startFloe(scope, {
    SHARE_CRED: keyset.shareCredentials[0] ?? '',
    GROUP_CRED: keyset.groupCredential,
    RELAYS: `${honest.url},${ready}`,
    RATE_LIMIT_ENABLED: 'false',
  })
  await floe.status(({ relayStates }) => relayStates.every(({ heard }) => heard))
  await until(async () => (await sign(floe)).status === 200)
  return { floe, hostile: remote, hostileUrl: ready, pid: pidOf(floe) }
}

const sign = (floe: FloeServer) => floe.post('/api/sign', { message: newHash() })

function pidOf(floe: FloeServer): number {
  const { pid } = floe
  if (pid === undefined) throw new Error('the server has no process')
  return pid
}

/** Bytes of a process in memory. */
function residentOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

/** Milliseconds of CPU that a process has used, on all its threads. */
function computedBy(pid: number): number {
  // The fields after the name, which may hold anything; in hundredths of a second, by proc(5).
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/**
 * Signs one after the other; returns the most CPU the server took until one was there, and the most
 * memory seen. CPU and not the clock on the wall, which runs on while others use a busy machine.
 */
async function signOften(
  floe: FloeServer,
  pid: number,
  times: number,
): Promise<{ slowest: number; most: number; failed: string[] }> {
  const found = { slowest: 0, most: 0, failed: [] as string[] }
  for (let n = 0; n < times; n += 1) {
    const before = computedBy(pid)
    const { status, text } = await sign(floe)
    found.slowest = Math.max(found.slowest, computedBy(pid) - before)
    found.most = Math.max(found.most, residentOf(pid))
    if (status !== 200) found.failed.push(text)
  }
  return found
}

const FLOODS: readonly FloodName[] = [
  'nested frames of 1.8 MB',
  'nested frames that are not too large',
  'frames of a great many tokens',
  'frames of 16 MB',
  'frames of 900 kB',
  'small frames',
  'empty frames',
  'binary frames',
  'pings',
  'notices',
  'long notices',
  'small forged events',
  'large forged events',
  'compressed frames',
  'fragments without an end',
  'a slow drip',
  'challenges without an end',
  'closed subscriptions',
  'answers to nothing',
]

/** What the owner reads at that relay, where it can only come to one text. */
const OUTCOMES: Partial<Record<FloodName, string>> = {
  'nested frames that are not too large': OVERLOAD,
  'frames of a great many tokens': OVERLOAD,
  'frames of 900 kB': OVERLOAD,
  'binary frames': OVERLOAD,
  'large forged events': OVERLOAD,
  'nested frames of 1.8 MB': 'too large',
  'frames of 16 MB': 'too large',
}

describe('one relay of two does not hold up what goes over the other', () => {
  test.for(FLOODS)('with %s', async (flood, t) => {
    const { floe, hostile, pid, hostileUrl } = await setUp(t)
    const before = await signOften(floe, pid, BEFORE)

    await hostile.call('begin', flood)
    const during = await signOften(floe, pid, UNDER_FLOOD)

    const grown = (during.most - before.most) / MEBIBYTE
    expect(during.failed).toEqual([])
    expect(during.slowest).toBeLessThan(HELD_UP)
    expect(grown).toBeLessThan(30)
    const reason = OUTCOMES[flood]
    if (reason === undefined) return
    const isLeft = async () => {
      const { relayStates } = await floe.status(() => true)
      const relay = relayStates.find(({ url }) => url === hostileUrl)
      return relay?.state === 'waiting' && relay.error?.includes(reason) === true
    }
    // It is left for what it sends over a time, and on a busy machine that takes longer.
    await until(isLeft, { timeout: 90_000, interval: 100, what: `it to be left: ${reason}` })
  })
})
