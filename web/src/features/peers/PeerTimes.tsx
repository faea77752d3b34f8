import { Fragment } from 'react'
import type { Peer } from '#contract/peers.ts'
import { ago } from '../../lib/time.ts'
import { useNow } from '../../lib/use-now.ts'
import { peers as texts } from '../../texts/texts.ts'

export interface PeerTimesProps {
  peer: Peer
  /** The server's clock ahead of this machine's. Milliseconds. */
  clockOffset: number
}

/** When a peer was seen and tried, and what it was given: the part of a row that ticks. */
export function PeerTimes({ peer, clockOffset }: PeerTimesProps) {
  const now = useNow() + clockOffset
  return factsOf(peer, now).map((fact) => (
    <Fragment key={fact}>
      {'\u00a0· '}
      <span className="inline-block max-w-full">{fact}</span>
    </Fragment>
  ))
}

function factsOf(peer: Peer, now: number): string[] {
  const { status, lastSeen, lastPingAttempt, partialSignatures: given } = peer
  return [
    lastSeen === undefined ? texts.seenNever : texts.seen(ago(lastSeen, now)),
    ...(status === 'offline' && lastPingAttempt !== undefined
      ? [texts.tried(ago(lastPingAttempt, now))]
      : []),
    texts.partialSignatures(given),
  ]
}
