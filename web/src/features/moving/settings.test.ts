import { expect, it } from 'vitest'
import { gen2Decoding, validation } from '../../../../server/contract/messages.ts'
import { parseSecretKey } from '../../lib/credentials.ts'
import { type Draft, emptyDraft } from '../keyset/settings.ts'
import { dealProblems } from './settings.ts'

const problems = (changes: Partial<Draft>) =>
  dealProblems({ ...emptyDraft, name: 'Family', ...changes }, ['Other'], { parseSecretKey })

it('takes what a new keyset could be', () => {
  expect(problems({})).toEqual({})
})

it('wants two shares to sign together at the least, which 2026 asks for', () => {
  expect(problems({ threshold: '1' })).toEqual({ threshold: gen2Decoding.thresholdTooLow })
})

it('says else what is said of a new keyset', () => {
  expect(problems({ threshold: '0', name: 'Other' })).toEqual({
    threshold: validation.thresholdPositive,
    name: validation.nameTaken,
  })
})
