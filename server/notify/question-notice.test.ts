import { expect, test } from 'vitest'
import type { Question } from '../contract/questions.ts'
import { questionNotice } from './question-notice.ts'

const SECRET = 'what only the owner may read'

const question: Question = {
  id: 'q1',
  caller: { door: 'peer', id: 'ab'.repeat(32), name: 'Anna’s phone' },
  operation: 'sign',
  kind: 0,
  event: { kind: 0, created_at: 1, tags: [['t', SECRET]], content: SECRET },
  count: 1,
  askedAt: '2026-01-01T10:00:00.000Z',
  runsOutAt: '2026-01-01T10:05:00.000Z',
}

test('A notice says who asks for what and until when, and nothing of what the event says', () => {
  const notice = questionNotice(question)
  expect(notice.title).toBe('Anna’s phone asks')
  expect(notice.message).toMatch(
    /^Anna’s phone wants to change your profile\. It waits for you until \d\d:05\.$/,
  )
  expect(JSON.stringify(notice)).not.toContain(SECRET)
})

test('Its end is told in words, of the same cause', () => {
  expect(questionNotice(question, 'ran out')).toMatchObject({
    cause: questionNotice(question).cause,
    state: 'over',
    title: 'Anna’s phone asked',
    message: 'Nobody answered in time whether it may change your profile: it was refused.',
  })
})

test('A caller without a name is told by the beginning of its key', () => {
  const { name: _, ...caller } = question.caller
  expect(questionNotice({ ...question, caller }).title).toBe('abababab asks')
})
