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

/**
 * The nonces between us and one peer, in both directions. A function that changes a pool returns a new one;
 * only `spend` deletes, and `markUsed` adds, in place. The caller stores a pool before it sends anything that
 * follows from it.
 */
export interface NoncePool {
  /** Our nonces that only this peer may use, by code. */
  readonly unspent: Map<string, SecretNonce>
  /** The codes of our nonces in the peer's last ping. */
  readonly reported: readonly string[]
  /** The peer's nonces that we may use, oldest first. */
  readonly held: readonly Nonce[]
  /** The codes of the peer's nonces that we have used, oldest first. Too many to copy, so changed in place. */
  readonly used: Set<string>
}

export const EMPTY_POOL: NoncePool = {
  unspent: new Map(),
  reported: [],
  held: [],
  used: new Set(),
}

export interface Advertisement {
  /** With the new nonces. */
  pool: NoncePool
  /** The new nonces of ours. */
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
  pool: NoncePool,
  generate: Generate,
  { target = NONCES_TARGET, enough = NONCES_REFILL_BELOW, onlyNew = false } = {},
): Advertisement {
  const seen = new Set(pool.reported.filter((code) => pool.unspent.has(code)))
  if (seen.size >= enough) return { pool, fresh: [], nonces: [] }
  const filled = fill(pool, target, generate)
  const candidates = onlyNew ? filled.fresh : [...filled.pool.unspent.values()]
  const nonces = byCode(candidates.filter(({ code }) => !seen.has(code)))
  return { ...filled, nonces: nonces.slice(0, target - seen.size) }
}

/**
 * The nonces to send with a ping to a peer whose requests may be on the way: a new nonce for each spent one, and
 * none that was sent before.
 */
export function advertiseNew(pool: NoncePool, generate: Generate): Advertisement {
  const filled = fill(pool, NONCES_PER_PEER_MAX, generate)
  return { ...filled, nonces: byCode(filled.fresh) }
}

/**
 * The nonces to send with a partial signature: like `advertiseNew`, but none until several are missing. Making,
 * storing and sending each nonce by itself would cost both sides more than using it.
 *
 * @param together how many must be missing
 */
export const replenish = (
  pool: NoncePool,
  generate: Generate,
  together = NONCES_REPLENISHED_AT_ONCE,
): Advertisement =>
  NONCES_PER_PEER_MAX - pool.unspent.size < together
    ? { pool, fresh: [], nonces: [] }
    : advertiseNew(pool, generate)

/**
 * The nonces to send with an onboarding, or with a ping of version 1, in which a peer does not report what it
 * holds: all unspent nonces, filled up to the maximum. Earlier ones may have been lost on the way.
 */
export function advertiseAll(pool: NoncePool, generate: Generate): Advertisement {
  const filled = fill(pool, NONCES_PER_PEER_MAX, generate)
  return { ...filled, nonces: byCode([...filled.pool.unspent.values()]) }
}

/** Records the codes that a ping of version 2 reports. */
export const report = (pool: NoncePool, codes: readonly string[]): NoncePool => ({
  ...pool,
  reported: [...codes],
})

/**
 * Spends nonces of ours, all of them before the first partial signature is made. They are deleted from this very
 * pool, so that code that still holds it can't find them again.
 */
export function spend({ unspent }: NoncePool, codes: readonly string[]): void {
  for (const code of codes) unspent.delete(code)
}

/** Adds the new nonces that a peer advertises, as far as there is room. */
export function receive(pool: NoncePool, nonces: readonly Nonce[]): NoncePool {
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
export const isUsable = (pool: NoncePool): boolean => pool.held.length > NONCES_RESERVE

/**
 * Takes a peer's oldest nonces for a session. They are not accepted again: an advertisement that crosses the
 * session may still contain them.
 *
 * @returns null when there are too few
 */
export function use(pool: NoncePool, count: number): { pool: NoncePool; nonces: Nonce[] } | null {
  if (pool.held.length < count) return null
  const nonces = pool.held.slice(0, count)
  const codes = nonces.map(({ code }) => code)
  return { pool: markUsed(pool, codes), nonces }
}

/** Marks nonces of the peer as used. */
export function markUsed(pool: NoncePool, codes: readonly string[]): NoncePool {
  // Not the set of `EMPTY_POOL`, which pools share.
  const used = pool.used.size === 0 ? new Set<string>() : pool.used
  for (const code of codes) used.add(code)
  for (const code of used) {
    if (used.size <= NONCES_USED_KEPT) break
    used.delete(code)
  }
  return { ...pool, held: pool.held.filter(({ code }) => !codes.includes(code)), used }
}

/**
 * Drops all nonces that we hold of a peer that fails to answer: the peer may have lost them. It sends those
 * that it still has again with its next ping.
 */
export const dropHeld = (pool: NoncePool): NoncePool => ({ ...pool, held: [] })

/** Keeps only the good ones of a peer's nonces: it has lost the others. */
export const keepHeld = (pool: NoncePool, isGood: (code: string) => boolean): NoncePool => ({
  ...pool,
  held: pool.held.filter(({ code }) => isGood(code)),
})

/** The codes of the peer's nonces that we hold, for a ping. */
export const heldCodes = ({ held }: NoncePool): string[] => held.map(({ code }) => code).toSorted()

function fill(
  pool: NoncePool,
  target: number,
  generate: Generate,
): Pick<Advertisement, 'pool' | 'fresh'> {
  const made = Array.from({ length: Math.max(0, target - pool.unspent.size) }, generate)
  // In the order in which they are sent, and so used by the peer.
  const fresh = inOrder(made)
  const unspent = new Map(pool.unspent)
  for (const nonce of fresh) unspent.set(nonce.code, nonce)
  return { pool: { ...pool, unspent }, fresh }
}

const byCode = (nonces: readonly SecretNonce[]): Nonce[] => inOrder(nonces).map(withoutSecrets)

/** The part of a nonce that its peer gets. */
export const withoutSecrets = ({ binder_pn, hidden_pn, code }: SecretNonce): Nonce => ({
  binder_pn,
  hidden_pn,
  code,
})

const inOrder = <T extends { code: string }>(nonces: readonly T[]): T[] =>
  nonces.toSorted((a, b) => (a.code < b.code ? -1 : 1))
