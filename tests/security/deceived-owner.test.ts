// An app that may ask for anything, and means to have it allowed without its owner knowing what.
import { expect, test } from 'vitest'
import type { Question } from '#contract/questions.ts'
import { readEvent } from '#contract/read-event.ts'
import { startAppClient } from '../support/app-client.ts'
import { startAppSigner } from '../support/app-signer.ts'
import { fileScope, type Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'

const shared = startAppSigner(fileScope())
const KEY = 'ab'.repeat(32)
/** In 2100: a relay keeps it for as long as nothing newer comes. */
const FAR = 4_102_444_800

/** An app of which its owner is asked about everything. */
async function askingApp(scope: Scope) {
  const signer = await shared
  const { id, uri } = await signer.invite({ preset: 'ask' })
  const client = await startAppClient(scope, { uri })
  await client.connect()
  const questions = async () =>
    (await signer.call<{ questions: Question[] }>('GET', '/api/questions')).questions.filter(
      ({ caller }) => caller.id === id,
    )
  let asked = 0
  const asks = async (...events: object[]): Promise<Question[]> => {
    const before = (await questions()).length
    for (const event of events) {
      asked += 1
      await client.send({ id: `${asked}`, method: 'sign_event', params: [JSON.stringify(event)] })
    }
    await until(async () => (await questions()).length === before + events.length)
    return questions()
  }
  return { ...signer, client, questions, asks }
}

/** All that the owner is shown of the event to sign. */
function shownOf({ event, askedAt }: Question): string {
  if (event === undefined) throw new Error('nothing is shown')
  return JSON.stringify(readEvent(event, undefined, undefined, Date.parse(askedAt) / 1000))
}

test('a text that looks like a cipher is shown', async (t) => {
  const { asks } = await askingApp(t)
  const content = `${'A'.repeat(64)}?iv=and what nobody was to read`

  const [question] = await asks({ kind: 1, content })

  expect(shownOf(question as Question)).toContain('and what nobody was to read')
})

test('a profile that is to stay for ever has its date, and a warning', async (t) => {
  const { asks } = await askingApp(t)

  const [question] = await asks({ kind: 0, content: '{"name":"Anna"}', created_at: FAR })

  expect(shownOf(question as Question)).toContain('2100')
  const { event } = question as Question
  const now = Math.floor(Date.now() / 1000)
  const warnings = (at: number) => readEvent(event as never, undefined, undefined, at).warnings
  expect(warnings(now).length).toBeGreaterThan(warnings(FAR).length)
})

test('one deletion among many uploads comes first, and what is not shown is counted', async (t) => {
  const { asks } = await askingApp(t)
  const uploads = Array.from({ length: 8 }, () => ['t', 'upload'])
  const files = Array.from({ length: 508 }, (_, n) => ['x', n.toString(16).padStart(64, '0')])

  const [question] = await asks({ kind: 24_242, tags: [...uploads, ['t', 'delete'], ...files] })

  const text = shownOf(question as Question)
  expect(text).toMatch(/delete/)
  expect(text).toMatch(/50\d/)
})

test('what does harm is not allowed together with what does none', async (t) => {
  const { asks, call, client } = await askingApp(t)
  const harmful = [
    { kind: 5, tags: [['e', KEY]] },
    { kind: 3, tags: [['p', KEY]] },
    { kind: 27_235, tags: [['u', 'https://bank.example/login']] },
  ]
  const questions = await asks({ kind: 1, content: 'hello' }, ...harmful)

  const { answers } = await call<{ answers: { id: string; outcome: string }[] }>(
    'POST',
    '/api/questions',
    { verdict: 'allow', questions: questions.map(({ id }) => id) },
  )

  const kindOf = (id: string) => questions.find((one) => one.id === id)?.kind
  expect(Object.fromEntries(answers.map(({ id, outcome }) => [kindOf(id), outcome]))).toEqual({
    1: 'answered',
    5: 'left',
    3: 'left',
    27235: 'left',
  })
  expect((await client.answered('1')).result).toContain('"sig"')
  expect(client.answers.filter(({ id }) => ['2', '3', '4'].includes(String(id)))).toEqual([])
})

test('the owner is not asked about events that no relay takes', async (t) => {
  const { client, questions } = await askingApp(t)

  for (const event of [{ kind: 65_536 }, { kind: 1, created_at: Date.now() }]) {
    const { error } = await client.ask('sign_event', [JSON.stringify(event)])
    expect(error).toMatch(/65535|seconds/)
  }

  expect(await questions()).toEqual([])
})
