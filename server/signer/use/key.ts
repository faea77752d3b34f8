import { request as requestTexts, signing as texts } from '#contract/codes.ts'
import type { Failure } from '#contract/message.ts'
import { signing } from '#contract/messages.ts'
import type { Caller, Operation } from '#contract/rules.ts'
import { eventId, serializeEvent, type Unsigned } from '#nostr/event.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { Allowed, Permit, PolicyEngine, Refused as RefusedByPolicy } from '#policy/engine.ts'
import { reasonName } from '#policy/reasons.ts'
import type { PolicyRequest } from '#policy/request.ts'
import { within } from '../failure.ts'
import type { Signer } from '../signer.ts'
import type { Supervisor } from '../supervisor.ts'
import { askedToCipher, cipherProblem, runCipher } from './ciphers.ts'
import { ANSWER_WAIT, OPEN_FOR } from './limits.ts'
import { type Concluded, Outcomes } from './outcomes.ts'
import {
  badRequest,
  type Ciphered,
  type CipherRequest,
  failed,
  type KeyRequest,
  type Outcome,
  type PendingQuestion,
  type Refused,
  refusedFor,
  type Signed,
  type SignRequest,
  stopped,
  unanswered,
  unfinished,
} from './request.ts'
import { retryWhileUnavailable } from './retry.ts'

/** One use of the group's key, for the audit. Never holds what was encrypted or decrypted. */
export interface KeyUse {
  caller: Caller
  action: KeyRequest['operation']
  /** `ok`, or the code of the failure. */
  outcome: string
  detail: Record<string, string | number | readonly string[]>
}

/** How long a caller waits, and for what. Milliseconds. */
export interface WaitOptions {
  /** How long a question to the owner stays open. */
  openFor: number
  /** How long to wait for the owner's answer; null: until the question ends. Allowed work goes on after that. */
  waitFor: number | null
  /** How long to retry while too few peers take part. */
  tryFor: number
  /** The owner is asked. */
  onQuestion?(question: PendingQuestion): void
  /** The request is allowed; nothing is done yet. */
  onAllowed?(): void
}

const DEFAULT_WAIT: WaitOptions = { openFor: OPEN_FOR, waitFor: ANSWER_WAIT, tryFor: 0 }

export interface KeyOptions {
  keyset: Pick<Supervisor, 'signer' | 'health'>
  policyEngine: PolicyEngine
  /** Records what was done or failed; the policy engine records what it denies. */
  audit(use: KeyUse): void
  /** A keyed digest of a text. It may be stored: without the key nobody can test guesses against it. */
  digest(text: string): string
  /** Aborted when calls stop waiting for the owner. The questions stay open. */
  leaving?: AbortSignal
  /** An allowed request threw this error. */
  onError(error: unknown): void
}

/** The only way to use the group's key. */
export type GroupKey = ReturnType<typeof createKey>

/** A checked request. */
interface Task<O extends Operation> {
  asked: PolicyRequest<O>
  /** The group's public key that the request was checked against. */
  group: string
  run(signer: Signer, permit: Permit<O>): Promise<Outcome<Signed | Ciphered>>
}

