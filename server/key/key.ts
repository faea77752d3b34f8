import { request as requestTexts, signing as texts } from '../contract/messages.ts'
import type { Supervisor } from '../keysets/supervisor.ts'
import type { SignerNode } from '../node/node.ts'
import { xOnly } from '../nostr/x-only.ts'
import type { Judge, Permit } from '../rules/judge.ts'
import { refusalText } from '../rules/reasons.ts'
import type { Part } from '../rules/request.ts'
import { cipherProblem, runCipher } from './ciphers.ts'
import { ANSWER_WAIT } from './limits.ts'
import type {
  Ciphered,
  CipherRequest,
  KeyRequest,
  Outcome,
  Signed,
  SignRequest,
} from './request.ts'
import { SharedSecrets } from './shared-secrets.ts'
import { sign } from './signing.ts'

/** One use of the group's key, for the audit: never what was encrypted or decrypted. */
export interface KeyUse {
  /** Who used it. */
  actor: string
  action: KeyRequest['operation']
  /** `ok`, or the code of the failure. */
  outcome: string
  detail: Record<string, string | number>
}

export interface KeyOptions {
  keyset: Pick<Supervisor, 'node' | 'verdict'>
  judge: Judge
  audit(use: KeyUse): void
  /** Milliseconds. */
  now?: () => number
}

/** The group's key as everyone who may use it does: there is no other way to it. */
export interface GroupKey {
  /** Does what is asked and records it, even if it failed. */
  carryOut(request: SignRequest): Promise<Outcome<Signed>>
  carryOut(request: CipherRequest): Promise<Outcome<Ciphered>>
}

export function createKey({ keyset, judge, audit, now = Date.now }: KeyOptions): GroupKey {
  const secrets = new WeakMap<SignerNode, SharedSecrets>()

  const secretsOf = (node: SignerNode): SharedSecrets => {
    let shared = secrets.get(node)
    if (shared === undefined) {
      shared = new SharedSecrets({
        ecdh: (permit, key, options) => node.ecdh(permit, key, options),
        now,
      })
      secrets.set(node, shared)
    }
    return shared
  }

  const allow = async <O extends KeyRequest['operation']>(
    { caller: id, operation }: { caller: string; operation: O },
    subject: string,
    part: Part,
  ): Promise<Outcome<Permit<O>>> => {
    const caller = { door: 'owner', id } as const
    const asked = { caller, operation, subject, parts: [part] }
    const ruling = judge.rule(asked, { openFor: ANSWER_WAIT })
    const settled = ruling.verdict === 'ask' ? await ruling.settled : ruling
    if (settled.verdict === 'allow') return { ok: true, value: settled.permit }
    return { ok: false, code: 'SIGN_FAILED', error: refusalText(settled.reason) }
  }

  const signNow = async (request: SignRequest): Promise<Outcome<Signed>> => {
    const node = readyNode(keyset)
    if (!node.ok) return node
    const subject = 'event' in request ? JSON.stringify(request.event) : request.hash
    const allowed = await allow(
      request,
      subject,
      'event' in request ? { event: request.event } : {},
    )
    return allowed.ok ? sign(node.value, allowed.value, request) : allowed
  }

  const cipherNow = async (request: CipherRequest): Promise<Outcome<Ciphered>> => {
    const problem = cipherProblem(request)
    if (problem !== null) return problem
    const node = readyNode(keyset)
    if (!node.ok) return node
    const counterparty = xOnly(request.counterparty)
    const allowed = await allow(request, counterparty, { counterparty })
    return allowed.ok ? runCipher(secretsOf(node.value), allowed.value, request) : allowed
  }

  function carryOut(request: SignRequest): Promise<Outcome<Signed>>
  function carryOut(request: CipherRequest): Promise<Outcome<Ciphered>>
  async function carryOut(request: KeyRequest): Promise<Outcome<Signed | Ciphered>> {
    const outcome = await (request.operation === 'sign' ? signNow(request) : cipherNow(request))
    audit({
      actor: request.caller,
      action: request.operation,
      outcome: outcome.ok ? 'ok' : outcome.code,
      detail: detailOf(request, outcome),
    })
    return outcome
  }

  return { carryOut }
}

/** The node, while it hears what is sent to it. */
function readyNode({ node, verdict }: KeyOptions['keyset']): Outcome<SignerNode> {
  if (node?.isReady) return { ok: true, value: node }
  // A node that is being stopped hears its relays to the end.
  const stopping = verdict.state === 'running' || verdict.state === 'degraded'
  const error = texts.nodeUnavailable(stopping ? requestTexts.stopped : verdict.reason)
  return { ok: false, code: 'NODE_UNAVAILABLE', error }
}

function detailOf(request: KeyRequest, outcome: Outcome<Signed | Ciphered>): KeyUse['detail'] {
  if (request.operation !== 'sign') return { peer: xOnly(request.counterparty) }
  return {
    ...(outcome.ok && 'id' in outcome.value && { id: outcome.value.id }),
    ...('event' in request && { kind: request.event.kind }),
  }
}
