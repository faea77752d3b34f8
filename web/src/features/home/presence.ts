import type { Peer } from '#contract/peers.ts'
import type { StatusAnswer } from '#contract/status.ts'
import { home as texts } from '../../texts/texts.ts'
import { deviceName } from '../signer/peers.ts'

export interface Presence {
  /** Devices that are there now, this server among them, no more than a signature needs. */
  here: number
  needed: number
  /** Who they are. */
  names: string
}

/** With more names than this there is only their count. */
const NAMES_MAX = 3

type Known = Pick<StatusAnswer, 'nodeActive' | 'stopped'>
type Other = Pick<Peer, 'member' | 'name' | 'online'>

/**
 * Who is there for a signature.
 *
 * @param threshold how many devices one needs
 */
export function presenceOf(status: Known, others: readonly Other[], threshold: number): Presence {
  // A server that hears no relay, or that its owner has stopped, adds nothing to a signature.
  const isHere = status.nodeActive && status.stopped === null
  const online = others.filter((peer) => peer.online)
  const here = Math.min(threshold, online.length + (isHere ? 1 : 0))
  return { here, needed: threshold, names: namesOf(isHere, online) }
}

function namesOf(isHere: boolean, online: readonly Other[]): string {
  const names = [...(isHere ? [texts.thisServer] : []), ...online.map(deviceName)]
  if (names.length === 0) return texts.nobody
  if (names.length <= NAMES_MAX) return names.join(', ')
  return isHere ? texts.withOthers(online.length) : texts.others(online.length)
}
