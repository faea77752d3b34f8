import { z } from 'zod'
import { type Message, messageOf, withFixedCode } from '#contract/message.ts'
import { questionPending } from '#contract/questions.ts'
import { errorAnswer } from '#contract/refusal.ts'
import * as signing from '#contract/signing.ts'
import type { Call } from '#http/route.ts'
import { findPeer } from '#keysets/callers.ts'
import { xOnly } from '#nostr/x-only.ts'
import { OPEN_FOR_LATER } from '#signer/use/limits.ts'
import type { CipherRequest, Outcome, PendingQuestion, Refused } from '#signer/use/request.ts'
import { callerOf, iso, route } from './route.ts'
import { DEVICE, HASH, KEY, TIME } from './samples.ts'

const coded = (why: Message) => withFixedCode('BAD_REQUEST', why)

const headers = {
  Prefer:
    '`respond-async` (RFC 7240): if the owner has to be asked, the answer is 202 at once, and ' +
    '`GET /api/questions/{id}` has the result later. Without it, the call waits for the owner for a ' +
    'minute, and then answers 504',
}

const failures = {
  400: signing.signFailure,
  403: z.union([signing.signFailure, errorAnswer]),
  502: signing.signFailure,
  503: signing.signFailure,
  504: signing.signFailure,
  507: signing.signFailure,
}

const answersLater = { 202: questionPending, ...failures }

/** Uses of the group's key: signatures, and what is encrypted to the group or by it. */
export const signingRoutes = {
  sign: route({
    method: 'post',
    path: '/api/sign',
    scope: 'sign',
    example: {
      body: {
        event: {
          kind: 1,
          created_at: 1790000000,
          tags: [],
          content: 'Signed by two of my devices',
        },
      },
      answer: {
        id: HASH,
        signature: `${HASH}${HASH}`,
        signedEvent: {
          id: HASH,
          pubkey: KEY,
          kind: 1,
          created_at: 1790000000,
          tags: [],
          content: 'Signed by two of my devices',
          sig: `${HASH}${HASH}`,
        },
      },
    },
    summary: "Sign an event or a hash with the group's key",
    description:
      "Give `event` or `message`, not both. Floe fills in the event's public key and id.",
    headers,
    body: signing.signRequest,
    badRequest: coded,
    answers: { 200: signing.signAnswer, ...answersLater },
    handle: async (call, { keyset }) => {
      const { message = '', event } = call.body
      const wanted = event === undefined ? { hash: message } : { event }
      const request = { operation: 'sign', caller: callerOf(call), ...wanted } as const
      return answer(call, await keyset.key.carryOut(request, waitingOf(call)))
    },
  }),

  proof: route({
    method: 'post',
    path: '/api/proof',
    scope: 'admin',
    example: {
      body: { pubkey: DEVICE },
      answer: { at: TIME, took: 412, devices: [{ pubkey: DEVICE, member: 2, name: 'Laptop' }] },
    },
    summary: 'Make a test signature with one device, or with any that answers',
    description:
      'Proves that the device signs. What is signed is the hash of no event: ' +
      'SHA-256("floe/proof/v1" | 0 | group | device | random bytes). In the 2026 protocol ' +
      'only.',
    body: signing.proofRequest,
    badRequest: coded,
    answers: {
      200: signing.proofAnswer,
      ...failures,
      400: z.union([signing.signFailure, errorAnswer]),
      404: errorAnswer,
    },
    handle: async (call, { keyset }) => {
      const { request, body } = call
      const { testSignatures, supervisor, policy } = keyset
      const found = body?.pubkey === undefined ? undefined : findPeer(supervisor, body.pubkey)
      if (found?.ok === false) {
        return request.json(messageOf(found), found.kind === 'NO_PEER' ? 404 : 400)
      }
      const made = await testSignatures.make({ caller: callerOf(call), through: found?.pubkey })
      if (!made.ok) return request.json(failureOf(made), STATUS[made.code])
      const { at, took, peers } = made.value
      const members = supervisor.group?.ok ? supervisor.group.value.members : []
      const devices = peers.flatMap((id) => {
        const member = members.find(({ pubkey }) => xOnly(pubkey) === id)
        if (member === undefined) return []
        const name = policy.ruleSet.nameOf({ door: 'peer', id })
        return { pubkey: member.pubkey, member: member.idx, ...(name !== undefined && { name }) }
      })
      return request.json({ at: iso(at), took, devices } satisfies signing.ProofAnswer)
    },
  }),

  nip44Encrypt: cipher('nip44.encrypt', 'Encrypt a text to somebody, as the group (NIP-44)'),
  nip44Decrypt: cipher('nip44.decrypt', 'Decrypt a text that was sent to the group (NIP-44)'),
  nip04Encrypt: cipher('nip04.encrypt', 'Encrypt a text to somebody, as the group (NIP-04)'),
  nip04Decrypt: cipher('nip04.decrypt', 'Decrypt a text that was sent to the group (NIP-04)'),
}

/** The call for an operation: `/api/nip44/encrypt` for `nip44.encrypt`. */
function cipher(operation: CipherRequest['operation'], summary: string) {
  return route({
    method: 'post',
    path: `/api/${operation.replace('.', '/')}`,
    scope: 'sign',
    example: { body: { peer_pubkey: KEY, content: 'text' }, answer: { result: '...' } },
    summary,
    headers,
    body: signing.cipherRequest,
    badRequest: coded,
    answers: { 200: signing.cipherAnswer, ...answersLater },
    handle: async (call, { keyset }) => {
      const { peer_pubkey: counterparty, content } = call.body
      const request = { operation, caller: callerOf(call), counterparty, content }
      return answer(call, await keyset.key.carryOut(request, waitingOf(call)))
    },
  })
}

type SigningCall = Pick<Call, 'request'>

const RESPOND_ASYNC = /^respond-async(?:\s*;|$)/i

/** Whether a call prefers an answer at once to waiting for the owner (RFC 7240, section 4.1). */
const isAsync = ({ request }: SigningCall): boolean =>
  (request.req.header('prefer') ?? '')
    .split(',')
    .some((preference) => RESPOND_ASYNC.test(preference.trim()))

const waitingOf = (call: SigningCall) =>
  isAsync(call) ? { openFor: OPEN_FOR_LATER, waitFor: 0 } : {}

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
} as const satisfies Record<signing.SignFailureCode, number>

function answer(call: SigningCall, outcome: Outcome<object>): Response {
  const { request } = call
  if (outcome.ok) return request.json(outcome.value)
  if (outcome.question !== undefined && isAsync(call)) return answerLater(call, outcome.question)
  return request.json(failureOf(outcome), STATUS[outcome.code])
}

/** RFC 7240, section 4.1. */
function answerLater({ request }: SigningCall, { id, runsOutAt }: PendingQuestion): Response {
  request.header('Preference-Applied', 'respond-async')
  request.header('Location', `/api/questions/${id}`)
  return request.json({ id, runsOutAt: iso(runsOutAt) }, 202)
}

/** A failure in the form of the API. */
export const failureOf = ({ why, code, by, question }: Refused) => ({
  ...withFixedCode(code, why),
  ...(by !== undefined && { by }),
  ...(question !== undefined && { question: question.id }),
})
