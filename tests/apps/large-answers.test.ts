import { v2 as nip44 } from 'nostr-tools/nip44'
import { generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure'
import { describe, expect, test } from 'vitest'
import { appRefusal as texts } from '#contract/app-messages.ts'
import type { EventTemplate } from '#contract/nostr.ts'
import type { Faults } from '../../relay-fixture/faults.ts'
import { type AppClient, startAppClient } from '../support/app-client.ts'
import { startAppSigner } from '../support/app-signer.ts'
import { newHash } from '../support/new-hash.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { follows } from './support/errands.ts'

/** The largest event, and the largest message, that strfry accepts by default, bytes. */
const EVENT_TAKEN = 65_536
const MESSAGE_TAKEN = 131_072

/** An app on a relay with faults. `signed()` is how often its group has signed. */
async function pairedApp(scope: Scope, faults: Partial<Faults> = {}) {
  const signer = await startAppSigner(scope)
  const { uri } = await signer.invite()
  const client = await startAppClient(scope, { uri })
  expect(await client.connect()).toMatchObject({ result: 'ack' })
  signer.relay.setFaults(faults)
  const signed = () => signer.members.reduce((sum, { audited }) => sum + audited.length, 0)
  return { ...signer, client, signed }
}

const sign = (client: AppClient, event: EventTemplate) =>
  client.ask('sign_event', [JSON.stringify(event)])

/** A list of a thousand people, whose request has this many bytes. */
function listOf(bytes: number): EventTemplate {
  const id = newHash().slice(0, 36)
  const list = (content: string) => ({ ...follows(1_000), content })
  const request = { id, method: 'sign_event', params: [JSON.stringify(list(''))] }
  return list('x'.repeat(bytes - JSON.stringify(request).length))
}

/**
 * NIP-44 pads its request to 81,920 bytes, and the answer, which has id, key and signature too, to 98,304. In
 * base64 the request is smaller than 131,072 bytes, and the answer is not.
 */
const BETWEEN = listOf(81_900)

/** The error that an app gets, whatever the size of its result. */
const told = (most?: number) => {
  const [before = '', after = ''] = texts.tooLarge(Number.NaN, most).split('NaN')
  return { result: 'error', error: expect.stringMatching(`^${before}\\d+${after}$`) }
}

describe('Where the relay accepts events of that size, an app gets', () => {
  test.for([1_150, 2_600, 4_500])('a list of %i people, signed', async (people, t) => {
    const { client, pubkey } = await pairedApp(t)
    const list = follows(people)

    const { result = '' } = await sign(client, list)

    const event = JSON.parse(result)
    expect(event).toMatchObject({ ...list, pubkey })
    expect(verifyEvent(event)).toBe(true)
  })

  test('a text of 60,000 bytes, encrypted', async (t) => {
    const { client, pubkey } = await pairedApp(t)
    const seckey = generateSecretKey()
    const text = 'x'.repeat(60_000)

    const { result = '' } = await client.ask('nip44_encrypt', [getPublicKey(seckey), text])

    const key = nip44.utils.getConversationKey(seckey, pubkey)
    expect(nip44.decrypt(result, key)).toBe(text)
  })

  test('a large result later, where the relay asks for patience', async (t) => {
    const { client, relay, signed } = await pairedApp(t)
    const params = [JSON.stringify(follows(1_150))]
    const asked = client.eventOf(JSON.stringify({ id: 'late', method: 'sign_event', params }))
    const refused: string[] = []
    t.onTestFinished(relay.onRefused(({ id }) => void refused.push(id)))

    relay.setFaults({ rejectKinds: [24_133], rejectReason: 'rate-limited: slow down' })
    relay.inject(asked)
    await until(() => refused.length >= 2)
    relay.clearFaults()
    const { error } = await client.answered('late')

    expect(error).toBeUndefined()
    expect(signed()).toBe(1)
  })
})

describe('An app is told that its result is too large', () => {
  test('before anything is signed, where the relay publishes its limit', async (t) => {
    const { client, relay, signed } = await pairedApp(t, { maxMessageBytes: MESSAGE_TAKEN })
    const connections = relay.totalConnections

    expect(await sign(client, BETWEEN)).toMatchObject(told(MESSAGE_TAKEN))

    expect(signed()).toBe(0)
    expect(relay.totalConnections).toBe(connections)
    expect(await client.ask('ping')).toMatchObject({ result: 'pong' })
  })

  test.for<[string, Partial<Faults>, EventTemplate]>([
    ['refuses it', { maxEventBytes: EVENT_TAKEN }, BETWEEN],
    ['refuses what others take', { maxEventBytes: EVENT_TAKEN / 8 }, follows(100)],
    ['ends the connection over it', { maxMessageBytes: MESSAGE_TAKEN, noDocument: true }, BETWEEN],
  ])(
    'after it was signed, where the relay publishes no limit and %s, and before anything is signed from then on',
    async ([, faults, event], t) => {
      const { client, relay, signed } = await pairedApp(t)
      // Injected, so that the relay accepts the app's own event.
      const ask = (id: string) => {
        const params = [JSON.stringify(event)]
        relay.inject(client.eventOf(JSON.stringify({ id, method: 'sign_event', params })))
        return client.answered(id)
      }
      relay.setFaults(faults)

      expect(await ask('first')).toMatchObject(told())
      const signedFirst = signed()
      expect(await ask('again')).toMatchObject(told())

      expect(signedFirst).toBe(1)
      expect(signed()).toBe(1)
      expect(client.answers.filter(({ id }) => id === 'first')).toHaveLength(1)
    },
  )
})
