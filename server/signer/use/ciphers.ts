import { cipher as texts } from '#contract/messages.ts'
import type { Cipher } from '#crypto/cipher.ts'
import { isPoint } from '#crypto/curve/hex.ts'
import { nip04 } from '#crypto/nip04.ts'
import { nip44 } from '#crypto/nip44.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { Permit } from '#policy/engine.ts'
import type { PolicyRequest } from '#policy/request.ts'
import { badRequest, failed } from './failures.ts'
import type { Ciphered, CipherRequest, Outcome, Refused } from './request.ts'
import type { SharedSecrets } from './shared-secrets.ts'

type CipherName = CipherRequest['operation']

type Work = (
  secrets: SharedSecrets,
  permit: Permit<CipherName>,
  request: Pick<CipherRequest, 'counterparty' | 'content'>,
) => Promise<Outcome<Ciphered>>

interface CipherOperation {
  /** What is wrong with a content; null if nothing is. */
  problem(content: string, isLongAllowed: boolean): string | null
  work: Work
}

const OPERATIONS: Record<CipherName, CipherOperation> = {
  'nip44.encrypt': { problem: nip44.plaintextProblem, work: encryptBy(nip44) },
  'nip44.decrypt': { problem: nip44.payloadProblem, work: decryptCheckedBy(nip44) },
  'nip04.encrypt': { problem: nip04.plaintextProblem, work: encryptBy(nip04) },
  'nip04.decrypt': { problem: nip04.payloadProblem, work: decryptBy(nip04) },
}

/** What is wrong with a request, before anyone is asked for anything; null if nothing is. */
export function cipherProblem(request: CipherRequest): Refused | null {
  const { operation, counterparty, content, caller } = request
  // Both points of an x coordinate lead to the same secret: NIP-44 takes the even one.
  if (!isPoint(`02${xOnly(counterparty)}`)) return badRequest(texts.notPublicKey)
  // Programs keep to the form that everyone reads (specification, section 8); an app knows its readers.
  const problem = OPERATIONS[operation].problem(content, caller.door === 'app')
  return problem === null ? null : badRequest(problem)
}

/**
 * What the judge is asked about it: the text itself is shown to nobody.
 *
 * @param digest tells texts apart: what is kept of a question could be tried against a plain hash
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
 * Encrypts to others as the group, or decrypts what they sent to it. The secret comes from a
 * threshold key exchange.
 *
 * @param request without a problem
 */
export const runCipher = (
  secrets: SharedSecrets,
  permit: Permit<CipherName>,
  { operation, counterparty, content }: CipherRequest,
): Promise<Outcome<Ciphered>> =>
  OPERATIONS[operation].work(secrets, permit, { counterparty: xOnly(counterparty), content })

/** What is encrypted under a wrong key is lost, or for somebody else: the secret must be proven. */
function encryptBy(cipher: Cipher): Work {
  return async (secrets, permit, { counterparty, content }) => {
    const exchanged = await secrets.of(permit, counterparty, { proven: true })
    if (!exchanged.ok) return failed(exchanged)
    const key = cipher.conversationKey(xOnly(exchanged.secret))
    return { ok: true, value: { result: cipher.encrypt(content, key) } }
  }
}

/** A text without a MAC may open under a wrong key as well. */
function decryptBy(cipher: Cipher): Work {
  return async (secrets, permit, { counterparty, content }) => {
    const proven = await secrets.of(permit, counterparty, { proven: true })
    if (!proven.ok) return failed(proven)
    const text = open(cipher, content, proven.secret)
    return text === null ? badRequest(texts.undecryptable) : { ok: true, value: { result: text } }
  }
}

/** A text with a MAC shows a wrong key, so only if it does not open must the secret be proven. */
function decryptCheckedBy(cipher: Cipher): Work {
  const decryptProven = decryptBy(cipher)
  return async (secrets, permit, request) => {
    const { counterparty, content } = request
    const exchanged = await secrets.of(permit, counterparty, { proven: false })
    const text = exchanged.ok ? open(cipher, content, exchanged.secret) : null
    if (text !== null) return { ok: true, value: { result: text } }
    return exchanged.ok ? decryptProven(secrets, permit, request) : failed(exchanged)
  }
}

const open = (cipher: Cipher, content: string, secret: string): string | null =>
  cipher.decrypt(content, cipher.conversationKey(xOnly(secret)))
