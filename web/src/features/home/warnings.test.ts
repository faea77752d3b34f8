import { expect, it } from 'vitest'
import { auth, ownerWarning } from '#contract/messages.ts'
import { groupWarnings } from './warnings.ts'

it('is one for a cause, however many peers share it', () => {
  const texts = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc'].map(ownerWarning.firstGeneration)
  expect(groupWarnings([auth.openAccess, ...texts, auth.openAccess])).toEqual([
    { text: auth.openAccess, alsoFor: [], breaks: false },
    { text: texts[0], alsoFor: ['bbbbbbbb', 'cccccccc'], breaks: false },
  ])
})

it.each([
  ownerWarning.noncesFailing,
  ownerWarning.v2Off('no room'),
  ownerWarning.noNoncesGiven('aaaaaaaa'),
  ownerWarning.thirdInFirst('aaaaaaaa'),
])('knows what can’t be set aside: %s', (text) => {
  expect(groupWarnings([text])).toMatchObject([{ text, breaks: true }])
})

it('knows which peers are refused in 1.x for what they spoke once', () => {
  const texts = ['aaaaaaaa', 'bbbbbbbb'].map(ownerWarning.shutOut)
  expect(groupWarnings(texts)).toEqual([
    { text: texts[0], alsoFor: ['bbbbbbbb'], shutOut: ['aaaaaaaa', 'bbbbbbbb'], breaks: true },
  ])
})

it('leaves out who asks to join, who has a card of its own', () => {
  expect(groupWarnings([ownerWarning.onboardingAsked('aaaaaaaa', 3)])).toEqual([])
})
