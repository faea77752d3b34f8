import { expect, test } from 'vitest'
import { nip04 } from '#crypto/nip04.ts'
import { nip44 } from '#crypto/nip44.ts'
import { signEvent } from '#nostr/event.ts'
import { keyPair } from '#nostr/keys.ts'
import { answerBytes } from './answers.ts'
import { answerText, type CipherName, createAnswerKey, success } from './message.ts'
import type { AppKeyUse } from './methods.ts'
import { messageBytes } from './relay-limit.ts'
import { APP_EVENT_KIND } from './transport.ts'

const SIGNER = keyPair('07'.repeat(32))
const CLIENT = keyPair('08'.repeat(32))
const GROUP = keyPair('09'.repeat(32))
const KEY = new Uint8Array(32).fill(3)
const caller = { door: 'app', id: 'an app' } as const
const ID = 'an id with "quotes"'

/** The size in bytes of the message that answers with a result, made as for a relay. */
function sentFor(result: string, cipher: CipherName): number {
  const { hexPrivateKey, hexPublicKey } = SIGNER
  const key = createAnswerKey(hexPrivateKey, hexPublicKey, CLIENT.hexPublicKey)
  const content = key.encrypt(answerText(ID, success(result)), cipher)
  const tags = [['p', CLIENT.hexPublicKey]]
  const template = { kind: APP_EVENT_KIND, created_at: 1_700_000_000, tags, content }
  return messageBytes(key.sign(template))
}

const texts: [string, string][] = [
  ['a letter', 'x'],
  ['what JSON escapes', 'grüße\n"'],
  ['20,000 letters', 'x'.repeat(20_000)],
  ['25,000 quotes', 'é"'.repeat(25_000)],
  ['70,000 letters', 'x'.repeat(70_000)],
]
const cases = texts.flatMap(([what, text]) =>
  (['nip44', 'nip04'] as const).map((by) => [what, by, text] as const),
)

test.each(cases)('An answer about %s, in %s, has the size computed before', (_, by, text) => {
  const event = { kind: 1, created_at: 1_700_000_000, tags: [['t', text]], content: text }
  const signed = signEvent(event, GROUP.hexPrivateKey, GROUP.hexPublicKey)
  const counterparty = CLIENT.hexPublicKey
  const requests: [AppKeyUse, string][] = [
    [{ operation: 'sign', caller, event }, JSON.stringify(signed)],
    [{ operation: 'nip44.encrypt', caller, counterparty, content: text }, nip44.encrypt(text, KEY)],
    [{ operation: 'nip04.encrypt', caller, counterparty, content: text }, nip04.encrypt(text, KEY)],
  ]
  for (const [request, result] of requests) {
    expect(answerBytes(ID, request, by), request.operation).toBe(sentFor(result, by))
  }
})

test('The size of a decryption’s answer is not computed', () => {
  const counterparty = CLIENT.hexPublicKey
  const content = nip44.encrypt('x', KEY)
  const request = { operation: 'nip44.decrypt', caller, counterparty, content } as const
  expect(answerBytes(ID, request, 'nip44')).toBe(0)
})
