import type { Peer } from '#contract/peers.ts'
import type { DirectionBarrier, StatusAnswer } from '#contract/status.ts'

/** The one thing that an owner can do now; `nothing`: it works, or only time helps. */
export type NextStep =
  | { do: 'nothing' }
  | { do: 'resume' }
  | { do: 'start' }
  | { do: 'see-requests' }
  | { do: 'add-relay' }
  | { do: 'see-relays' }
  | { do: 'see-protocol' }
  | { do: 'see-reason' }
  /** Nobody can bring it online from here: the text says what to do. */
  | { do: 'wake'; peer: Peer }
  /** Its switch for this direction is off. */
  | { do: 'allow'; peer: Peer; direction: 'send' | 'receive' }
  /** Why it doesn't sign with this server stands in its details. */
  | { do: 'see-device'; peer: Peer }

const NOTHING: NextStep = { do: 'nothing' }

interface StepParts {
  status: StatusAnswer
  /** Those that are known. */
  peers: readonly Peer[]
  /** Members that wait for the owner's word to join. */
  requests: number
}

export function nextStep({ status, peers, requests }: StepParts): NextStep {
  const { stopped, hasCredentials, directions } = status
  if (stopped !== null) return { do: 'resume' }
  if (!hasCredentials) return { do: 'start' }
  if (requests > 0) return { do: 'see-requests' }
  const { ask, answer } = directions
  if (!ask.can && ask.why !== null) return stepFor(ask.why, 'send', status, peers)
  // A signer that signs alone lacks nobody.
  if (!answer.can && answer.why !== null && answer.why !== 'peers') {
    return stepFor(answer.why, 'receive', status, peers)
  }
  return NOTHING
}

function stepFor(
  why: DirectionBarrier,
  direction: 'send' | 'receive',
  { relays }: StatusAnswer,
  peers: readonly Peer[],
): NextStep {
  switch (why) {
    case 'owner':
      return { do: 'resume' }
    case 'stopped':
      return { do: 'see-reason' }
    case 'relay':
      return { do: relays.length === 0 ? 'add-relay' : 'see-relays' }
    case 'off':
      return { do: 'see-protocol' }
    case 'looking':
      return NOTHING
    case 'peers':
      return stepWith(missing(peers), (peer) => ({ do: 'wake', peer }))
    case 'policy':
      return stepWith(shutOut(peers, direction), (peer) =>
        isOff(peer, direction) ? { do: 'allow', peer, direction } : { do: 'see-device', peer },
      )
    case 'older':
    case 'refused':
    case 'nonces':
      return stepWith(
        peers.find(({ online }) => online),
        (peer) => ({ do: 'see-device', peer }),
      )
  }
}

const stepWith = (peer: Peer | undefined, step: (peer: Peer) => NextStep): NextStep =>
  peer === undefined ? NOTHING : step(peer)

/** The device that was there last, and so is the likeliest to come back. */
function missing(peers: readonly Peer[]): Peer | undefined {
  const seenAt = ({ lastSeen }: Peer) => (lastSeen === undefined ? 0 : Date.parse(lastSeen))
  return peers.filter(({ online }) => !online).toSorted((a, b) => seenAt(b) - seenAt(a))[0]
}

const isOff = (peer: Peer, direction: 'send' | 'receive'): boolean =>
  direction === 'send' ? !peer.allowSend : !peer.allowReceive

function shutOut(peers: readonly Peer[], direction: 'send' | 'receive'): Peer | undefined {
  const online = peers.filter((peer) => peer.online)
  return (
    online.find((peer) => isOff(peer, direction)) ??
    online.find(({ denied }) => denied.includes(`${direction}.sign`))
  )
}
