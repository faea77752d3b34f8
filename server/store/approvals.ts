import type Database from 'better-sqlite3'
import type { ApprovalRequest, ApprovalStore, ReusableAnswer } from '#policy/approvals.ts'
import { createLogCleaner, write } from './database.ts'
import type { Guards } from './guards.ts'
import { createRecordSealer, type Sealer } from './sealing.ts'

type QuestionRow = { id: string; sealed: Buffer }
type AnswerRow = {
  keyset: number
  id: string
  request: string
  answer: ReusableAnswer['end']
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
): ApprovalStore {
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

  const questions = createRecordSealer<ApprovalRequest>(sealer, keyset, 'questions')

  return {
    list: () => {
      const at = now()
      return {
        open: guard.read().rows.map(questions.open),
        answers: answerGuard
          .read()
          .rows.filter(({ until }) => until > at)
          .map(({ id, request, answer, until }) => ({ id, request, end: answer, until })),
      }
    },
    open: ({ id, asked, askedAt, runsOutAt }) => {
      write(db, () => {
        put.run(keyset, id, questions.seal({ id, asked, askedAt, runsOutAt }))
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
