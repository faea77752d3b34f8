import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import { newMessageId } from '#protocol/v1/envelope.ts'
import type { Keyset } from '#protocol/v1/keyset.ts'
import type { SignSession } from '#protocol/v1/messages.ts'
import type { SignSession as V2Session } from '#protocol/v2/messages.ts'
import { startV1Asker } from './asker-v1.ts'
import { startV2Asker } from './asker-v2.ts'
import { until } from './until.ts'

/** A signing request of either protocol, as it goes over the wire. */
export type Session = Pick<SignSession | V2Session, 'gid' | 'sid' | 'members' | 'stamp'> & {
  hashes: readonly unknown[]
}

export interface SealOptions {
  /** The message's id; a new one by default. */
  id?: string
  /** How many seconds ahead of the clock it is dated. */
  ahead?: number
  /** How the event differs from an honest one. */
  fields?: Partial<EventTemplate>
}

/**
 * A peer of either protocol that holds a real share, sends what the test wants and checks nothing.
 * It answers honestly until a test changes that.
 */
export interface Asker {
  readonly idx: number
  readonly xonly: string
  /** The names of requests in its protocol. */
  readonly types: { readonly ping: string; readonly sign: string; readonly ecdh: string }
  /** How many one-hash signatures it can ask a node for before it has to ping it again. */
  readonly supply: number
  /** Pings a node for the first time; in 2026 that brings the nonces that sessions need. */
  meet(to: string): Promise<unknown>
  /** Pings a node it has met; in 2026 that brings more nonces when few are left. */
  ping(to: string): Promise<unknown>
  pingData(to: string): unknown
  /**
   * A valid request for signatures of hashes that nobody has signed yet.
   *
   * @param to the member with index 1
   */
  session(to: string, members: readonly number[], hashes?: number): Session
  /** The session with these fields changed, and its id computed anew. */
  changed(session: Session, wrong: object): Session
  /** A valid request for a key exchange. */
  exchange(members: readonly number[], ecdhKey: string): object
  seal(to: string, type: string, data: unknown, options?: SealOptions): NostrEvent
  publish(event: NostrEvent): void
  /** The answers to a request, by its id; without an id all answers. */
  answers(id?: string): { data: unknown }[]
  /** How many hashes of a session were answered under its id with a valid partial signature. */
  validPartials(id: string, session: Session): number
  /** From now on it answers nothing. */
  fallSilent(): void
  /** From now on it answers only pings. */
  answerPingsAlone(): void
  /** From now on it answers everything this many milliseconds late. */
  answerLate(ms: number): void
  /** How many signing requests it got. */
  asked(): number
  stop(): Promise<void>
}

export interface AskerOptions {
  keyset: Keyset
  /** Index of its share. */
  idx: number
  relay: string
}

export const startAsker: Record<ProtocolName, (options: AskerOptions) => Promise<Asker>> = {
  '1.x': startV1Asker,
  '2026': startV2Asker,
}

/** Sends a request without waiting; returns its id. */
export function send(
  asker: Asker,
  to: string,
  type: string,
  data: unknown,
  { id = newMessageId(), ...options }: SealOptions = {},
): string {
  asker.publish(asker.seal(to, type, data, { id, ...options }))
  return id
}

/** Sends a request and waits until it is answered; returns its id. */
export async function ask(asker: Asker, to: string, type: string, data: unknown): Promise<string> {
  const id = send(asker, to, type, data)
  await until(() => asker.answers(id).length > 0, { what: `an answer to ${type}` })
  return id
}
