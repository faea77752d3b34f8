import type { Context } from '#app/context.ts'
import type { SignFailureCode } from '#contract/signing.ts'
import { prefersLater } from '#http/prefer.ts'
import type { Handler, Handlers } from '#http/router.ts'
import { OPEN_FOR_LATER } from '#signer/use/limits.ts'
import type { CipherRequest, Outcome, PendingQuestion, Refused } from '#signer/use/request.ts'
import { callerOf } from './actor.ts'
import { questionsCalls } from './questions.calls.ts'

type CipherName = 'nip44Encrypt' | 'nip44Decrypt' | 'nip04Encrypt' | 'nip04Decrypt'
type SigningCall = Parameters<Handler<'sign' | CipherName>>[0]

const STATUS = {
  BAD_REQUEST: 400,
  REFUSED: 403,
  PEER_DECLINED: 403,
  SIGN_FAILED: 502,
  NODE_UNAVAILABLE: 503,
  STOPPED: 503,
  SIGN_TIMEOUT: 504,
  UNANSWERED: 504,
  PEER_UNANSWERED: 504,
  NOT_PERSISTED: 507,
} as const satisfies Record<SignFailureCode, number>

/** Uses of the group's key: signatures, and what is encrypted to the group or by it. */
export function signingHandlers({ keysets }: Context): Pick<Handlers, 'sign' | CipherName> {
  const { key } = keysets.first

  const cipher =
    (operation: CipherRequest['operation']): Handler<CipherName> =>
    async (call) => {
      const { peer_pubkey: counterparty, content } = call.body
      const request = { operation, caller: callerOf(call), counterparty, content }
      return answer(call, await key.carryOut(request, patienceOf(call)))
    }

  return {
    sign: async (call) => {
      const { message = '', event } = call.body
      const wanted = event === undefined ? { hash: message } : { event }
      const request = { operation: 'sign', caller: callerOf(call), ...wanted } as const
      return answer(call, await key.carryOut(request, patienceOf(call)))
    },

    nip44Encrypt: cipher('nip44.encrypt'),
    nip44Decrypt: cipher('nip44.decrypt'),
    nip04Encrypt: cipher('nip04.encrypt'),
    nip04Decrypt: cipher('nip04.decrypt'),
  }
}

const isLater = ({ request }: SigningCall): boolean => prefersLater(request.req.header('prefer'))

const patienceOf = (call: SigningCall) =>
  isLater(call) ? { openFor: OPEN_FOR_LATER, waitFor: 0 } : {}

function answer(call: SigningCall, outcome: Outcome<object>): Response {
  const { request } = call
  if (outcome.ok) return request.json(outcome.value)
  if (outcome.question !== undefined && isLater(call)) {
    return answerLater(call, outcome.question)
  }
  return request.json(failureOf(outcome), STATUS[outcome.code])
}

/** RFC 7240, section 4.1. */
function answerLater({ request }: SigningCall, { id, runsOutAt }: PendingQuestion): Response {
  request.header('Preference-Applied', 'respond-async')
  request.header('Location', questionsCalls.askedQuestion.path.replace(':id', id))
  return request.json({ id, runsOutAt: iso(runsOutAt) }, 202)
}

/** A failure as callers are told it. */
export const failureOf = ({ error, code, by, question }: Refused) => ({
  error,
  code,
  ...(by !== undefined && { by }),
  ...(question !== undefined && { question: question.id }),
})

const iso = (ms: number): string => new Date(ms).toISOString()