export function createKey(options: KeyOptions) {
  const { keyset, policyEngine, audit, digest, leaving, onError } = options
  const outcomes = new Outcomes<Signed | Ciphered>()

  const signTask = (request: SignRequest): Outcome<Task<'sign'>> => {
    const signer = readySigner(keyset)
    if (!signer.ok) return signer
    const group = signer.value.group.pubkey
    const signable = signableOf(request, xOnly(group))
    if (!signable.ok) return signable
    const asked = askedToSign(request, signable.value)
    const run: Task<'sign'>['run'] = (running, permit) => sign(running, permit, signable.value)
    return { ok: true, value: { asked, group, run } }
  }

  const cipherTask = (request: CipherRequest): Outcome<Task<CipherRequest['operation']>> => {
    const problem = cipherProblem(request)
    if (problem !== null) return problem
    const signer = readySigner(keyset)
    if (!signer.ok) return signer
    const asked = askedToCipher(request, digest)
    const run: Task<CipherRequest['operation']>['run'] = (running, permit) =>
      runCipher(running, permit, request)
    return { ok: true, value: { asked, group: signer.value.group.pubkey, run } }
  }

  const record = (
    request: KeyRequest,
    outcome: Outcome<Signed | Ciphered>,
    why: { by?: string; question?: string; took?: number } = {},
  ) => {
    audit({
      caller: request.caller,
      action: request.operation,
      outcome: outcome.ok ? 'ok' : outcome.code,
      detail: { ...detailOf(request, outcome), ...why },
    })
  }

  /** Why an allowed request must not be done any more; null: it may. */
  const withdrawn = (asked: PolicyRequest, { signal }: Permit): Refused | null => {
    if (signal.aborted) return stopped
    const reason = policyEngine.blockedBy(asked)
    return reason && refusedFor(reason)
  }

  /**
   * Does what the policy allows. No result is given out once the owner has stopped everything or blocked the
   * caller: checked before and after each attempt.
   *
   * @param question the id of the question that was answered
   */
  const conclude = async <O extends Operation>(
    request: KeyRequest,
    { asked, group, run }: Task<O>,
    policyOutcome: Allowed<O> | RefusedByPolicy,
    { wait, question }: { wait: WaitOptions; question?: string },
  ): Promise<Concluded<Signed | Ciphered>> => {
    if (policyOutcome.verdict === 'refuse') return { outcome: refusedFor(policyOutcome.reason) }
    const { permit, reason } = policyOutcome
    wait.onAllowed?.()
    const startedAt = performance.now()
    const isOver = () => withdrawn(asked, permit) !== null
    const done = await retryWhileUnavailable(
      { tryFor: wait.tryFor, signal: permit.signal, isOver },
      () => {
        const refused = withdrawn(asked, permit)
        if (refused !== null) return refused
        const signer = readySigner(keyset, group)
        return signer.ok ? run(signer.value, permit) : signer
      },
    )
    const outcome = withdrawn(asked, permit) ?? done
    record(request, outcome, {
      ...{ by: reasonName(reason), ...(question !== undefined && { question }) },
      ...(outcome.ok && { took: Math.round(performance.now() - startedAt) }),
    })
    return { outcome, signal: permit.signal }
  }

  const perform = async <O extends Operation>(
    request: KeyRequest,
    prepare: () => Outcome<Task<O>>,
    wait: WaitOptions,
  ): Promise<Outcome<Signed | Ciphered>> => {
    const { openFor, waitFor, tryFor } = wait
    const task = await retryWhileUnavailable({ tryFor }, prepare)
    if (!task.ok) {
      record(request, task)
      return task
    }
    const policyOutcome = policyEngine.decide(task.value.asked, { openFor })
    if (policyOutcome.verdict !== 'ask') {
      return (await conclude(request, task.value, policyOutcome, { wait })).outcome
    }
    const { id, runsOutAt, settled } = policyOutcome
    const question = { id, runsOutAt }
    wait.onQuestion?.(question)
    const outcome = outcomes.of(
      request.caller,
      question,
      async () => conclude(request, task.value, await settled, { wait, question: id }),
      (error) => {
        onError(error)
        record(request, unfinished, { question: id })
        return unfinished
      },
    )
    if (waitFor === null) return outcome
    return (waitFor === 0 ? null : await within(outcome, waitFor, leaving)) ?? unanswered(question)
  }

  /**
   * Does what is asked if the policy allows it, and records it, even if it fails. A request that waits for the
   * owner goes on when its caller no longer waits.
   */
  function carryOut(request: SignRequest, wait?: Partial<WaitOptions>): Promise<Outcome<Signed>>
  function carryOut(request: CipherRequest, wait?: Partial<WaitOptions>): Promise<Outcome<Ciphered>>
  function carryOut(
    request: KeyRequest,
    wait?: Partial<WaitOptions>,
  ): Promise<Outcome<Signed | Ciphered>>
  function carryOut(request: KeyRequest, given: Partial<WaitOptions> = {}) {
    const wait = { ...DEFAULT_WAIT, ...given }
    return request.operation === 'sign'
      ? perform(request, () => signTask(request), wait)
      : perform(request, () => cipherTask(request), wait)
  }

  return {
    carryOut,
    /** The result of a question; undefined when it is unknown or too old. */
    awaited: (question: string) => outcomes.get(question),
  }
}

