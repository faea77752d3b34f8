import { expect, test } from 'vitest'
import { present, recordedData, recordedStep } from '#tests/support/v2-vectors.ts'
import {
  answeredOneByOne,
  denial,
  METHODS,
  type MessageType,
  methodOf,
  nonceUnavailable,
} from './messages.ts'

test('a denied request is answered as genuine devices do', () => {
  const recorded = recordedData(present(recordedStep('sign denied').events), 'Error')
  expect(denial('sign')).toEqual(recorded)
  expect(METHODS.map((method) => denial(method).message)).toContain(
    'inbound ecdh denied by local policy',
  )
})

test('an error has no more bytes in a field than Igloo beta reads', () => {
  const errors = [...METHODS.map(denial), nonceUnavailable, answeredOneByOne([])]
  const sizes = errors.flatMap(({ code, message }) =>
    [code, message].map((one) => Buffer.byteLength(one)),
  )
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1_024)
})

test('a request has a method, and an answer has none', () => {
  const types: MessageType[] = [
    ...(['PingRequest', 'OnboardRequest', 'SignRequest', 'EcdhRequest'] as const),
    ...(['PingResponse', 'OnboardResponse', 'SignResponse', 'EcdhResponse', 'Error'] as const),
  ]
  expect(types.map(methodOf)).toEqual([
    ...['ping', 'onboard', 'sign', 'ecdh'],
    ...Array.from({ length: 5 }, () => undefined),
  ])
})
