import type { ProtocolName } from '#contract/protocols.ts'
import { generateKeyset, type Keyset } from '#protocol/v1/keyset.ts'
import type { SignerTimings } from '#signer/options.ts'
import type { Signer } from '#signer/signer.ts'
import { type FloeSigner, type FloeSignerOptions, startFloeSigner } from './floe-signer.ts'
import { faultyRelayGenerations } from './long.ts'
import { newHash } from './new-hash.ts'
import { AS_IN_USE } from './patient.ts'
import type { Scope } from './scope.ts'
import { faultsOf, signByFloe } from './signatures.ts'
import { credentialsIn, noncesFor } from './v2-group.ts'

export interface MemberOptions {
  timings?: Partial<SignerTimings>
  /** The protocol that they sign in. */
  generation?: ProtocolName
}

/** A keyset with two members, both needed for each signature. */
export const newPair = (): Keyset => generateKeyset({ threshold: 2, totalMembers: 2 })

/** The options of a node that signs in one protocol only. */
export const speaking = (scope: Scope, generation: ProtocolName): Partial<FloeSignerOptions> =>
  generation === '1.x' ? {} : { v2: noncesFor(scope), v1Mode: 'refuse' }

/** A member of a keyset with Floe's own timings, which stops when the test ends. */
export async function startMember(
  scope: Scope,
  keyset: Keyset,
  idx: number,
  relays: string[],
  { timings = {}, generation = '1.x' }: MemberOptions = {},
): Promise<FloeSigner> {
  const credentials = credentialsIn(scope, generation, keyset, idx)
  const member = await startFloeSigner({
    ...credentials,
    relays,
    timings: { ...AS_IN_USE, ...timings },
  })
  scope.onTestFinished(() => member.node.stop())
  return member
}

/** Two or three members that are all needed for each signature. */
export interface Quorum {
  keyset: Keyset
  members: readonly [FloeSigner, FloeSigner, ...FloeSigner[]]
}

export async function startQuorum(
  scope: Scope,
  size: 2 | 3,
  relays: string[],
  options: MemberOptions = {},
): Promise<Quorum> {
  const keyset = generateKeyset({ threshold: size, totalMembers: size })
  const start = (idx: number) => startMember(scope, keyset, idx, relays, options)
  const third = size === 3 ? [start(3)] : []
  return { keyset, members: await Promise.all([start(1), start(2), ...third]) }
}

/** Quorums of each size, for relay faults. */
export const quorums = faultyRelayGenerations.flatMap((generation) =>
  ([2, 3] as const).map((size) => ({ generation, size })),
)

/** Two members that are both needed for each signature. */
export async function startPair(
  scope: Scope,
  relays: string[],
  options: MemberOptions = {},
): Promise<{ keyset: Keyset; one: FloeSigner; other: FloeSigner }> {
  const { keyset, members } = await startQuorum(scope, 2, relays, options)
  const [one, other] = members
  return { keyset, one, other }
}

export interface SignAttempt {
  /** Why there is no valid signature; null when there is one. */
  problem: string | null
  /** Milliseconds, simulated if time is. */
  took: number
}

/** Has a node sign a hash that nobody has signed yet, and verifies the result. */
export async function signOnce(node: Signer): Promise<SignAttempt> {
  const hash = newHash()
  const startedAt = Date.now()
  const signed = await signByFloe(node, [[hash]])
  const took = Date.now() - startedAt
  return { problem: faultsOf(node.group.pubkey, [[hash]], signed)[0] ?? null, took }
}

/** Has a member ask for this many signatures, one after the other. */
export const signOften = (member: FloeSigner, times: number): Promise<SignAttempt[]> =>
  signInTurn([member], times)

/** Has members ask in turn for this many signatures, one after the other. */
export async function signInTurn(
  members: readonly FloeSigner[],
  times: number,
): Promise<SignAttempt[]> {
  const attempts: SignAttempt[] = []
  for (let n = 0; n < times; n += 1) {
    const asker = members[n % members.length]
    if (asker !== undefined) attempts.push(await signOnce(asker.node))
  }
  return attempts
}

/** Why there are no valid signatures. */
export const problemsOf = (attempts: readonly SignAttempt[]): string[] =>
  attempts.flatMap(({ problem }) => problem ?? [])

/**
 * Tries to sign until it succeeds.
 *
 * @returns milliseconds that this took, failed attempts included
 */
export async function signEventually(node: Signer, timeout = 60_000): Promise<number> {
  const startedAt = Date.now()
  for (;;) {
    const { problem } = await signOnce(node)
    const took = Date.now() - startedAt
    if (problem === null) return took
    if (took > timeout) throw new Error(`no signature within ${timeout} ms: ${problem}`)
    // Node's own timers/promises can't be simulated.
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
