import { request as requestTexts, signing as texts } from '#contract/messages.ts'
import type { Caller, Operation } from '#contract/rules.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { Allowed, Permit, PolicyEngine, Refused as RefusedRuling } from '#policy/engine.ts'
import { reasonName } from '#policy/reasons.ts'
import type { PolicyRequest } from '#policy/request.ts'
import type { Signer } from '../signer.ts'
import type { Supervisor } from '../supervisor.ts'
import { askedToCipher, cipherProblem, runCipher } from './ciphers.ts'
import { type Awaited, type Concluded, Outcomes } from './outcomes.ts'
import { type Patience, patienceOf, withPatience } from './patience.ts'
import { refusedFor, stopped, unanswered, unfinished } from './refusals.ts'
import type {
  Ciphered,
  CipherRequest,
  KeyRequest,
  Outcome,
  Refused,
  Signed,
  SignRequest,
} from './request.ts'
import { SharedSecrets } from './shared-secrets.ts'
import { askedToSign, sign, signableOf } from './signing.ts'

/** One use of the group's key, for the audit: never what was encrypted or decrypted. */
export interface KeyUse {
  /** Who used it. */
  caller: Caller
  action: KeyRequest['operation']
  /** `ok`, or the code of the failure. */
  outcome: string
  detail: Record<string, string | number | readonly string[]>
}

export interface KeyOptions {
  keyset: Pick<Supervisor, 'signer' | 'verdict'>
  policyEngine: PolicyEngine
  /** Told of what was done, or could not be; the judge tells of what was refused. */
  audit(use: KeyUse): void
  /** Tells texts apart by what nobody can try others against who has no key: it may be kept. */
  digest(text: string): string
  /** Aborted when nobody is to wait for the owner any longer; the questions stay. */
  leaving?: AbortSignal
  /** Told what kept an answered request from being done. */
  onError(error: unknown): void
}

/** The group's key as everyone who may use it does: there is no other way to it. */
export interface GroupKey {
  /**
   * Does what is asked, if the judge allows it, and records it, even if it failed. What the owner has to
   * be asked about goes on when its caller no longer waits.
   */
  carryOut(request: SignRequest, patience?: Partial<Patience>): Promise<Outcome<Signed>>
  carryOut(request: CipherRequest, patience?: Partial<Patience>): Promise<Outcome<Ciphered>>
  /** What has come of a question; undefined when it is not one of a call here, or too long ago. */
  awaited(question: string): Awaited<Signed | Ciphered> | undefined
}

/** A request that was checked. */
interface Task<O extends Operation> {
  asked: PolicyRequest<O>
  /** The group's key, which it was checked with. */
  group: string
  run(signer: Signer, permit: Permit<O>): Promise<Outcome<Signed | Ciphered>>
}

