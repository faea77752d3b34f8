import { describe, expect, test } from 'vitest'
import { relay as texts } from '#contract/relay-messages.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { cpuOf, residentBytes } from '../bench/built-server.ts'
import { startRemote } from '../bench/remote.ts'
import { firstShare } from '../support/api-server.ts'
import { type FloeServer, startFloe } from '../support/floe-process.ts'
import { isLong, rounds } from '../support/long.ts'
import { newHash } from '../support/new-hash.ts'
import { fileScope, type Scope, startPeerFor, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { noncesFor } from '../support/v2-group.ts'
import type { FloodName, HostileCalls } from './hostile-relay-program.ts'

const PROGRAM = `${import.meta.dirname}/hostile-relay-program.ts`
/** Signatures before a flood: the memory that a signer takes at first is not the relay's doing. */
const BEFORE = rounds(30, 200)
/** Signatures under each flood. */
const UNDER_FLOOD = rounds(8, 200)
/** Milliseconds that the server may compute between a request and its signature, the flood's share included. */
const HELD_UP = 1_000
/** MiB that a server may grow by under a flood: less in a long run, where it has found its size before each. */
const GROWTH = rounds(60, 30)
const MEBIBYTE = 1_048_576

/** A server with a co-signer over an honest relay, and whoever opens relays that are not honest. */
async function setUp(scope: Scope) {
  const keyset = generateKeyset({ threshold: 2, totalMembers: 3 })
  const { remote } = await startRemote<HostileCalls, true>(PROGRAM, {})
  scope.onTestFinished(() => remote.stop())
  const honest = await startRelayFor(scope, { verify: false })
  await startPeerFor(scope, {
    group: keyset.groupCredential,
    share: keyset.shareCredentials[1] ?? '',
    relays: [honest.url],
    v2: noncesFor(scope),
  })
  const floe = await startFloe(scope, {
    ...firstShare(keyset, [honest.url]),
    RATE_LIMIT_ENABLED: 'false',
  })
  await floe.status(({ nodeActive }) => nodeActive)
  await until(async () => (await sign(floe)).status === 200)
  await signOften(floe, pidOf(floe), BEFORE)
  return { floe, hostile: remote, honest: honest.url, pid: pidOf(floe) }
}

const sign = (floe: FloeServer) => floe.post('/api/sign', { message: newHash() })

function pidOf(floe: FloeServer): number {
  const { pid } = floe
  if (pid === undefined) throw new Error('the server has no process')
  return pid
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
    const before = cpuOf(pid)
    const { status, text } = await sign(floe)
    found.slowest = Math.max(found.slowest, cpuOf(pid) - before)
    found.most = Math.max(found.most, residentBytes(pid))
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
  'events of 500 kB',
  'compressed frames',
  'fragments without an end',
  'a slow drip',
  'challenges without an end',
  'closed subscriptions',
  'answers to nothing',
]

/** What the owner reads at that relay, where it can only come to one text. */
const OUTCOMES: Partial<Record<FloodName, string>> = {
  'nested frames that are not too large': texts.overload,
  'frames of a great many tokens': texts.overload,
  'frames of 900 kB': texts.overload,
  'binary frames': texts.overload,
  'large forged events': texts.overload,
  'nested frames of 1.8 MB': 'too large',
  'frames of 16 MB': 'too large',
}

describe('a relay of two does not hold up what goes over the other', () => {
  const file = fileScope()
  let shared: ReturnType<typeof setUp> | undefined
  // What one flood has left behind may hide what the next one does: in a long run each has its own server.
  const serverFor = (t: Scope) => {
    if (isLong) return setUp(t)
    shared ??= setUp(file)
    return shared
  }

  test.for(FLOODS)('with %s', async (name, t) => {
    const { floe, hostile, honest, pid } = await serverFor(t)
    const url = await hostile.call('open')
    const setRelays = (relays: string[]) =>
      floe.post('/api/env', { RELAYS: JSON.stringify(relays) })
    await setRelays([honest, url])
    t.onTestFinished(async () => void (await setRelays([honest])))
    await floe.status(
      ({ relayStates }) => relayStates.length === 2 && relayStates.every(({ heard }) => heard),
    )
    const before = residentBytes(pid)

    await hostile.call('begin', { url, name })
    const during = await signOften(floe, pid, UNDER_FLOOD)

    expect(during.failed).toEqual([])
    expect(during.slowest).toBeLessThan(HELD_UP)
    expect((during.most - before) / MEBIBYTE).toBeLessThan(GROWTH)
    const reason = OUTCOMES[name]
    if (reason === undefined) return
    const isLeft = async () => {
      const { relayStates } = await floe.status(() => true)
      const relay = relayStates.find((one) => one.url === url)
      return relay?.state === 'waiting' && relay.error?.includes(reason) === true
    }
    // It is left for what it sends over a time, and on a busy machine that takes longer.
    await until(isLeft, { interval: 100, what: `it to be left: ${reason}` })
  })
})
