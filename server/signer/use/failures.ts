import type { SignFailureCode } from '#contract/signing.ts'
import type { Failure, FailureCode } from '../failure.ts'
import type { Refused } from './request.ts'

const CODES: Record<FailureCode, SignFailureCode> = {
  invalid: 'BAD_REQUEST',
  busy: 'NODE_UNAVAILABLE',
  stopped: 'NODE_UNAVAILABLE',
  timeout: 'SIGN_TIMEOUT',
  notPersisted: 'NOT_PERSISTED',
  declined: 'PEER_DECLINED',
  unanswered: 'PEER_UNANSWERED',
}

export const badRequest = (error: string): Refused => ({ ok: false, code: 'BAD_REQUEST', error })

/** What callers are told when the node could not do something. */
export const failed = ({ reason, code }: Failure): Refused => ({
  ok: false,
  code: code === undefined ? 'SIGN_FAILED' : CODES[code],
  error: reason,
})
