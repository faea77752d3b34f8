import { cipher as texts } from '#contract/codes.ts'
import type { Message } from '#contract/message.ts'
import type { Cipher } from '#crypto/cipher.ts'
import { isPoint } from '#crypto/curve/hex.ts'
import { nip04 } from '#crypto/nip04.ts'
import { nip44 } from '#crypto/nip44.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { Permit } from '#policy/engine.ts'
import type { PolicyRequest } from '#policy/request.ts'
import type { Signer } from '../signer.ts'
import {
  badRequest,
  type Ciphered,
  type CipherRequest,
  failed,
  type Outcome,
  type Refused,
} from './request.ts'

type CipherName = CipherRequest['operation']

type Run = (
  signer: Signer,
  permit: Permit<CipherName>,
  request: Pick<CipherRequest, 'counterparty' | 'content'>,
) => Promise<Outcome<Ciphered>>

interface CipherOperation {
  /** What is wrong with a content; null if nothing is. */
  problem(content: string, isLongAllowed: boolean): Message | null
  run: Run
}

const OPERATIONS: Record<CipherName, CipherOperation> = {
  'nip44.encrypt': { problem: nip44.plaintextProblem, run: encryptBy(nip44) },
  'nip44.decrypt': { problem: nip44.payloadProblem, run: decryptAuthenticatedBy(nip44) },
  'nip04.encrypt': { problem: nip04.plaintextProblem, run: encryptBy(nip04) },
  'nip04.decrypt': { problem: nip04.payloadProblem, run: decryptBy(nip04) },
}

/** What is wrong with a request, checked before anyone is asked; null if nothing is. */
export function cipherProblem(request: CipherRequest): Refused | null {
  const { operation, counterparty, content, caller } = request
  // NIP-44 takes the even point; both points of an x coordinate give the same secret.
  if (!isPoint(`02${xOnly(counterparty)}`)) return badRequest(texts.notPublicKey)
  // API callers keep to the form that every client reads (specification, section 8); an app knows its readers.
  const problem = OPERATIONS[operation].problem(content, caller.door === 'app')
  return problem === null ? null : badRequest(problem)
}

/**
 * What the policy decides about. The text itself is not shown to it.
 *
 * @param digest keyed, so that nobody can test guesses against what is stored of a question
 */
export function askedToCipher(
  { caller, client, operation, counterparty, content }: CipherRequest,
  digest: (text: string) => string,
): PolicyRequest<CipherName> {
  const other = xOnly(counterparty)
  return {
    caller,
    client,
    operation,
    subject: `${other} ${digest(content)}`,
    parts: [{ counterparty: other }],
  }
}

/**
 * Encrypts or decrypts with a secret from a threshold key exchange.
 *
 * @param request one for which `cipherProblem` returned null
 */
export const runCipher = (
  signer: Signer,
  permit: Permit<CipherName>,
  { operation, counterparty, content }: CipherRequest,
): Promise<Outcome<Ciphered>> =>
  OPERATIONS[operation].run(signer, permit, { counterparty: xOnly(counterparty), content })

/** The secret must be proven: a text encrypted under a wrong key is lost, or readable for somebody else. */
function encryptBy(cipher: Cipher): Run {
  return async (signer, permit, { counterparty, content }) => {
    const exchanged = await signer.ecdh(permit, counterparty, { proven: true })
    if (!exchanged.ok) return failed(exchanged)
    const key = cipher.conversationKey(xOnly(exchanged.secret))
    return { ok: true, value: { result: cipher.encrypt(content, key) } }
  }
}

/** The secret must be proven: a text without a MAC may open under a wrong key as well. */
function decryptBy(cipher: Cipher): Run {
  return async (signer, permit, { counterparty, content }) => {
    const proven = await signer.ecdh(permit, counterparty, { proven: true })
    if (!proven.ok) return failed(proven)
    const text = open(cipher, content, proven.secret)
    return text === null ? badRequest(texts.undecryptable) : { ok: true, value: { result: text } }
  }
}

/** A MAC reveals a wrong key, so the secret is proven only if the text does not open. */
function decryptAuthenticatedBy(cipher: Cipher): Run {
  const decryptProven = decryptBy(cipher)
  return async (signer, permit, request) => {
    const { counterparty, content } = request
    const exchanged = await signer.ecdh(permit, counterparty, { proven: false })
    const text = exchanged.ok ? open(cipher, content, exchanged.secret) : null
    if (text !== null) return { ok: true, value: { result: text } }
    return exchanged.ok ? decryptProven(signer, permit, request) : failed(exchanged)
  }
}

const open = (cipher: Cipher, content: string, secret: string): string | null =>
  cipher.decrypt(content, cipher.conversationKey(xOnly(secret)))
