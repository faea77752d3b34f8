import type { Peer } from '#contract/peers.ts'
import type { ProtocolName, V1Mode } from '#contract/protocols.ts'
import type { ProtocolState } from '#contract/status.ts'
import { generations as texts } from '../../texts/texts.ts'

type Spoken = Pick<Peer, 'generations'>

/** What a peer has been heard to speak, the oldest first. */
export const protocolsOf = ({ generations }: Spoken): ProtocolName[] =>
  generations.map(({ name }) => name)

/** What a peer speaks, in plain words; null for one that was never heard. */
export function describeProtocols(peer: Spoken): string | null {
  const [first, ...more] = protocolsOf(peer)
  if (first === undefined) return null
  return more.length > 0 ? texts.spoken.both : texts.spoken[first]
}

export const supports = (peer: Spoken, name: ProtocolName): boolean =>
  protocolsOf(peer).includes(name)

/** Whether a peer was heard, and only in 1.x. */
export const isOlder = (peer: Spoken): boolean => supports(peer, '1.x') && !supports(peer, '2026')

/**
 * What a signer answers, in a few words.
 *
 * @param states as in its status; none while it does not run
 */
export function wordsFor(
  generation: ProtocolName,
  mode: V1Mode,
  states: readonly ProtocolState[],
): string {
  const isOn = (name: ProtocolName) => states.find((state) => state.name === name)?.on !== false
  if (isOn('2026')) return generation === '2026' ? texts.onlyGen2 : texts.modes[mode]
  return generation === '1.x' && isOn('1.x') ? texts.v2Off : texts.bothOff
}

/** What the peers speak, in one line, and whether something should be done about it. */
export function protocolLine(
  peers: readonly Spoken[],
  isRefused: boolean,
): { text: string; isOlder: boolean } {
  const heard = peers.filter(({ generations }) => generations.length > 0)
  const older = heard.filter(isOlder).length
  if (older > 0) {
    const text = isRefused ? texts.refusedPeers(older) : texts.olderPeers(older, peers.length)
    return { text, isOlder: true }
  }
  return { text: heard.length === 0 ? texts.noneHeard : texts.allNext, isOlder: false }
}
