import {
  NONCES_PER_PEER_MAX,
  NONCES_REFILL_BELOW,
  NONCES_REPLENISHED_AT_ONCE,
  NONCES_RESERVE,
  NONCES_TARGET,
  NONCES_USED_KEPT,
} from '../limits.ts'
import type { SecretNonce } from './frost.ts'
import type { Nonce } from './messages.ts'

/** Our nonces that one peer may use. The caller stores new ones before it sends them. */
export interface OwnPool {
  /**
   * By code, in the order in which they are sent. A spent nonce is deleted from this very map, so that code that
   * still holds it can't find the nonce again.
   */
  readonly unspent: Map<string, SecretNonce>
  /** The codes in the peer's last ping. */
  readonly reported: readonly string[]
}

/** A peer's nonces. The caller stores them before it sends anything that follows from them. */
export interface PeerPool {
  /** Those that we may use, oldest first. */
  readonly held: readonly Nonce[]
  /** The codes of those that we have used, oldest first. Too many to copy, so changed in place. */
  readonly used: Set<string>
}

export interface Advertisement {
  /** New nonces, to be stored and added to the unspent ones. In the order in which they are sent. */
  fresh: SecretNonce[]
  /** The nonces to send to the peer. */
  nonces: Nonce[]
}

export type Generate = () => SecretNonce

/**
 * The nonces to send with a ping: none while the peer holds enough; otherwise it gets those that it did not
 * report, and missing ones are made. Sending a nonce again does no harm if the peer has not used it.
 *
 * @param target how many the peer holds afterwards at most; genuine devices fill up to 70
 * @param enough the peer is sent nothing while it holds this many
 * @param onlyNew whether to send only new nonces, none that the peer may have used
 */
export function advertise(
  pool: OwnPool,
  generate: Generate,
  { target = NONCES_TARGET, enough = NONCES_REFILL_BELOW, onlyNew = false } = {},
): Advertisement {
  const { unspent, reported } = pool
  const seen = new Set(reported.filter((code) => unspent.has(code)))
  if (seen.size >= enough) return { fresh: [], nonces: [] }
  const fresh = missing(pool, target, generate)
  const candidates = onlyNew ? fresh : [...unspent.values(), ...fresh]
  const nonces = byCode(candidates.filter(({ code }) => !seen.has(code)))
  return { fresh, nonces: nonces.slice(0, target - seen.size) }
}

/**
 * The nonces to send with a ping to a peer whose requests may be on the way: a new nonce for each spent one, and
 * none that was sent before.
 */
export function advertiseNew(pool: OwnPool, generate: Generate): Advertisement {
  const fresh = missing(pool, NONCES_PER_PEER_MAX, generate)
  return { fresh, nonces: fresh.map(withoutSecrets) }
}

/**
 * The nonces to send with a partial signature: like `advertiseNew`, but none until several are missing. Making,
 * storing and sending each nonce by itself would cost both sides more than using it.
 *
 * @param together how many must be missing
 */
export const replenish = (
  pool: OwnPool,
  generate: Generate,
  together = NONCES_REPLENISHED_AT_ONCE,
): Advertisement =>
  NONCES_PER_PEER_MAX - pool.unspent.size < together
    ? { fresh: [], nonces: [] }
    : advertiseNew(pool, generate)

/**
 * The nonces to send with an onboarding, or with a ping of version 1, in which a peer does not report what it
 * holds: all unspent nonces, filled up to the maximum. Earlier ones may have been lost on the way.
 */
export function advertiseAll(pool: OwnPool, generate: Generate): Advertisement {
  const fresh = missing(pool, NONCES_PER_PEER_MAX, generate)
  return { fresh, nonces: byCode([...pool.unspent.values(), ...fresh]) }
}

function missing({ unspent }: OwnPool, target: number, generate: Generate): SecretNonce[] {
  return inOrder(Array.from({ length: Math.max(0, target - unspent.size) }, generate))
}

const byCode = (nonces: readonly SecretNonce[]): Nonce[] => inOrder(nonces).map(withoutSecrets)

const inOrder = <T extends { code: string }>(nonces: readonly T[]): T[] =>
  nonces.toSorted((a, b) => (a.code < b.code ? -1 : 1))

/** The part of a nonce that its peer gets. */
export const withoutSecrets = ({ binder_pn, hidden_pn, code }: SecretNonce): Nonce => ({
  binder_pn,
  hidden_pn,
  code,
})

/** Spends nonces of ours, all of them before the first partial signature is made. */
export function spend({ unspent }: OwnPool, codes: readonly string[]): void {
  for (const code of codes) unspent.delete(code)
}

/** Adds the new nonces that a peer advertises, as far as there is room. */
export function receive(pool: PeerPool, nonces: readonly Nonce[]): PeerPool {
  const known = new Set(pool.held.map(({ code }) => code))
  const held = [...pool.held]
  for (const nonce of nonces) {
    if (held.length >= NONCES_PER_PEER_MAX) break
    if (known.has(nonce.code) || pool.used.has(nonce.code)) continue
    known.add(nonce.code)
    held.push(nonce)
  }
  return { ...pool, held }
}

/** Whether a peer may be chosen to sign. */
export const isUsable = ({ held }: PeerPool): boolean => held.length > NONCES_RESERVE

/**
 * Takes a peer's oldest nonces for a session. They are not accepted again: an advertisement that crosses the
 * session may still contain them.
 *
 * @returns null when there are too few
 */
export function use(pool: PeerPool, count: number): { pool: PeerPool; nonces: Nonce[] } | null {
  if (pool.held.length < count) return null
  const nonces = pool.held.slice(0, count)
  const codes = nonces.map(({ code }) => code)
  return { pool: markUsed(pool, codes), nonces }
}

/** Marks nonces of the peer as used. */
export function markUsed({ held, used }: PeerPool, codes: readonly string[]): PeerPool {
  for (const code of codes) used.add(code)
  for (const code of used) {
    if (used.size <= NONCES_USED_KEPT) break
    used.delete(code)
  }
  return { held: held.filter(({ code }) => !codes.includes(code)), used }
}

/** The codes of the peer's nonces that we hold, for a ping. */
export const heldCodes = ({ held }: PeerPool): string[] => held.map(({ code }) => code).toSorted()
