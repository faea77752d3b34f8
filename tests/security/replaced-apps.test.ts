import { describe, expect, test } from 'vitest'
import { appRefusal as texts } from '#contract/app-messages.ts'
import type { Question } from '#contract/questions.ts'
import { type AppClient, startAppClient } from '../support/app-client.ts'
import { startAppSigner } from '../support/app-signer.ts'
import { fileScope, type Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'

const shared = startAppSigner(fileScope())
const note = { kind: 1, content: 'for the one who asked', tags: [], created_at: 1_700_000_000 }

/** An app whose owner is asked about a note of its client. */
async function askingApp(scope: Scope) {
  const signer = await shared
  const { call } = signer
  const { id, uri } = await signer.invite({ preset: 'ask' })
  const client = await startAppClient(scope, { uri })
  await client.connect()
  const questions = async () =>
    (await call<{ questions: Question[] }>('GET', '/api/questions')).questions.filter(
      ({ caller }) => caller.id === id,
    )
  const asks = async (of: AppClient, name: string) => {
    const known = (await questions()).map((question) => question.id)
    await of.send({ id: name, method: 'sign_event', params: [note] })
    const news = async () => (await questions()).find((question) => !known.includes(question.id))
    await until(async () => (await news()) !== undefined, { what: 'a question of its own' })
    return (await news())?.id ?? ''
  }
  /** The status of the answer. */
  const allow = async (question: string) =>
    (await signer.server.post(`/api/questions/${question}`, { verdict: 'allow' })).status
  /** A client that takes the place of the one before it. */
  const replace = async () => {
    const { uri: next } = await call<{ uri: string }>('POST', `/api/apps/${id}/invite`, {})
    const other = await startAppClient(scope, { uri: next })
    expect(await other.connect()).toMatchObject({ result: 'ack' })
    return other
  }
  return { ...signer, id, client, questions, asks, allow, replace }
}

describe('What a client asked for is over once', () => {
  test('another takes its place, for which the owner is asked anew', async (t) => {
    const { client, questions, asks, allow, replace } = await askingApp(t)
    const first = await asks(client, 'first')
    const before = client.answers.length

    const other = await replace()
    expect(await questions()).toEqual([])
    expect(await allow(first)).toBe(409)
    const second = await asks(other, 'second')
    expect(await allow(second)).toBe(200)

    expect((await other.answered('second')).result).toContain('"sig"')
    expect(client.answers.length).toBe(before)
  })

  test('another takes its place, also what its owner has allowed once', async (t) => {
    const { client, asks, allow, replace } = await askingApp(t)
    await allow(await asks(client, 'first'))
    await client.answered('first')

    const other = await replace()

    expect(await asks(other, 'second')).not.toBe('')
    expect(other.answers.filter(({ id }) => id === 'second')).toEqual([])
  })

  test('it has signed out', async (t) => {
    const { client, questions, asks, allow, app, id } = await askingApp(t)
    const first = await asks(client, 'first')

    await client.ask('logout')
    await until(async () => (await app(id)).state === 'signed out')

    expect(await questions()).toEqual([])
    expect(await allow(first)).toBe(409)
    expect(client.answers.filter(({ id: of }) => of === 'first')).toEqual([])
  })

  test('its time is over, and it gets that error', async (t) => {
    const { client, questions, asks, allow, call, id } = await askingApp(t)
    const first = await asks(client, 'first')

    await call('PUT', `/api/apps/${id}`, { until: new Date(Date.now() - 1_000).toISOString() })

    expect(await questions()).toEqual([])
    expect(await allow(first)).toBe(409)
    expect(await client.answered('first')).toMatchObject({ error: texts.expired })
  })
})
