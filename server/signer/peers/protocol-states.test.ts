import { expect, test } from 'vitest'
import { ownerWarning, request } from '#contract/messages.ts'
import { obstacleOf, type ProtocolFacts, protocolStates } from './protocol-states.ts'

const ON: ProtocolFacts = { hasFirst: true, isFirstRefused: false, v2Problem: null }
const statesOf = (facts: Partial<ProtocolFacts>) => protocolStates({ ...ON, ...facts })

test('A generation is on, or says why it is off', () => {
  expect(statesOf({})).toEqual([
    { name: '1.x', on: true },
    { name: '2026', on: true },
  ])
  expect(statesOf({ hasFirst: false, v2Problem: 'broken' })).toEqual([
    { name: '1.x', on: false, reason: request.firstGenerationOff },
    { name: '2026', on: false, reason: 'broken' },
  ])
  expect(statesOf({ isFirstRefused: true })[0]).toEqual({
    name: '1.x',
    on: false,
    reason: ownerWarning.firstGenerationRefused,
  })
})

test('With both off nothing can be signed, for a reason that the owner can do something about', () => {
  expect(obstacleOf(statesOf({ isFirstRefused: true }))).toBeNull()
  expect(obstacleOf(statesOf({ v2Problem: 'broken' }))).toBeNull()
  expect(obstacleOf(statesOf({ hasFirst: false, v2Problem: 'broken' }))).toBe('broken')
  expect(obstacleOf(statesOf({ isFirstRefused: true, v2Problem: 'broken' }))).toBe(
    request.firstGenerationRefused,
  )
})
