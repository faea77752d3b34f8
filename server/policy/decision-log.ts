import type { QuestionEnd } from '#contract/questions.ts'
import type { Caller } from '#contract/rules.ts'
import type { Settlement } from './approvals.ts'
import type { PolicyOutcome } from './engine.ts'
import { REFUSALS_WRITTEN_INTERVAL } from './limits.ts'
import type { KeptQuestion } from './ports.ts'
import { reasonName } from './reasons.ts'
import type { Asked } from './request.ts'
import { callerKey } from './rule.ts'

/** A verdict as the audit records it: never what would be signed, encrypted or decrypted. */
export interface DecisionRecord {
  actor: string
  action: 'verdict' | 'question'
  outcome: 'refused' | 'asked' | QuestionEnd
  detail: Record<string, string | number | number[]>
}

export interface DecisionLogOptions {
  audit(record: DecisionRecord): void
  /** A caller as the audit names it. */
  actorOf(caller: Caller): string
}

/** Writes down what is refused and what is asked; what is done has a row of its own. */
export class DecisionLog {
  readonly #options: DecisionLogOptions
  /** Questions whose opening is written down. */
  readonly #open = new Set<string>()
  /** What was refused in this minute, and how often since it was written. */
  readonly #refused = new Map<string, { record: DecisionRecord; times: number }>()
  readonly #timer: NodeJS.Timeout

  constructor(options: DecisionLogOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#flush(), REFUSALS_WRITTEN_INTERVAL).unref()
  }

  /** A verdict; the same refusal of the same caller is written once a minute, with how many there were. */
  ruled(asked: Asked, policyOutcome: PolicyOutcome): void {
    if (policyOutcome.verdict === 'allow') return
    const by = reasonName(policyOutcome.reason)
    if (policyOutcome.verdict === 'ask') {
      if (this.#open.has(policyOutcome.id)) return
      this.#open.add(policyOutcome.id)
      this.#write(this.#recordOf(asked, 'question', 'asked', { by, question: policyOutcome.id }))
      return
    }
    const key = JSON.stringify([callerKey(asked.caller), asked.operation, by])
    const known = this.#refused.get(key)
    if (known !== undefined) {
      known.times += 1
      return
    }
    const record = this.#recordOf(asked, 'verdict', 'refused', { by })
    this.#refused.set(key, { record, times: 0 })
    this.#write(record)
  }

  /** A question is over. */
  over({ id, asked }: KeptQuestion, { end, reason }: Settlement): void {
    this.#open.delete(id)
    this.#write(this.#recordOf(asked, 'question', end, { by: reasonName(reason), question: id }))
  }

  /** Writes what was held back. */
  close(): void {
    clearInterval(this.#timer)
    this.#flush()
  }

  #flush(): void {
    for (const [key, refusal] of this.#refused) {
      const { record, times } = refusal
      if (times === 0) this.#refused.delete(key)
      else this.#write({ ...record, detail: { ...record.detail, times } })
      refusal.times = 0
    }
  }

  #recordOf(
    { caller, operation, parts }: Asked,
    action: DecisionRecord['action'],
    outcome: DecisionRecord['outcome'],
    why: DecisionRecord['detail'],
  ): DecisionRecord {
    const others = new Set(parts.flatMap(({ counterparty }) => counterparty ?? []))
    const [peer] = others
    const kinds = [...new Set(parts.flatMap(({ event }) => event?.kind ?? []))]
    return {
      actor: this.#options.actorOf(caller),
      action,
      outcome,
      detail: {
        ...{ door: caller.door, operation, ...why },
        ...(kinds.length > 0 && { kinds }),
        ...(others.size === 1 && peer !== undefined && { peer }),
        ...(parts.length > 1 && { count: parts.length }),
      },
    }
  }

  #write(record: DecisionRecord): void {
    this.#options.audit(record)
  }
}