/**
 * The signer, if it hears a relay.
 *
 * @param group the public key that its group must still have
 */
function readySigner(
  { signer, health }: KeyOptions['keyset'],
  group: string | null = null,
): Outcome<Signer> {
  const unavailable = (reason: Failure): Refused => ({
    ok: false,
    code: 'NODE_UNAVAILABLE',
    why: texts.nodeUnavailable(reason),
  })
  if (signer?.isReady) {
    const isOther = group !== null && signer.group.pubkey !== group
    return isOther ? unavailable(texts.otherGroup) : { ok: true, value: signer }
  }
  // A signer that is being stopped hears its relays to the end.
  const isStopping = health.state === 'running' || health.state === 'degraded'
  return unavailable(isStopping ? requestTexts.stopped : health.reason)
}

/** A checked request for a signature. */
interface Signable {
  /** 32 bytes, hex, in lower case. */
  hash: string
  /** The event whose id the hash is, if it is shown. */
  event?: Unsigned
  /** A test signature: as of `SignRequest`. */
  through?: string | null | undefined
}

/** @param pubkey the group's, x-only: the author of the event */
function signableOf(request: SignRequest, pubkey: string): Outcome<Signable> {
  if (!('event' in request)) {
    const { hash, through } = request
    return { ok: true, value: { hash: hash.toLowerCase(), through } }
  }
  const { event } = request
  if (event.pubkey !== undefined && event.pubkey.toLowerCase() !== pubkey) {
    return badRequest({ error: signing.otherPubkey })
  }
  const { created_at, kind, tags, content } = event
  const unsigned = { pubkey, created_at, kind, tags, content }
  const id = eventId(unsigned)
  if (event.id !== undefined && event.id.toLowerCase() !== id)
    return badRequest({ error: signing.otherId })
  return { ok: true, value: { hash: id, event: unsigned } }
}

/** What the policy decides about. A shown event and its bare hash are two different requests. */
function askedToSign(
  { caller, client }: SignRequest,
  { hash, event }: Signable,
): PolicyRequest<'sign'> {
  const asked = { caller, client, operation: 'sign' as const }
  if (event === undefined) return { ...asked, subject: `blind ${hash}`, parts: [{}] }
  const { created_at, kind, tags, content } = event
  return { ...asked, subject: hash, parts: [{ event: { kind, created_at, tags, content } }] }
}

/** Peers that can read the event are shown it. */
async function sign(
  signer: Signer,
  permit: Permit<'sign'>,
  { hash, event, through }: Signable,
): Promise<Outcome<Signed>> {
  const signed =
    through === undefined
      ? await signer.sign(permit, hash, [], event && serializeEvent(event))
      : await signer.prove(permit, hash, through)
  if (!signed.ok) return failed(signed)
  const { sighash: id, signature, peers } = signed.signature
  const signedEvent = event && { signedEvent: { id, ...event, sig: signature } }
  return { ok: true, value: { id, signature, ...signedEvent }, ...(peers && { peers }) }
}

function detailOf(request: KeyRequest, outcome: Outcome<Signed | Ciphered>): KeyUse['detail'] {
  const peers = outcome.ok ? outcome.peers : undefined
  if (request.operation !== 'sign') return { peer: xOnly(request.counterparty) }
  return {
    ...(outcome.ok && 'id' in outcome.value && { id: outcome.value.id }),
    ...('event' in request && { kind: request.event.kind }),
    ...(peers && { peers }),
    // A test signature: the peer that had to take part.
    ...('through' in request && { proof: request.through ?? 'anyone' }),
  }
}
