import { expect, it } from 'vitest'
import { back, confirm, type Flow, handOut, type NewKeyset, next, unsaved } from './flow.ts'

const keysetOf = (total: number): NewKeyset => ({
  name: 'Family',
  threshold: 1,
  npub: 'npub1',
  isOwnKey: false,
  groupCredential: 'group',
  shareCredentials: Array.from({ length: total }, (_, at) => `share ${at + 1}`),
})

type Shares = Extract<Flow, { at: 'shares' }>

function shares(flow: Flow): Shares {
  if (flow.at !== 'shares') throw new Error(`at ${flow.at}`)
  return flow
}

/** At share 2 of this many. */
const second = (total: number): Shares => shares(next(shares(handOut(keysetOf(total)))))

it('begins with the share that stays, which needs no confirmation', () => {
  const first = shares(handOut(keysetOf(3)))
  expect(first.share).toBe(1)
  expect(shares(next(first)).share).toBe(2)
})

it('does not go on from a share that is not confirmed', () => {
  const flow = second(3)
  expect(next(flow)).toBe(flow)
})

it('ends at the summary once every share is confirmed', () => {
  const third = shares(next(shares(confirm(second(3), true))))
  expect(third.share).toBe(3)
  expect(next(shares(confirm(third, true)))).toMatchObject({ at: 'summary', stored: [2, 3] })
})

it('has nothing to hand out with a single share', () => {
  expect(next(shares(handOut(keysetOf(1))))).toMatchObject({ at: 'summary', stored: [] })
})

it('keeps confirmations on the way back, which ends at the first share', () => {
  const third = shares(next(shares(confirm(second(3), true))))
  expect(back(third)).toMatchObject({ share: 2, stored: [2] })
  expect(back(shares(back(shares(back(third)))))).toMatchObject({ share: 1, stored: [2] })
})

it('goes back from the summary to the last share', () => {
  const summary = next(shares(confirm(second(2), true)))
  if (summary.at !== 'summary') throw new Error('no summary')
  expect(back(summary)).toMatchObject({ at: 'shares', share: 2, stored: [2] })
})

it('withdraws a confirmation', () => {
  const undone = shares(confirm(shares(confirm(second(3), true)), false))
  expect(undone.stored).toEqual([])
  expect(next(undone)).toBe(undone)
})

it('counts as unsaved what nobody holds, and the first share until the end', () => {
  const confirmed = shares(confirm(second(3), true))
  expect(unsaved(second(3))).toEqual([1, 2, 3])
  expect(unsaved(confirmed)).toEqual([1, 3])
})
