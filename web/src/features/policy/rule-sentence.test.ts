import { expect, it } from 'vitest'
import { namesFrom } from '../settings/use-names.ts'
import { type DescribedRule, ruleSentence } from './rule-sentence.ts'

const BEN = 'b'.repeat(64)
const names = namesFrom([
  { caller: { door: 'peer', id: BEN }, name: 'Ben', preset: null, suspended: false },
])
const say = (rule: DescribedRule) => ruleSentence(rule, names)

it.each<[DescribedRule, string]>([
  [
    {
      verdict: 'allow',
      operation: 'sign',
      kinds: [1, 7],
      limit: { count: 60, per: 'hour', beyond: 'ask' },
    },
    'May publish a note and react to something, at most 60 times an hour; more waits for you',
  ],
  [
    { verdict: 'allow', limit: { count: 1, per: 'day', beyond: 'refuse' } },
    'May do anything, at most 1 time a day; more is refused',
  ],
  [{ verdict: 'ask', kinds: [0] }, 'May change your profile only after you have said yes'],
  [
    { verdict: 'refuse', kinds: [5, 62, 'blind'] },
    'May not ask for events to be deleted, ask relays to delete everything of you and have signed what it does not show',
  ],
  [
    { verdict: 'refuse', kinds: [[30_000, 30_010], 54_321] },
    'May not sign events of the kinds 30000 to 30010 and sign events of kind 54321',
  ],
  [{ verdict: 'allow', operation: 'sign' }, 'May have anything signed'],
  [
    { verdict: 'allow', operation: 'ecdh', counterparty: BEN },
    'May read and write private messages with Ben',
  ],
  [{ verdict: 'refuse', operation: 'ecdh' }, 'May not read and write private messages with anyone'],
  [
    { verdict: 'allow', operation: 'nip44.decrypt', counterparty: 'c'.repeat(64) },
    'May read what cccccccccccccccc...cccccccc sent you (NIP-44)',
  ],
  [
    { verdict: 'ask', operation: 'nip04.encrypt' },
    'May encrypt texts for anyone (NIP-04) only after you have said yes',
  ],
  [{ verdict: 'refuse', counterparty: BEN }, 'May not do anything that concerns Ben'],
  [{ verdict: 'refuse', operation: 'onboard' }, 'May not be given the group'],
])('reads %j as a sentence', (rule, sentence) => {
  expect(say(rule)).toBe(sentence)
})

it('says once what several kinds have in common', () => {
  expect(say({ verdict: 'allow', kinds: [1630, 1631] })).toBe('May change the state of an issue')
})
