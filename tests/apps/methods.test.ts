import { randomUUID } from 'node:crypto'
import * as nip04 from 'nostr-tools/nip04'
import { v2 as nip44 } from 'nostr-tools/nip44'
import { generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure'
import { describe, expect, test } from 'vitest'
import { appRefusal as texts } from '#contract/app-messages.ts'
import type { Question } from '#contract/questions.ts'
import { type AppClient, startAppClient } from '../support/app-client.ts'
import { type AppSigner, startAppSigner } from '../support/app-signer.ts'
import { fileScope, type Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'

const shared = startAppSigner(fileScope())

/** A new app of the file's signer. */
async function startPaired(
  scope: Scope,
  preset: 'all' | 'ask' = 'all',
): Promise<AppSigner & { client: AppClient; id: string; uri: string }> {
  const signer = await shared
  const { id, uri } = await signer.invite({ preset, allow: preset === 'all' ? READING : [] })
  const client = await startAppClient(scope, { uri })
  expect(await client.connect()).toMatchObject({ result: 'ack' })
  return { ...signer, client, id, uri }
}

const READING = ['nip44_decrypt', 'nip04_decrypt']

const template = { kind: 1, content: 'hello', tags: [['t', 'nostr']], created_at: 1_700_000_000 }

describe('An app gets', () => {
  test('the answers that each method promises', async (t) => {
    const { client, pubkey } = await startPaired(t)
    const seckey = generateSecretKey()
    const other = getPublicKey(seckey)

    expect(await client.ask('ping')).toMatchObject({ result: 'pong' })
    expect(await client.ask('get_public_key')).toMatchObject({ result: pubkey })
    expect(await client.ask('get_relays')).toMatchObject({ result: '{}' })
    expect(await client.ask('switch_relays')).toMatchObject({ result: 'null' })
    expect(JSON.parse((await client.ask('describe')).result ?? '')).toContain('sign_event')
    const signed = await client.ask('sign_event', [JSON.stringify(template)])
    const event = JSON.parse(signed.result ?? '')
    expect(event).toMatchObject({ ...template, pubkey })
    expect(verifyEvent(event)).toBe(true)
    expect(signed).not.toHaveProperty('error')

    const conversation = nip44.utils.getConversationKey(seckey, pubkey)
    const encrypted = await client.ask('nip44_encrypt', [other, 'to you'])
    expect(nip44.decrypt(encrypted.result ?? '', conversation)).toBe('to you')
    const back = nip44.encrypt('to the group', conversation)
    expect(await client.ask('nip44_decrypt', [other, back])).toMatchObject({
      result: 'to the group',
    })
    const older = await client.ask('nip04_encrypt', [other, 'to you'])
    expect(nip04.decrypt(seckey, pubkey, older.result ?? '')).toBe('to you')
    const olderBack = nip04.encrypt(seckey, pubkey, 'to the group')
    expect(await client.ask('nip04_decrypt', [other, olderBack])).toMatchObject({
      result: 'to the group',
    })
  })

  test('texts of more than 65,535 bytes in the long form of NIP-44', async (t) => {
    const { client, pubkey } = await startPaired(t)
    const seckey = generateSecretKey()
    const conversation = nip44.utils.getConversationKey(seckey, pubkey)
    const text = 'ä'.repeat(33_000)

    const long = nip44.encrypt(text, conversation)
    const { result = '' } = await client.ask('nip44_decrypt', [getPublicKey(seckey), long])

    expect(result.length).toBe(text.length)
  })

  test('an answer in the cipher that it asks in, unless that is switched off', async (t) => {
    const { client, call, id, app } = await startPaired(t)

    const answer = await client.ask('ping', [], { cipher: 'nip04' })
    const seen = await app(id)
    await call('PUT', `/api/apps/${id}`, { nip04: false })
    const after = await client.ask('ping', [], { cipher: 'nip04' })

    expect(answer).toMatchObject({ result: 'pong', cipher: 'nip04' })
    expect(seen.usesNip04).toBe(true)
    expect(after).toMatchObject({ result: 'error', error: texts.nip04Off, cipher: 'nip04' })
    expect(await client.ask('ping')).toMatchObject({ result: 'pong', cipher: 'nip44' })
  })

  test('"ack" again whatever secret it sends, whatever first parameter', async (t) => {
    const { client } = await startPaired(t)

    expect(await client.ask('connect', ['', 'another'])).toMatchObject({ result: 'ack' })
    expect(await client.ask('connect', [])).toMatchObject({ result: 'ack' })
  })

  test('its ids back as they are: texts and numbers', async (t) => {
    const { client } = await startPaired(t)

    for (const id of ['a_b-1', '7', 'x'.repeat(128), 'ä "\\', 12, 0.5]) {
      expect(await client.ask('ping', [], { id })).toMatchObject({ id, result: 'pong' })
    }
  })

  test('a signature for an event that it sends as an object, or with fields that it should not send', async (t) => {
    const { client, pubkey } = await startPaired(t)
    const asked = { kind: 1, id: 'f'.repeat(64), sig: 'x' }

    const bare = JSON.parse((await client.ask('sign_event', [asked])).result ?? '')
    const asParams = await client.ask('sign_event', { ...template, pubkey })
    const foreign = await client.ask('sign_event', [{ ...template, pubkey: 'ab'.repeat(32) }])
    const kindless = await client.ask('sign_event', [JSON.stringify({ content: 'x' })])

    expect(bare).toMatchObject({ kind: 1, tags: [], content: '' })
    expect(bare.created_at).toBeGreaterThan(Date.now() / 1000 - 60)
    expect(JSON.parse(asParams.result ?? '')).toMatchObject(template)
    expect(foreign.error).toBe(texts.otherAuthor('ab'.repeat(32), pubkey))
    expect(kindless).toMatchObject({ result: 'error', error: texts.kindMissing })
  })

  test('an error in words for a method that is not supported', async (t) => {
    const { client } = await startPaired(t)

    for (const method of ['sign_psbt', 'nip44v3_encrypt', 'create_account', '__proto__', '']) {
      const answer = await client.ask(method)
      expect(answer).toMatchObject({ result: 'error', error: expect.stringMatching(/\w+ \w+/) })
    }
  })

  test('no answer to an answer, such as some send after pairing', async (t) => {
    const { client } = await startPaired(t)
    const before = client.answers.length

    await client.send({ id: 'theirs', result: 'ack' })
    await client.ask('ping')

    expect(client.answers.slice(before).map(({ result }) => result)).toEqual(['pong'])
  })

  test('two answers with one signature when it asks the same again while the owner is asked', async (t) => {
    const { client, call, id } = await startPaired(t, 'ask')
    await client.send({ id: 'first', method: 'sign_event', params: [template] })
    await client.send({ id: 'second', method: 'sign_event', params: [template] })
    // Requests are read in their order: the second has been read once a later one has its question.
    const later = { ...template, content: 'later' }
    await client.send({ id: 'later', method: 'sign_event', params: [later] })
    const questions = async () =>
      (await call<{ questions: Question[] }>('GET', '/api/questions')).questions.filter(
        ({ caller }) => caller.id === id,
      )
    await until(async () => (await questions()).some(({ event }) => event?.content === 'later'))
    const [question, ...others] = await questions()

    await call('POST', `/api/questions/${question?.id}`, { verdict: 'allow' })
    const [one, other] = [await client.answered('first'), await client.answered('second')]

    expect(JSON.parse(one.result ?? '')).toEqual(JSON.parse(other.result ?? ''))
    expect(others).toMatchObject([{ event: later }])
  })

  test('answers that are never older than what it asked', async (t) => {
    const { client } = await startPaired(t)
    const ahead = Math.floor(Date.now() / 1000) + 120

    const answer = await client.ask('ping', [], { createdAt: ahead })

    expect(answer.event.created_at).toBeGreaterThanOrEqual(ahead)
  })

  test.each([12, -12, -600])('told that its clock is off, by %i minutes', async (minutes) => {
    const scope: (() => unknown)[] = []
    try {
      const { client } = await startPaired({ onTestFinished: (end) => void scope.push(end) })
      const createdAt = Math.floor(Date.now() / 1000) + minutes * 60

      const answer = await client.ask('ping', [], { createdAt })

      expect(answer.error).toBe(texts.clockOff(Math.abs(minutes), minutes > 0))
    } finally {
      for (const end of scope) await end()
    }
  })

  test('logged out: "ack", then nothing more', async (t) => {
    const { client, app, id } = await startPaired(t)

    expect(await client.ask('logout')).toMatchObject({ result: 'ack' })
    await until(async () => (await app(id)).state === 'signed out')
    const before = client.answers.length
    await client.send({ id: randomUUID(), method: 'ping', params: [] })

    await expect(client.answered('none', 1_000)).rejects.toThrow()
    expect(client.answers.length).toBe(before)
  })
})
