import { expect, test } from 'vitest'
import { decoding, protocolTexts, validation } from './codes.ts'
import { messageOf, ofField, several, withFixedCode } from './message.ts'
import { validation as texts } from './messages.ts'

test('a message has the sentence, its code and its parameters', () => {
  expect(validation.shareRequired).toEqual({
    error: texts.shareRequired,
    code: 'validation.shareRequired',
  })
  expect(validation.notEnoughShares(3, 1)).toEqual({
    error: texts.notEnoughShares(3, 1),
    code: 'validation.notEnoughShares',
    params: [3, 1],
  })
})

test('a message within a message keeps its code, and a text within one has none', () => {
  const failed = { ok: false, ...decoding.checksum } as const
  expect(protocolTexts.decodeShare(failed)).toEqual({
    error: `Failed to decode share: ${decoding.checksum.error}`,
    code: 'node.decodeShare',
    params: [decoding.checksum],
  })
  expect(validation.shareItem(2, 'odd').params).toEqual([2, 'odd'])
})

test('a field is named in the sentence and in `field`; of two, the outer one', () => {
  const inner = ofField('url', validation.relayFormat)
  expect(ofField('RELAYS', inner)).toEqual({
    ...validation.relayFormat,
    error: 'RELAYS: url: Invalid relay URL format',
    field: 'RELAYS',
  })
})

test('several messages become one, and a single one stays itself', () => {
  const two = [validation.relayFormat, validation.relayDotless]
  expect(several('. ', two)).toEqual({
    error: two.map(({ error }) => error).join('. '),
    code: 'several',
    params: ['. ', ...two],
  })
  expect(several('. ', [validation.relayFormat])).toEqual(validation.relayFormat)
})

test('a fixed code stays, with the code of the sentence beside it', () => {
  expect(withFixedCode('BUSY', validation.nameTaken)).toEqual({
    error: texts.nameTaken,
    code: 'BUSY',
    sentence: 'validation.nameTaken',
  })
  expect(messageOf({ error: 'read ECONNRESET' })).toEqual({
    error: 'read ECONNRESET',
    code: 'text',
  })
})
