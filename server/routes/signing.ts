import type { Context } from '../context.ts'
import type { SignFailureCode } from '../contract/signing.ts'
import type { Handler, Handlers } from '../http/mount.ts'
import type { CipherRequest, Outcome } from '../key/request.ts'
import { actorOf } from './actor.ts'

type CipherName = 'nip44Encrypt' | 'nip44Decrypt' | 'nip04Encrypt' | 'nip04Decrypt'

const STATUS = {
  BAD_REQUEST: 400,
  REFUSED: 403,
  SIGN_FAILED: 502,
  NODE_UNAVAILABLE: 503,
  STOPPED: 503,
  SIGN_TIMEOUT: 504,
  UNANSWERED: 504,
} as const satisfies Record<SignFailureCode, number>

/** Uses of the group's key: signatures, and what is encrypted to the group or by it. */
export function signingHandlers({ keysets }: Context): Pick<Handlers, 'sign' | CipherName> {
  const { key } = keysets.first

  const cipher =
    (operation: CipherRequest['operation']): Handler<CipherName> =>
    async (call) => {
      const { peer_pubkey: counterparty, content } = call.body
      const caller = actorOf(call)
      return answer(call, await key.carryOut({ operation, caller, counterparty, content }))
    }

  return {
    sign: async (call) => {
      const { message = '', event } = call.body
      const wanted = event === undefined ? { hash: message } : { event }
      const caller = actorOf(call)
      return answer(call, await key.carryOut({ operation: 'sign', caller, ...wanted }))
    },

    nip44Encrypt: cipher('nip44.encrypt'),
    nip44Decrypt: cipher('nip44.decrypt'),
    nip04Encrypt: cipher('nip04.encrypt'),
    nip04Decrypt: cipher('nip04.decrypt'),
  }
}

function answer(
  { request }: Parameters<Handler<'sign' | CipherName>>[0],
  outcome: Outcome<object>,
): Response {
  if (outcome.ok) return request.json(outcome.value)
  const { error, code } = outcome
  return request.json({ error, code }, STATUS[code])
}
