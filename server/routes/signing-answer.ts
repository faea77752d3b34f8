import type { Context } from '../context.ts'
import { request, signing } from '../contract/messages.ts'
import type { SignFailureCode } from '../contract/signing.ts'
import type { Call } from '../http/mount.ts'
import type { Route } from '../http/table.ts'
import type { Supervisor } from '../keysets/supervisor.ts'
import type { Failure, FailureCode } from '../node/failure.ts'
import type { SignerNode } from '../node/node.ts'
import { actorOf } from './actor.ts'

/** What comes of a call that needs the group's key. */
export type Outcome<T> =
  | { ok: true; value: T }
  | { ok: false; code: SignFailureCode; error: string }

const STATUS = {
  BAD_REQUEST: 400,
  SIGN_FAILED: 502,
  NODE_UNAVAILABLE: 503,
  SIGN_TIMEOUT: 504,
} as const satisfies Record<SignFailureCode, number>

const CODES: Record<FailureCode, SignFailureCode> = {
  invalid: 'BAD_REQUEST',
  busy: 'NODE_UNAVAILABLE',
  stopped: 'NODE_UNAVAILABLE',
  timeout: 'SIGN_TIMEOUT',
}

export const badRequest = (error: string) => ({
  ok: false as const,
  code: 'BAD_REQUEST' as const,
  error,
})

/** What the signer could not do, as the API says it. */
export const failed = ({ reason, code }: Failure) => ({
  ok: false as const,
  code: code === undefined ? ('SIGN_FAILED' as const) : CODES[code],
  error: reason,
})

/** The node, while it hears what it is sent. */
export function readyNode({ node, verdict }: Supervisor): Outcome<SignerNode> {
  if (node?.isReady) return { ok: true, value: node }
  // A node that is being stopped hears its relays to the end.
  const stopping = verdict.state === 'running' || verdict.state === 'degraded'
  const error = signing.nodeUnavailable(stopping ? request.stopped : verdict.reason)
  return { ok: false, code: 'NODE_UNAVAILABLE', error }
}

/**
 * Answers a call with what came of it, and writes it down.
 *
 * @param detail never what was encrypted or decrypted
 */
export function answer<T extends object>(
  { store }: Context,
  call: Pick<Call<Route>, 'principal' | 'request'>,
  audited: { action: string; detail: Record<string, string | number> },
  outcome: Outcome<T>,
): Response {
  store.audit.recordSoon({
    ...audited,
    actor: actorOf(call),
    outcome: outcome.ok ? 'ok' : outcome.code,
  })
  if (outcome.ok) return call.request.json(outcome.value)
  const { error, code } = outcome
  return call.request.json({ error, code }, STATUS[code])
}
