import { MAX_COMMITS } from '#contract/limits.ts'
import {
  IDLE_EVENTS_HOUR,
  IDLE_EVENTS_MINUTE,
  IDLE_PINGS_HOUR,
  IDLE_PINGS_SURE,
  PING_INTERVAL_OFFLINE,
  PING_INTERVAL_QUIET,
} from '../limits.ts'
import type { PeerEntry } from './peers.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** First retry of a peer that does not answer: this long, for each peer in the group. Milliseconds. */
const RETRY_PER_PEER = 8_000
/** Random part of an interval, so that two signers do not ping each other at the same time. */
const JITTER = 0.25
/** Factor by which an interval grows while nothing changes. */
const GROWTH = 1.5

/** How many peers the group has, and how many of them are online. */
export interface PeerCounts {
  peers: number
  online: number
}

/**
 * How long an online peer may be silent before we ping it, while nothing changes: one minute, or longer
 * if the hourly budget needs it. Milliseconds.
 */
export function quietInterval({ peers, online }: PeerCounts): number {
  const toOffline = ((peers - online) * HOUR) / PING_INTERVAL_OFFLINE
  const left = Math.max(IDLE_PINGS_HOUR - toOffline, IDLE_PINGS_HOUR / 4)
  return Math.max(PING_INTERVAL_QUIET, (HOUR * online) / left)
}

/**
 * How long an online peer that has just changed may be silent before we ping it. Milliseconds.
 *
 * @param shortest the shortest of all intervals, in milliseconds
 */
export const newsInterval = (counts: PeerCounts, shortest: number): number =>
  Math.max(shortest, quietInterval(counts) / 2)

/** The next interval after a ping that changed nothing. */
export const grown = (interval: number, counts: PeerCounts): number =>
  Math.min(interval * GROWTH, quietInterval(counts))

/**
 * The time between two pings of a peer that does not answer.
 *
 * @param failures unanswered pings in a row
 */
export const retryInterval = (
  { peers }: PeerCounts,
  { failures, shortest }: { failures: number; shortest: number },
): number =>
  Math.min(
    PING_INTERVAL_OFFLINE,
    Math.max(shortest, peers * RETRY_PER_PEER) * 2 ** Math.max(0, failures - 1),
  )

/** @param random from 0 to 1 */
export const withJitter = (interval: number, random: number): number =>
  interval * (1 + JITTER * random)

/**
 * Orders peers by index, starting after `from`: members that start at the same time then ping different
 * peers first.
 */
export const indexDistance = ({ idx }: Pick<PeerEntry, 'idx'>, from: number): number =>
  idx > from ? idx : idx + Number.MAX_SAFE_INTEGER / 2

/**
 * Limits the events that we send without being asked: pings, answers to pings, messages to ourselves.
 * Relays limit the events of one key (nostream: 60 a minute, 720 an hour), and signatures need room.
 * Answers are never held back, but leave less for our own pings.
 */
export class IdleBudget {
  readonly #now: () => number
  /** When the latest events left, oldest first; Unix milliseconds. */
  #all: number[] = []
  #pings: number[] = []

  /** @param now Unix milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts events that leave in any case. */
  note(events = 1): void {
    this.#all = this.#added(this.#all, events, IDLE_EVENTS_HOUR)
  }

  /**
   * Reserves room for our pings; false when there is too little.
   *
   * @param pings how many
   * @param silent peers that were not heard within a minute: each may ping us in the next one
   */
  take(pings: number, silent: number): boolean {
    if (!this.#allows(pings, silent)) return false
    this.note(pings)
    this.#pings = this.#added(this.#pings, pings, IDLE_PINGS_SURE)
    return true
  }

  #added(times: readonly number[], count: number, most: number): number[] {
    return [...times, ...Array<number>(count).fill(this.#now())].slice(-most)
  }

  #allows(pings: number, silent: number): boolean {
    const expected = Math.min(silent, MAX_COMMITS - 1)
    if (this.#count(this.#all, MINUTE) + pings + expected > IDLE_EVENTS_MINUTE) return false
    return (
      this.#count(this.#all, HOUR) + pings <= IDLE_EVENTS_HOUR ||
      this.#count(this.#pings, HOUR) + pings <= IDLE_PINGS_SURE
    )
  }

  #count(times: readonly number[], span: number): number {
    const from = this.#now() - span
    return times.filter((time) => time > from).length
  }
}
