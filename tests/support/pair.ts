import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GenerationName } from '../../server/contract/generations.ts'
import { generateKeyset, type Keyset } from '../../server/frostr/v1/keyset.ts'
import type { SignerNode } from '../../server/signer/node.ts'
import type { NodeTimings } from '../../server/signer/options.ts'
import { type FloeNode, type FloeNodeOptions, startFloeNode } from './floe-node.ts'
import { noncesFor } from './next-group.ts'
import type { Scope } from './scope.ts'
import { faultsOf, signByFloe } from './signatures.ts'

/** How the members of a pair run. */
export interface PairOptions {
  timings?: Partial<NodeTimings>
  /** The one that they sign in. */
  generation?: GenerationName
}

/** A keyset both of whose members are needed for each signature. */
export const newPair = (): Keyset => generateKeyset({ threshold: 2, totalMembers: 2 })

/** What makes a node sign in one generation of the protocol, and in no other. */
export const speaking = (scope: Scope, generation: GenerationName): Partial<FloeNodeOptions> =>
  generation === '1.x' ? {} : { next: noncesFor(scope), firstGeneration: 'refuse' }

/** A member of a keyset on Floe's own timings, which stops when the test ends. */
export async function startMember(
  scope: Scope,
  keyset: Keyset,
  idx: number,
  relays: string[],
  { timings = {}, generation = '1.x' }: PairOptions = {},
): Promise<FloeNode> {
  const share = keyset.shareCredentials[idx - 1] ?? ''
  const member = await startFloeNode({
    group: keyset.groupCredential,
    share,
    relays,
    timings,
    ...speaking(scope, generation),
  })
  scope.onTestFinished(() => member.node.stop())
  return member
}

/** Two members that can only sign together. */
export async function startPair(
  scope: Scope,
  relays: string[],
  options: PairOptions = {},
): Promise<{ keyset: Keyset; one: FloeNode; other: FloeNode }> {
  const keyset = newPair()
  const [one, other] = await Promise.all([
    startMember(scope, keyset, 1, relays, options),
    startMember(scope, keyset, 2, relays, options),
  ])
  return { keyset, one, other }
}

export interface SignAttempt {
  /** Why there is no valid signature; null when there is one. */
  problem: string | null
  /** Milliseconds. */
  took: number
}

/** Has a node sign a hash that nobody has signed yet, and verifies what it gives. */
export async function signOnce(node: SignerNode): Promise<SignAttempt> {
  const hash = randomBytes(32).toString('hex')
  const startedAt = performance.now()
  const signed = await signByFloe(node, [[hash]])
  const took = performance.now() - startedAt
  return { problem: faultsOf(node.group.pubkey, [[hash]], signed)[0] ?? null, took }
}

/** So many signatures, one after the other. */
export async function signOften(node: SignerNode, times: number): Promise<SignAttempt[]> {
  const attempts: SignAttempt[] = []
  for (let n = 0; n < times; n += 1) attempts.push(await signOnce(node))
  return attempts
}

/**
 * Tries to sign until it succeeds.
 *
 * @returns milliseconds that this took, failed attempts included
 */
export async function signEventually(node: SignerNode, timeout = 60_000): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const { problem } = await signOnce(node)
    const took = performance.now() - startedAt
    if (problem === null) return took
    if (took > timeout) throw new Error(`no signature within ${timeout} ms: ${problem}`)
    await sleep(50)
  }
}
