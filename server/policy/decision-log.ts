import type { QuestionEnd } from '#contract/questions.ts'
import type { Caller } from '#contract/rules.ts'
import type { ApprovalRequest, Settlement } from './approvals.ts'
import type { PolicyOutcome } from './engine.ts'
import { REFUSALS_RECORDED_INTERVAL } from './limits.ts'
import { reasonName } from './reasons.ts'
import { callerKey, type PolicyRequest } from './request.ts'

/** A decision in the audit: never what would be signed, encrypted or decrypted. */
export interface DecisionRecord {
  actor: string
  action: 'verdict' | 'question'
  outcome: 'refused' | 'asked' | QuestionEnd
  detail: Record<string, string | number | number[]>
}

export interface DecisionLogOptions {
  audit(record: DecisionRecord): void
  /** The name of a caller in the audit. */
  actorOf(caller: Caller): string
}

/** Records refusals and questions in the audit. Allowed requests have audit rows of their own. */
export class DecisionLog {
  readonly #options: DecisionLogOptions
  /** Questions whose opening is recorded. */
  readonly #open = new Set<string>()
  /** Refusals of the current interval: how many there were since the last record. */
  readonly #refusals = new Map<string, { record: DecisionRecord; times: number }>()
  readonly #timer: NodeJS.Timeout

  constructor(options: DecisionLogOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#flush(), REFUSALS_RECORDED_INTERVAL).unref()
  }

  /** Repeated refusals of one caller for one reason are recorded once a minute, with their number. */
  decided(request: PolicyRequest, outcome: PolicyOutcome): void {
    if (outcome.verdict === 'allow') return
    const by = reasonName(outcome.reason)
    if (outcome.verdict === 'ask') {
      if (this.#open.has(outcome.id)) return
      this.#open.add(outcome.id)
      const detail = { by, question: outcome.id }
      this.#options.audit(this.#recordOf(request, 'question', 'asked', detail))
      return
    }
    const key = JSON.stringify([callerKey(request.caller), request.operation, by])
    const known = this.#refusals.get(key)
    if (known !== undefined) {
      known.times += 1
      return
    }
    const record = this.#recordOf(request, 'verdict', 'refused', { by })
    this.#refusals.set(key, { record, times: 0 })
    this.#options.audit(record)
  }

  /** A question has ended. */
  ended({ id, asked }: ApprovalRequest, { end, reason }: Settlement): void {
    this.#open.delete(id)
    const detail = { by: reasonName(reason), question: id }
    this.#options.audit(this.#recordOf(asked, 'question', end, detail))
  }

  /** Records the refusals that were only counted so far. */
  close(): void {
    clearInterval(this.#timer)
    this.#flush()
  }

  #flush(): void {
    for (const [key, refusal] of this.#refusals) {
      const { record, times } = refusal
      if (times === 0) this.#refusals.delete(key)
      else this.#options.audit({ ...record, detail: { ...record.detail, times } })
      refusal.times = 0
    }
  }

  #recordOf(
    { caller, operation, parts }: PolicyRequest,
    action: DecisionRecord['action'],
    outcome: DecisionRecord['outcome'],
    why: DecisionRecord['detail'],
  ): DecisionRecord {
    const counterparties = new Set(parts.flatMap(({ counterparty }) => counterparty ?? []))
    const [peer] = counterparties
    const kinds = [...new Set(parts.flatMap(({ event }) => event?.kind ?? []))]
    return {
      actor: this.#options.actorOf(caller),
      action,
      outcome,
      detail: {
        ...{ door: caller.door, operation, ...why },
        ...(kinds.length > 0 && { kinds }),
        ...(counterparties.size === 1 && peer !== undefined && { peer }),
        ...(parts.length > 1 && { count: parts.length }),
      },
    }
  }
}
