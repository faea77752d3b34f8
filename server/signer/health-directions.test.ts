import { describe, expect, test } from 'vitest'
import { ownerWarning, request } from '#contract/codes.ts'
import type { DirectionBarrier } from '#contract/directions.ts'
import { type Cosigner, directionsOf, obstacleOf, protocolStates, shut } from './health.ts'
import { DEFAULT_POLICY, type PeerPolicy } from './peers/peers.ts'

const peer = (fields: Partial<Cosigner> = {}): Cosigner => ({
  status: 'online',
  policy: DEFAULT_POLICY,
  isOlder: false,
  refusesUs: false,
  givesNoNonces: false,
  ...fields,
})
const may = (allowSend: boolean, allowReceive: boolean, denied: PeerPolicy['denied'] = []) =>
  peer({ policy: { allowSend, allowReceive, denied } })
const open = peer()
const offline = peer({ status: 'offline' })
const unknown = peer({ status: 'unknown' })
const mute = may(false, true)
const deaf = may(true, false)
const shutOut = may(false, false)
const older = peer({ isOlder: true })
const refusing = peer({ refusesUs: true })
const empty = peer({ givesNoNonces: true })
/** `true`: signing is possible; otherwise why not. */
type Outcome = true | DirectionBarrier
const cases: [string, threshold: number, Cosigner[], answer: Outcome, ask: Outcome][] = [
  // Both
  ['all peers are there', 2, [open, open], true, true],
  ['one of two is there', 2, [open, offline], true, true],
  ['each peer is open in one direction', 2, [mute, deaf], true, true],
  ['one is shut out, and the other is enough', 2, [shutOut, open], true, true],
  ['just enough are there', 3, [open, open, offline], true, true],
  ['there is nobody else in the group', 1, [], true, true],
  [
    'only key exchanges are denied',
    2,
    [may(true, true, ['send.ecdh', 'receive.ecdh'])],
    true,
    true,
  ],
  ['being taken in is denied', 2, [may(true, true, ['receive.onboard'])], true, true],

  // It answers, and can't ask
  ['nobody may be asked', 2, [mute, mute], true, 'policy'],
  ['nobody may be asked for a signature', 2, [may(true, true, ['send.sign'])], true, 'policy'],
  ['one too few may be asked', 3, [open, mute, offline], true, 'policy'],
  ['nobody answers us, by their own word', 2, [refusing, refusing], true, 'refused'],
  ['most say that they don’t answer us', 3, [refusing, refusing, mute], true, 'refused'],
  ['one may not be asked, and the other does not answer us', 2, [refusing, mute], true, 'policy'],
  ['the only one there gives no nonces', 2, [empty, offline], true, 'nonces'],
  ['one gives no nonces, and the other is enough', 2, [empty, open], true, true],
  ['nobody may be asked, and one may still come', 2, [mute, unknown], true, 'looking'],
  [
    'nobody may be asked, not even those that may still come',
    2,
    [mute, peer({ ...mute, status: 'unknown' })],
    true,
    'policy',
  ],

  // It can ask, and answers nobody
  ['nobody is answered', 2, [deaf, deaf], 'policy', true],
  ['nobody is answered with a signature', 2, [may(true, true, ['receive.sign'])], 'policy', true],
  ['the only one there is not answered', 2, [deaf, offline], 'policy', true],
  ['the one there is not answered, and one may still come', 2, [deaf, unknown], 'looking', true],
  ['it needs nobody, and nobody is answered', 1, [deaf], 'policy', true],
  ['it needs nobody, and nobody is there', 1, [offline], 'peers', true],

  // Neither
  ['nobody is there', 2, [offline, offline], 'peers', 'peers'],
  ['too few are there', 3, [open, offline, offline], 'peers', 'peers'],
  ['too few are there, and one of them is shut out', 3, [shutOut, offline], 'peers', 'peers'],
  ['all are shut out', 2, [shutOut, shutOut], 'policy', 'policy'],
  ['all speak what is refused', 2, [older, older], 'older', 'older'],
  ['nobody was heard or missed yet', 2, [unknown, unknown], 'looking', 'looking'],
  ['one is missing and one may still come', 2, [offline, unknown], 'looking', 'looking'],
  [
    'the one that may still come so far speaks what is refused',
    2,
    [peer({ ...older, status: 'unknown' })],
    'looking',
    'looking',
  ],
  [
    'the one that may still come is shut out',
    2,
    [peer({ ...shutOut, status: 'unknown' })],
    'peers',
    'peers',
  ],
  [
    'the one that may still come may only ask',
    2,
    [peer({ ...mute, status: 'unknown' })],
    'looking',
    'peers',
  ],
]
const direction = (outcome: Outcome) =>
  outcome === true ? { can: true, why: null } : { can: false, why: outcome }
describe('a signer shows whether it can answer and ask when', () => {
  test.each(cases)('%s', (_, threshold, peers, answer, ask) => {
    expect(directionsOf(peers, threshold)).toEqual({
      answer: direction(answer),
      ask: direction(ask),
    })
  })

  test.each(['stopped', 'relay', 'off'] as const)('neither works: %s', (why) => {
    expect(shut(why)).toEqual({ answer: direction(why), ask: direction(why) })
  })

  test('for every combination of two policies, each direction follows its own only', () => {
    const flags = [true, false]
    const policies = flags.flatMap((send) => flags.map((receive) => ({ send, receive })))
    for (const one of policies) {
      for (const other of policies) {
        const peers = [one, other].map(({ send, receive }) => may(send, receive))
        const { answer, ask } = directionsOf(peers, 2)
        expect({ answer: answer.can, ask: ask.can }).toEqual({
          answer: one.receive || other.receive,
          ask: one.send || other.send,
        })
      }
    }
  })
})

const ON = { hasV1: true, isV1Refused: false, v2Problem: null }
const statesOf = (facts: Partial<Parameters<typeof protocolStates>[0]>) =>
  protocolStates({ ...ON, ...facts })
test('A protocol is on, or has a reason why it is off', () => {
  expect(statesOf({})).toEqual([
    { name: '1.x', on: true },
    { name: '2026', on: true },
  ])
  expect(statesOf({ hasV1: false, v2Problem: { error: 'broken' } })).toEqual([
    { name: '1.x', on: false, why: request.firstGenerationOff },
    { name: '2026', on: false, why: { error: 'broken' } },
  ])
  expect(statesOf({ isV1Refused: true })[0]).toEqual({
    name: '1.x',
    on: false,
    why: ownerWarning.firstGenerationRefused,
  })
})
test('With both off nothing can be signed, and the reason is the one that the owner can remove', () => {
  expect(obstacleOf(statesOf({ isV1Refused: true }))).toBeNull()
  expect(obstacleOf(statesOf({ v2Problem: { error: 'broken' } }))).toBeNull()
  expect(obstacleOf(statesOf({ hasV1: false, v2Problem: { error: 'broken' } }))).toEqual({
    error: 'broken',
  })
  expect(obstacleOf(statesOf({ isV1Refused: true, v2Problem: { error: 'broken' } }))).toBe(
    request.firstGenerationRefused,
  )
})
