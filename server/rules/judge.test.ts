import { expect, test } from 'vitest'
import { openRules } from '../../tests/support/rules.ts'
import type { Asked } from './request.ts'

const app = { door: 'app', id: 'anna' } as const
const note: Asked<'sign'> = {
  caller: app,
  operation: 'sign',
  subject: 'h1',
  parts: [{ event: { kind: 1, created_at: 0, tags: [], content: 'hi' } }],
}
const asking = { bar: () => null, byDoor: () => 'ask' as const, nameOf: () => undefined }

test('a question that the owner allows gives a permit, and its answer stands', async () => {
  const { judge, questions, answer } = openRules({ doors: asking })
  const ruling = judge.rule(note, { openFor: 60_000 })
  if (ruling.verdict !== 'ask') throw new Error(ruling.verdict)
  expect(answer(ruling.id, { verdict: 'allow' })).toEqual({ outcome: 'answered', end: 'allowed' })
  const settled = await ruling.settled
  expect(settled).toMatchObject({ verdict: 'allow', reason: { by: 'answer' } })
  expect(answer(ruling.id, { verdict: 'refuse' })).toEqual({ outcome: 'over', end: 'allowed' })
  expect(judge.rule(note, { openFor: 60_000 })).toMatchObject({
    verdict: 'allow',
    reason: { by: 'answer' },
  })
  expect(questions.list()).toEqual([])
})
