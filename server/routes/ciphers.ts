import type { Context } from '../context.ts'
import { cipher as texts } from '../contract/messages.ts'
import { isCompressedPoint } from '../frostr/points.ts'
import type { Handler, Handlers } from '../http/mount.ts'
import type { SignerNode } from '../node/node.ts'
import { SharedSecrets } from '../node/shared-secrets.ts'
import type { Cipher } from '../nostr/cipher.ts'
import { nip04 } from '../nostr/nip04.ts'
import { nip44 } from '../nostr/nip44.ts'
import { xOnly } from '../nostr/x-only.ts'
import { answer, badRequest, failed, type Outcome, readyNode } from './signing-answer.ts'

type CipherName = 'nip44Encrypt' | 'nip44Decrypt' | 'nip04Encrypt' | 'nip04Decrypt'
type Ciphered = Outcome<{ result: string }>

/**
 * Encryption to others as the group, and decryption of what they sent to it. The secret comes
 * from threshold key exchange, whose answers can't be verified: one that does not decrypt is
 * asked for anew, once.
 *
 * @param now milliseconds
 */
export function cipherHandlers(
  context: Context,
  now: () => number = Date.now,
): Pick<Handlers, CipherName> {
  const secrets = new WeakMap<SignerNode, SharedSecrets>()

  const secretsOf = (node: SignerNode): SharedSecrets => {
    let shared = secrets.get(node)
    if (shared === undefined) {
      shared = new SharedSecrets({ ecdh: (key, options) => node.ecdh(key, options), now })
      secrets.set(node, shared)
    }
    return shared
  }

  /** @param problem what is wrong with the content, before anyone is asked for anything */
  const handle =
    (
      action: string,
      problem: (content: string) => string | null,
      work: (shared: SharedSecrets, peer: string, content: string) => Promise<Ciphered>,
    ): Handler<CipherName> =>
    async (call) => {
      const { peer_pubkey, content } = call.body
      const peer = xOnly(peer_pubkey)
      const outcome = await attempt(peer, problem(content), (shared) => work(shared, peer, content))
      return answer(context, call, { action, detail: { peer } }, outcome)
    }

  const attempt = async (
    peer: string,
    problem: string | null,
    work: (shared: SharedSecrets) => Promise<Ciphered>,
  ): Promise<Ciphered> => {
    // Both points of an x coordinate lead to the same secret: NIP-44 takes the even one.
    if (!isCompressedPoint(`02${peer}`)) return badRequest(texts.notPublicKey)
    if (problem !== null) return badRequest(problem)
    const node = readyNode(context.supervisor)
    return node.ok ? work(secretsOf(node.value)) : node
  }

  const handlers = (name: string, cipher: Cipher) => ({
    encrypt: handle(`${name}.encrypt`, cipher.plaintextProblem, (shared, peer, plaintext) =>
      encrypt(cipher, shared, peer, plaintext),
    ),
    decrypt: handle(`${name}.decrypt`, cipher.payloadProblem, (shared, peer, payload) =>
      decrypt(cipher, shared, peer, payload),
    ),
  })

  const byNip44 = handlers('nip44', nip44)
  const byNip04 = handlers('nip04', nip04)
  return {
    nip44Encrypt: byNip44.encrypt,
    nip44Decrypt: byNip44.decrypt,
    nip04Encrypt: byNip04.encrypt,
    nip04Decrypt: byNip04.decrypt,
  }
}

async function encrypt(
  cipher: Cipher,
  shared: SharedSecrets,
  peer: string,
  plaintext: string,
): Promise<Ciphered> {
  const exchanged = await shared.of(peer)
  if (!exchanged.ok) return failed(exchanged)
  const key = cipher.conversationKey(xOnly(exchanged.secret))
  return { ok: true, value: { result: cipher.encrypt(plaintext, key) } }
}

async function decrypt(
  cipher: Cipher,
  shared: SharedSecrets,
  peer: string,
  payload: string,
): Promise<Ciphered> {
  const open = (secret: string) => cipher.decrypt(payload, cipher.conversationKey(xOnly(secret)))
  const exchanged = await shared.of(peer)
  if (!exchanged.ok) return failed(exchanged)
  const first = open(exchanged.secret)
  if (first !== null) return { ok: true, value: { result: first } }
  const renewed = await shared.fresh(peer)
  if (!renewed.ok) return failed(renewed)
  const second = renewed.secret === exchanged.secret ? null : open(renewed.secret)
  return second === null ? badRequest(texts.undecryptable) : { ok: true, value: { result: second } }
}
