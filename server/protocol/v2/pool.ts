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
 * The nonces between us and one peer, in both directions, as a value: each rule returns the next
 * one and changes nothing, except that `spend` deletes and `markUsed` adds in place. The keeper
 * writes it down before anything that follows from it leaves.
 */
export interface NoncePool {
  /** Ours that only this peer may use, by code. */
  readonly unspent: Map<string, SecretNonce>
  /** Codes of ours that the peer listed last. */
  readonly reported: readonly string[]
  /** The peer's nonces that we may use, oldest first. */
  readonly held: readonly Nonce[]
  /** Codes of the peer's nonces that we have used, oldest first. There are many, so they are added in place. */
  readonly used: Set<string>
}

export const EMPTY_POOL: NoncePool = {
  unspent: new Map(),
  reported: [],
  held: [],
  used: new Set(),
}

/** A pool with new nonces of ours: `fresh` are those, `nonces` are to be sent to the peer. */
export interface Advertisement {
  pool: NoncePool
  fresh: SecretNonce[]
  nonces: Nonce[]
}

/** Makes one nonce. */
export type Generate = () => SecretNonce

/**
 * What a ping brings the peer: nothing while it holds enough unspent ones; otherwise the missing ones are made, and
 * it gets those that it did not report. Sending a nonce again does no harm if the peer has not used it.
 *
 * @param target how many it then holds; genuine devices fill up to 70
 * @param enough it is sent nothing while it holds this many
 * @param onlyNew send nothing again that it may have used
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
 * What a ping brings a peer whose requests may be on the way: a new nonce for each spent one, and none
 * that was sent before.
 */
export function advertiseNew(pool: NoncePool, generate: Generate): Advertisement {
  const filled = fill(pool, NONCES_PER_PEER_MAX, generate)
  return { ...filled, nonces: byCode(filled.fresh) }
}

/**
 * What a signature brings: the same, but only once some are wanting. To make, keep and take each by
 * itself costs both sides more than all else that is done with it.
 *
 * @param together how many must be wanting
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
 * What an onboarding brings, and a ping of version 1, in which no peer says what it holds: all that are
 * unspent, as many as there may be. What was sent before may have been lost.
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
 * Spends nonces of ours, all of them before the first partial signature is made. They are removed
 * from this very pool, so that nobody still holding it finds them again.
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
 * Takes a peer's oldest nonces for a session. They are not accepted again, because an advertisement
 * that crosses the session still has them.
 *
 * @returns null when there are too few
 */
export function use(pool: NoncePool, count: number): { pool: NoncePool; nonces: Nonce[] } | null {
  if (pool.held.length < count) return null
  const nonces = pool.held.slice(0, count)
  const codes = nonces.map(({ code }) => code)
  return { pool: markUsed(pool, codes), nonces }
}

/** Counts these codes of the peer's as used. */
export function markUsed(pool: NoncePool, codes: readonly string[]): NoncePool {
  // Not the set of an empty pool, which others share.
  const used = pool.used.size === 0 ? new Set<string>() : pool.used
  for (const code of codes) used.add(code)
  for (const code of used) {
    if (used.size <= NONCES_USED_KEPT) break
    used.delete(code)
  }
  return { ...pool, held: pool.held.filter(({ code }) => !codes.includes(code)), used }
}

/**
 * Drops everything that a peer has sent, once it fails to answer: it may have lost them. Those that
 * it still has come back with its next ping.
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
  // As they are sent, so as a peer uses them.
  const fresh = inOrder(made)
  const unspent = new Map(pool.unspent)
  for (const nonce of fresh) unspent.set(nonce.code, nonce)
  return { pool: { ...pool, unspent }, fresh }
}

const byCode = (nonces: readonly SecretNonce[]): Nonce[] =>
  inOrder(nonces).map(({ binder_pn, hidden_pn, code }) => ({ binder_pn, hidden_pn, code }))

const inOrder = <T extends { code: string }>(nonces: readonly T[]): T[] =>
  nonces.toSorted((a, b) => (a.code < b.code ? -1 : 1))
