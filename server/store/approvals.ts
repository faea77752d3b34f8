import type Database from 'better-sqlite3'
import type { QuestionEnd, ShownEvent } from '#contract/questions.ts'
import type { Caller, Operation } from '#contract/rules.ts'
import { createLogCleaner, write } from './database.ts'
import type { Guards } from './guards.ts'
import { keysetPlace, type Sealer } from './sealing.ts'

/** An open question to the owner. All but its id is sealed. Times are Unix milliseconds. */
export type StoredApproval = {
  id: string
  /** The request that needs approval. */
  asked: {
    caller: Caller
    client?: string | undefined
    operation: Operation
    subject: string
    parts: readonly { event?: ShownEvent; counterparty?: string }[]
  }
  askedAt: number
  runsOutAt: number
}

/** An answer that also holds for repeats of the request, for a while. */
export type StoredAnswer = {
  /** The approval's id. */
  id: string
  /** A digest of the request. */
  request: string
  end: Extract<QuestionEnd, 'allowed' | 'refused'>
  until: number
}

/** Open approvals and answers of one keyset. Everything throws a StoreError when it fails. */
export type Approvals = {
  /**
   * The open ones, the oldest first, and the answers that still hold, without forged rows (guards.ts).
   */
  list(): { open: StoredApproval[]; answers: StoredAnswer[] }
  open(question: StoredApproval): void
  /**
   * Ends an open approval, in one transaction with what `remember` writes. Its content is deleted, soon also
   * from the database file and its log.
   *
   * @returns false if it was not open any more, and nothing was written
   */
  end(id: string, answer: StoredAnswer | null, remember?: () => void): boolean
  /** Deletes answers that ended before a time. Expired approvals are ended, not deleted here. */
  trim(before: number): void
}

type QuestionRow = { id: string; sealed: Buffer }
type AnswerRow = {
  keyset: number
  id: string
  request: string
  answer: StoredAnswer['end']
  until: number
}

export type ApprovalsOptions = {
  sealer: Sealer
  guards: Guards
  keyset: number
  /** Milliseconds. */
  now(): number
}

export function createApprovals(
  db: Database.Database,
  { sealer, guards, keyset, now }: ApprovalsOptions,
): Approvals {
  const guard = guards.of<QuestionRow>('questions', keyset)
  const answerGuard = guards.of<AnswerRow>('answers', keyset)
  const put = db.prepare<[number, string, Buffer]>(
    'INSERT INTO questions (keyset, id, sealed) VALUES (?, ?, ?)',
  )
  const remove = db.prepare<[number, string]>('DELETE FROM questions WHERE keyset = ? AND id = ?')
  const putAnswer = db.prepare<[AnswerRow]>(
    `INSERT OR REPLACE INTO answers (keyset, id, request, answer, until)
     VALUES (@keyset, @id, @request, @answer, @until)`,
  )
  const forget = db
    .prepare<[number, number], string>(
      'DELETE FROM answers WHERE keyset = ? AND until <= ? RETURNING id',
    )
    .pluck()

  const cleanSoon = createLogCleaner(db)

  const placeOf = (id: string): string => keysetPlace(keyset, `questions/${id}`)

  const opened = ({ id, sealed }: QuestionRow): StoredApproval => ({
    id,
    ...(JSON.parse(sealer.open(sealed, placeOf(id))) as Omit<StoredApproval, 'id'>),
  })

  return {
    list: () => {
      const at = now()
      return {
        open: guard.read().rows.map(opened),
        answers: answerGuard
          .read()
          .rows.filter(({ until }) => until > at)
          .map(({ id, request, answer, until }) => ({ id, request, end: answer, until })),
      }
    },
    open: ({ id, asked, askedAt, runsOutAt }) => {
      write(db, () => {
        const text = JSON.stringify({ asked, askedAt, runsOutAt })
        put.run(keyset, id, sealer.seal(text, placeOf(id)))
        guard.record([id])
      })
    },
    end: (id, answer, remember) => {
      const wasOpen = write(db, () => {
        if (remove.run(keyset, id).changes === 0) return false
        guard.record([id])
        if (answer !== null) {
          const { request, end, until } = answer
          putAnswer.run({ keyset, id: answer.id, request, answer: end, until })
          answerGuard.record([answer.id])
        }
        remember?.()
        return true
      })
      if (wasOpen) cleanSoon()
      return wasOpen
    },
    trim: (before) => {
      write(db, () => {
        const forgotten = forget.all(keyset, before)
        if (forgotten.length > 0) answerGuard.record(...forgotten.map((id) => [id]))
      })
    },
  }
}
