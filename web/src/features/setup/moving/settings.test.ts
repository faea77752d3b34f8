import { expect, it } from 'vitest'
import { v2Decoding, validation } from '#contract/messages.ts'
import { parseSecretKey } from '#web/lib/credentials.ts'
import { type Draft, emptyDraft } from '../keyset/settings.ts'
import { dealProblems } from './settings.ts'

const problems = (changes: Partial<Draft>) =>
  dealProblems({ ...emptyDraft, name: 'Family', ...changes }, ['Other'], { parseSecretKey })

it('accepts what a new keyset could be', () => {
  expect(problems({})).toEqual({})
})

it('demands a threshold of at least two, as 2026 does', () => {
  expect(problems({ threshold: '1' })).toEqual({ threshold: v2Decoding.thresholdTooLow })
})

it('otherwise reports the same problems as for a new keyset', () => {
  expect(problems({ threshold: '0', name: 'Other' })).toEqual({
    threshold: validation.thresholdPositive,
    name: validation.nameTaken,
  })
})
