import type { DealAnswer } from '#contract/packages.ts'
import type { Peer } from '#contract/peers.ts'
import { isSameKey } from '#nostr/x-only.ts'

/** Enough of the old shares, as texts, and their group. */
export interface OldShares {
  groupCredential: string
  shareCredentials: readonly string[]
  threshold: number
  members: number
  /** The identity that they sign as, which the new shares must sign as too. */
  npub: string
}

/** Fresh shares of the same key. All of it is in this page's memory, and nowhere else. */
export interface Dealt extends DealAnswer {
  name: string
  threshold: number
  relays: readonly string[]
}

/** The indices of the shares of devices. */
type Indices = readonly number[]

/** Where the owner is. */
export type Flow =
  | { at: 'way' }
  /** Keeping the shares: who speaks 2026 already. */
  | { at: 'peers' }
  | { at: 'shares' }
  | { at: 'settings'; old: OldShares }
  /** Dealt, and nothing of it saved yet. */
  | { at: 'save'; dealt: Dealt }
  /**
   * This signer holds its new share; the others are handed out one after the other, `position` from
   * 0. `handedOut`: by the owner's word; `seen`: has been online with the new share.
   */
  | { at: 'packages'; dealt: Dealt; position: number; handedOut: Indices; seen: Indices }
  | { at: 'summary'; dealt: Dealt; handedOut: Indices; seen: Indices }

export type HandingOut = Extract<Flow, { at: 'packages' }>
type Saved = Extract<Flow, { at: 'packages' | 'summary' }>

/** This signer's new share is saved: goes on to the first of the others, or to the end. */
export const afterSaving = (dealt: Dealt): Flow =>
  dealt.packages.length === 0
    ? { at: 'summary', dealt, handedOut: [], seen: [] }
    : { at: 'packages', dealt, position: 0, handedOut: [], seen: [] }

/** The package being handed out. */
export function packageAt({ dealt, position }: HandingOut): Dealt['packages'][number] {
  const found = dealt.packages[position]
  if (found === undefined) throw new Error(`there is no package ${position}`)
  return found
}

/** Notes whether the owner has handed out the current package. */
export function handOut(flow: HandingOut, isHandedOut: boolean): HandingOut {
  const { index } = packageAt(flow)
  const others = flow.handedOut.filter((other) => other !== index)
  return { ...flow, handedOut: isHandedOut ? [...others, index] : others }
}

/** Notes which devices are online with their new share. Returns the same flow if that is no news. */
export function noteOnline<T extends Saved>(flow: T, peers: readonly Peer[]): T {
  const news = flow.dealt.packages
    .filter(({ index }) => !flow.seen.includes(index))
    .filter(({ pubkey }) => peers.some((peer) => isSameKey(peer.pubkey, pubkey) && isThere(peer)))
    .map(({ index }) => index)
  return news.length === 0 ? flow : { ...flow, seen: [...flow.seen, ...news] }
}

/**
 * A device that only asks to join is online too, but does not run on its share yet: it answers no
 * ping.
 */
const isThere = ({ online, generations }: Peer): boolean =>
  online &&
  generations.some(({ name, pingVersion }) => name === '2026' && pingVersion !== undefined)

/** A device is online with its share, or the owner says that it will be. */
export const mayGoOn = (flow: HandingOut): boolean => isCaredFor(flow, packageAt(flow).index)

const isCaredFor = ({ handedOut, seen }: Saved, index: number): boolean =>
  seen.includes(index) || handedOut.includes(index)

/** The next package, or the summary after the last. Stays if it may not go on. */
export function next(flow: HandingOut): Flow {
  if (!mayGoOn(flow)) return flow
  const { dealt, handedOut, seen, position } = flow
  return position + 1 === dealt.packages.length
    ? { at: 'summary', dealt, handedOut, seen }
    : { ...flow, position: position + 1 }
}

/** The previous package; from the summary, the last one. Null: there is none. */
export function back(flow: Saved): HandingOut | null {
  const { dealt, handedOut, seen } = flow
  const position = (flow.at === 'summary' ? dealt.packages.length : flow.position) - 1
  return position < 0 ? null : { at: 'packages', dealt, position, handedOut, seen }
}

/** The members whose packages would be lost if the owner left now. */
export const lostIf = (flow: Saved): number[] =>
  flow.dealt.packages.map(({ index }) => index).filter((index) => !isCaredFor(flow, index))

/** Whether fewer new shares than it takes to sign would then be out, counting this signer's. */
export const isUselessWithout = (flow: Saved, lost: readonly number[]): boolean =>
  1 + flow.dealt.packages.length - lost.length < flow.dealt.threshold
