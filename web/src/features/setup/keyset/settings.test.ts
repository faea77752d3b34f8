import { expect, it } from 'vitest'
import { validation as codes, http } from '#contract/codes.ts'
import { protocolTexts, v2Decoding, validation } from '#contract/messages.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { keyPair, parseSecretKey } from '#web/lib/credentials.ts'
import {
  type Draft,
  emptyDraft,
  firstProblem,
  problemsOf,
  refusalOf,
  requestOf,
} from './settings.ts'

const KEY = keyPair('5d'.repeat(32))
const ORDER = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'

const named: Draft = { ...emptyDraft, name: 'Family' }

const problems = (
  changes: Partial<Draft>,
  existing: string[] = [],
  generation: ProtocolName = '2026',
) => problemsOf({ ...named, ...changes }, generation, existing, { parseSecretKey })

it('finds nothing wrong with 2 of 3 and a name', () => {
  expect(problems({})).toEqual({})
})

it.each<[string, Partial<Draft>, object]>([
  ['an empty name', { name: ' ' }, { name: validation.nameRequired }],
  ['a name that is too long', { name: 'x'.repeat(201) }, { name: validation.nameTooLong(200) }],
  ['no threshold', { threshold: '' }, { threshold: validation.thresholdPositive }],
  ['a threshold of 0', { threshold: '0' }, { threshold: validation.thresholdPositive }],
  ['a threshold of 1.5', { threshold: '1.5' }, { threshold: validation.thresholdPositive }],
  ['a threshold of -1', { threshold: '-1' }, { threshold: validation.thresholdPositive }],
  ['a threshold of 4', { threshold: '4' }, { threshold: validation.thresholdTooHigh }],
  ['letters for a total', { totalMembers: 'x' }, { totalMembers: validation.totalMembersPositive }],
  [
    'more members than a group has room for',
    { totalMembers: '16' },
    { totalMembers: validation.totalMembersTooHigh(15) },
  ],
  ['no secret key', { secretKey: '' }, { secretKey: validation.privateKeyRequired }],
  ['a broken nsec', { secretKey: `${KEY.nsec}q` }, { secretKey: validation.nsecFormat }],
  ['an npub', { secretKey: KEY.npub }, { secretKey: validation.secretKeyFormat }],
  ['a short key', { secretKey: '5d'.repeat(31) }, { secretKey: validation.secretKeyFormat }],
  ['a key off the curve', { secretKey: ORDER }, { secretKey: protocolTexts.invalidSecretKey }],
])('says what is wrong with %s', (_, changes, expected) => {
  expect(problems(changes)).toEqual(expected)
})

it.each(['Family', 'Family share 2', ' Family '])('refuses a name taken by %j', (existing) => {
  expect(problems({}, [existing])).toEqual({ name: validation.nameTaken })
})

it('compares a name up to its own ` share ` too', () => {
  expect(problems({ name: 'Family share 3' }, ['Family'])).toEqual({ name: validation.nameTaken })
})

it('accepts names that only begin alike', () => {
  expect(problems({ name: 'Family shared' }, ['Family', 'Familiar'])).toEqual({})
})

it.each([KEY.nsec, KEY.hexPrivateKey, ` ${KEY.hexPrivateKey.toUpperCase()}\n`])(
  'takes a key as nsec or hex (%#)',
  (secretKey) => {
    expect(problems({ secretKey })).toEqual({})
  },
)

it('refuses a threshold of 1 in 2026, but not in 1.x', () => {
  expect(problems({ threshold: '1' })).toEqual({ threshold: v2Decoding.thresholdTooLow })
  expect(problems({ threshold: '1' }, [], '1.x')).toEqual({})
})

it('leads to the first invalid field of the form', () => {
  expect(firstProblem(problems({ secretKey: '', threshold: '9' }))).toBe('threshold')
  expect(firstProblem({})).toBeUndefined()
})

it('asks the server for numbers, without the space around what was typed', () => {
  const draft = { name: ' Family ', threshold: '2 ', totalMembers: ' 3', secretKey: null }
  expect(requestOf(draft)).toEqual({ name: 'Family', threshold: 2, totalMembers: 3 })
  expect(requestOf({ ...draft, secretKey: ` ${KEY.nsec}\n` })).toMatchObject({
    secretKey: KEY.nsec,
  })
})

it.each([
  [{ error: 'name: Too big', field: 'name', code: 'text' }, { name: 'Too big' }],
  [codes.thresholdTooHigh, { threshold: validation.thresholdTooHigh }],
  [codes.totalMembersTooHigh(15), { totalMembers: validation.totalMembersTooHigh(15) }],
  [codes.nsecFormat, { secretKey: validation.nsecFormat }],
  [http.internal, null],
])('takes the refusal %j to its field', (why, expected) => {
  expect(refusalOf(new ApiError(why.error, 400, why))).toEqual(expected)
})
