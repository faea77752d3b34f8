import { randomBytes } from 'node:crypto'
import type { Arrived } from './beta-line.ts'

export type Failure = 'no_peers' | 'timeout' | 'peer_rejected' | 'invalid_response' | 'ended'

/** Why there is no result, and what a peer that refused said. */
export interface Failed {
  ok: false
  reason: Failure
  from?: string
  code?: string
  message?: string
}

/** A right answer of each member that was asked, by its key. */
export type Answers = { ok: true; value: Map<string, Arrived> } | Failed

interface Round {
  left: Set<string>
  answers: Map<string, Arrived>
  isRight(answer: Arrived): boolean
  end(answers: Answers): void
}

/** What a device waits for. */
export class BetaRounds {
  readonly #rounds = new Map<string, Round>()

  /**
   * Has a request sent to each of these members, all under one id, and waits for their answers. The first error
   * or wrong answer ends it.
   *
   * @param patience milliseconds
   */
  ask(
    members: readonly string[],
    isRight: (answer: Arrived) => boolean,
    { patience, send }: { patience: number; send(to: string, id: string): void },
  ): Promise<Answers> {
    const id = randomBytes(16).toString('hex')
    return new Promise((resolve) => {
      const timer = setTimeout(() => end({ ok: false, reason: 'timeout' }), patience)
      const end = (answers: Answers) => {
        clearTimeout(timer)
        this.#rounds.delete(id)
        resolve(answers)
      }
      this.#rounds.set(id, { left: new Set(members), answers: new Map(), isRight, end })
      for (const to of members) send(to, id)
    })
  }

  /** Whether a message is of a round that goes on, which then has it. */
  take(answer: Arrived): boolean {
    const round = this.#rounds.get(answer.id)
    if (round === undefined) return false
    const { from, type, data } = answer
    if (!round.left.delete(from)) return true
    if (type === 'Error') {
      round.end({
        ok: false,
        reason: 'peer_rejected',
        from,
        code: data.code,
        message: data.message,
      })
    } else if (round.isRight(answer)) {
      round.answers.set(from, answer)
      if (round.left.size === 0) round.end({ ok: true, value: round.answers })
    } else {
      round.end({ ok: false, reason: 'invalid_response', from })
    }
    return true
  }

  endAll(): void {
    for (const round of [...this.#rounds.values()]) round.end({ ok: false, reason: 'ended' })
  }
}