export function createKey({
  keyset,
  policyEngine,
  audit,
  digest,
  leaving,
  onError,
}: KeyOptions): GroupKey {
  const secrets = new WeakMap<Signer, SharedSecrets>()
  const outcomes = new Outcomes<Signed | Ciphered>()

  const secretsOf = (signer: Signer): SharedSecrets => {
    let shared = secrets.get(signer)
    if (shared === undefined) {
      shared = new SharedSecrets((permit, key, options) => signer.ecdh(permit, key, options))
      secrets.set(signer, shared)
    }
    return shared
  }

  const signTask = (request: SignRequest): Outcome<Task<'sign'>> => {
    const signer = readyNode(keyset)
    if (!signer.ok) return signer
    const group = signer.value.group.pubkey
    const signable = signableOf(request, xOnly(group))
    if (!signable.ok) return signable
    const asked = askedToSign(request, signable.value)
    const run: Task<'sign'>['run'] = (then, permit) => sign(then, permit, signable.value)
    return { ok: true, value: { asked, group, run } }
  }

  const cipherTask = (request: CipherRequest): Outcome<Task<CipherRequest['operation']>> => {
    const problem = cipherProblem(request)
    if (problem !== null) return problem
    const signer = readyNode(keyset)
    if (!signer.ok) return signer
    const asked = askedToCipher(request, digest)
    const run: Task<CipherRequest['operation']>['run'] = (then, permit) =>
      runCipher(secretsOf(then), permit, request)
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

  /** Why nobody may have what was allowed any more; null: it may be had. */
  const overFor = (asked: PolicyRequest, { signal }: Permit): Refused | null => {
    if (signal.aborted) return stopped
    const blockedBy = policyEngine.blockedBy(asked)
    return blockedBy && refusedFor(blockedBy)
  }

  /**
   * Does what is allowed. Nothing of it leaves once everything is stopped, or its caller may do nothing any
   * more, which is looked at before each try and after it.
   *
   * @param question the id of the one whose answer this follows
   */
  const conclude = async <O extends Operation>(
    request: KeyRequest,
    { asked, group, run }: Task<O>,
    policyOutcome: Allowed<O> | RefusedRuling,
    { patience, question }: { patience: Patience; question?: string },
  ): Promise<Concluded<Signed | Ciphered>> => {
    if (policyOutcome.verdict === 'refuse') return { outcome: refusedFor(policyOutcome.reason) }
    const { permit, reason } = policyOutcome
    const { signal } = permit
    patience.onAllowed?.()
    const startedAt = performance.now()
    const over = () => overFor(asked, permit)
    const done = await withPatience(
      { ...patience, signal: permit.signal },
      () => over() !== null,
      async () => {
        const refused = over()
        if (refused !== null) return refused
        const signer = readyNode(keyset, group)
        return signer.ok ? run(signer.value, permit) : signer
      },
    )
    const outcome = over() ?? done
    record(request, outcome, {
      ...{ by: reasonName(reason), ...(question !== undefined && { question }) },
      ...(outcome.ok && { took: Math.round(performance.now() - startedAt) }),
    })
    return { outcome, signal }
  }

  const decide = async <O extends Operation>(
    request: KeyRequest,
    task: Task<O>,
    patience: Patience,
  ): Promise<Outcome<Signed | Ciphered>> => {
    const { openFor, waitFor } = patience
    const policyOutcome = policyEngine.decide(task.asked, { openFor })
    if (policyOutcome.verdict !== 'ask')
      return (await conclude(request, task, policyOutcome, { patience })).outcome
    const { id, runsOutAt, settled } = policyOutcome
    const question = { id, runsOutAt }
    patience.onQuestion?.(question)
    const outcome = outcomes.of(
      request.caller,
      question,
      async () => conclude(request, task, await settled, { patience, question: id }),
      (error) => {
        onError(error)
        record(request, unfinished, { question: id })
        return unfinished
      },
    )
    if (waitFor === null) return outcome
    return (waitFor === 0 ? null : await within(outcome, waitFor, leaving)) ?? unanswered(question)
  }

  function carryOut(request: SignRequest, patience?: Partial<Patience>): Promise<Outcome<Signed>>
  function carryOut(
    request: CipherRequest,
    patience?: Partial<Patience>,
  ): Promise<Outcome<Ciphered>>
  async function carryOut(
    request: KeyRequest,
    given: Partial<Patience> = {},
  ): Promise<Outcome<Signed | Ciphered>> {
    const patience = patienceOf(given)
    if (request.operation === 'sign') {
      const task = await withPatience(patience, never, () => signTask(request))
      return task.ok ? decide(request, task.value, patience) : failed(request, task)
    }
    const task = await withPatience(patience, never, () => cipherTask(request))
    return task.ok ? decide(request, task.value, patience) : failed(request, task)
  }

  const failed = (request: KeyRequest, refusal: Refused): Refused => {
    record(request, refusal)
    return refusal
  }

  return { carryOut, awaited: (question) => outcomes.get(question) }
}

const never = () => false

/**
 * The node, while it hears what is sent to it.
 *
 * @param group whose it must be still
 */
function readyNode(
  { signer, verdict }: KeyOptions['keyset'],
  group: string | null = null,
): Outcome<Signer> {
  const unavailable = (reason: string): Refused => ({
    ok: false,
    code: 'NODE_UNAVAILABLE',
    error: texts.nodeUnavailable(reason),
  })
  if (signer?.isReady) {
    const isOther = group !== null && signer.group.pubkey !== group
    return isOther ? unavailable(texts.otherGroup) : { ok: true, value: signer }
  }
  // A node that is being stopped hears its relays to the end.
  const stopping = verdict.state === 'running' || verdict.state === 'degraded'
  return unavailable(stopping ? requestTexts.stopped : verdict.reason)
}

function detailOf(request: KeyRequest, outcome: Outcome<Signed | Ciphered>): KeyUse['detail'] {
  const peers = outcome.ok ? outcome.peers : undefined
  if (request.operation !== 'sign') return { peer: xOnly(request.counterparty) }
  return {
    ...(outcome.ok && 'id' in outcome.value && { id: outcome.value.id }),
    ...('event' in request && { kind: request.event.kind }),
    ...(peers && { peers }),
    // A test signature: with whom.
    ...('through' in request && request.through && { proof: request.through }),
  }
}

/** Null when it takes longer than so many milliseconds, or when `ends` says that nobody waits any longer. */
async function within<T>(
  promise: Promise<T>,
  ms: number,
  ends?: AbortSignal | undefined,
): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const giveUp = () => resolve(null)
  const timer = setTimeout(giveUp, ms)
  if (ends?.aborted) giveUp()
  ends?.addEventListener('abort', giveUp)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
    ends?.removeEventListener('abort', giveUp)
  }
}
