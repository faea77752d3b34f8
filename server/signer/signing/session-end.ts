import type { Failure } from '../failure.ts'
import type { PeerEntry } from '../peers/peers.ts'
import { logCompleted, type ProtocolLog } from '../protocol-log.ts'
import type { HedgedOutcome } from './hedge.ts'
import type { MadeSignature } from './sign-queue.ts'

/** The signatures that a session of ours has made. */
export interface Signed {
  sid: string
  peers: readonly PeerEntry[]
  signatures: readonly MadeSignature[]
}

/** A session that we have asked peers for. */
export interface EndedSession {
  outcome: HedgedOutcome<Signed>
  hashes: readonly string[]
  type: string
  /** The kinds of its events, if it shows them. */
  kinds?: number[] | undefined
  /** The last session and set of peers that were asked: those of a failure. */
  last: { sid: string; peers: readonly PeerEntry[] }
  /** Milliseconds. */
  took: number
}

/** Records how a session of ours has ended, and returns its signatures with the peers that took part. */
export function endSession(
  context: Pick<ProtocolLog, 'audit' | 'log'>,
  { outcome, hashes, type, kinds, last, took }: EndedSession,
): { ok: true; signatures: MadeSignature[] } | Failure {
  const { sid, peers } = outcome.ok ? outcome.value : last
  const withWhom = peers.map(({ xonly }) => xonly)
  const shown = kinds && { kinds }
  context.audit({
    direction: 'asked',
    peers: withWhom,
    sessionId: sid,
    hashes: [...hashes],
    type,
    ...shown,
    outcome: outcome.ok ? 'ok' : 'failed',
    took,
  })
  if (!outcome.ok) {
    const { why, code } = outcome
    context.log.add('error', `Signing failed: ${why.error}`, { hashes: hashes.length, took })
    return { ok: false, why, code }
  }
  logCompleted(context, 'sign', { peers, session: sid, hashes: hashes.length, ...shown, took })
  const { signatures } = outcome.value
  return { ok: true, signatures: signatures.map((made) => ({ ...made, peers: withWhom })) }
}
