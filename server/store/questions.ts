import type Database from 'better-sqlite3'
import type { ApprovalRequest, ApprovalStore, ReusableAnswer } from '#policy/approvals.ts'
import { createLogCleaner, read, write } from './database.ts'
import type { Guards } from './guards/guards.ts'
import { siftKeyset } from './guards/of-keyset.ts'
import { keysetPlace, type Sealer } from './sealing.ts'

type QuestionRow = { keyset: number; id: string; sealed: Buffer }
type AnswerRow = {
  keyset: number
  id: string
  request: string
  answer: ReusableAnswer['end']
  until: number
}

export type QuestionsOptions = {
  sealer: Sealer
  guards: Guards
  keyset: number
  /** Milliseconds. */
  now(): number
}

export function createQuestions(
  db: Database.Database,
  { sealer, guards, keyset, now }: QuestionsOptions,
): ApprovalStore {
  const guard = guards.of('questions')
  const answerGuard = guards.of('answers')
  const of = String(keyset)
  const all = db.prepare<[], QuestionRow>('SELECT keyset, id, sealed FROM questions ORDER BY rowid')
  const put = db.prepare<[number, string, Buffer]>(
    'INSERT INTO questions (keyset, id, sealed) VALUES (?, ?, ?)',
  )
  const remove = db.prepare<[number, string]>('DELETE FROM questions WHERE keyset = ? AND id = ?')
  const allAnswers = db.prepare<[], AnswerRow>('SELECT * FROM answers ORDER BY until')
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

  /** What a sealed question is bound to: see sealing.ts. */
  const placeOf = (id: string): string => keysetPlace(keyset, `questions/${id}`)

  const opened = ({ id, sealed }: QuestionRow): ApprovalRequest => ({
    id,
    ...(JSON.parse(sealer.open(sealed, placeOf(id))) as Omit<ApprovalRequest, 'id'>),
  })

  return {
    list: () => {
      const [questions, answers] = read(db, () => [all.all(), allAnswers.all()] as const)
      const at = now()
      return {
        open: siftKeyset(guard, questions, keyset).own.map(opened),
        answers: siftKeyset(answerGuard, answers, keyset)
          .own.filter(({ until }) => until > at)
          .map(({ id, request, answer, until }) => ({ id, request, end: answer, until })),
      }
    },
    open: ({ id, asked, askedAt, runsOutAt }) => {
      write(db, () => {
        const text = JSON.stringify({ asked, askedAt, runsOutAt })
        put.run(keyset, id, sealer.seal(text, placeOf(id)))
        guard.keep([of, id])
      })
    },
    end: (id, answer, remember) => {
      const wasOpen = write(db, () => {
        if (remove.run(keyset, id).changes === 0) return false
        guard.keep([of, id])
        if (answer !== null) {
          const { request, end, until } = answer
          putAnswer.run({ keyset, id: answer.id, request, answer: end, until })
          answerGuard.keep([of, answer.id])
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
        if (forgotten.length > 0) answerGuard.keep(...forgotten.map((id) => [of, id]))
      })
    },
  }
}
