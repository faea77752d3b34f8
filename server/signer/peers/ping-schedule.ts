const HOUR = 3_600_000
/**
 * For a peer that does not answer: time from the first ping to the second, per peer in the group.
 */
const RETRY_SHARE = 8_000
/** By how much intervals vary, so that two signers don't ping each other at the same instant. */
const SPREAD = 0.25
/** By how much an interval grows while there is no news of a peer. */
const GROWTH = 1.5

/** How many peers there are, and how many of them are online. */
import { IDLE_PINGS_HOUR, PING_INTERVAL_OFFLINE, PING_INTERVAL_QUIET } from '../limits.ts'
export interface Presence {
  peers: number
  online: number
}

/**
 * How long an online peer may be silent before it is pinged, while nothing changes: a minute, or as
 * long as it takes to fit all peers into the hourly budget. A ping tells both sides that the other
 * is there, and costs each one event. Milliseconds.
 */
export function quietInterval({ peers, online }: Presence): number {
  const toOffline = ((peers - online) * HOUR) / PING_INTERVAL_OFFLINE
  const left = Math.max(IDLE_PINGS_HOUR - toOffline, IDLE_PINGS_HOUR / 4)
  return Math.max(PING_INTERVAL_QUIET, (HOUR * online) / left)
}

/**
 * The same right after news of the peer.
 *
 * @param shortest of all intervals, in milliseconds
 */
export const newsInterval = (presence: Presence, shortest: number): number =>
  Math.max(shortest, quietInterval(presence) / 2)

/** The next interval after a ping that brought no news. */
export const grown = (interval: number, presence: Presence): number =>
  Math.min(interval * GROWTH, quietInterval(presence))

/**
 * The time from one ping to the next for a peer that does not answer.
 *
 * @param failures pings in a row that it has not answered
 */
export const retryInterval = (
  { peers }: Presence,
  { failures, shortest }: { failures: number; shortest: number },
): number =>
  Math.min(
    PING_INTERVAL_OFFLINE,
    Math.max(shortest, peers * RETRY_SHARE) * 2 ** Math.max(0, failures - 1),
  )

/** @param random from 0 to 1 */
export const spread = (interval: number, random: number): number => interval * (1 + SPREAD * random)
