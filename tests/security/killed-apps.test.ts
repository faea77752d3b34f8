import { generateSecretKey } from 'nostr-tools/pure'
import { beforeAll, expect, test } from 'vitest'
import type { AppList, InviteAnswer } from '#contract/apps.ts'
import { type Question, questionList } from '#contract/questions.ts'
import type { RelayFixture } from '../../relay-fixture/relay.ts'
import { ask } from '../support/access.ts'
import { firstShare } from '../support/api-server.ts'
import { type AppClient, startAppClient } from '../support/app-client.ts'
import { fitting } from '../support/fitting.ts'
import { rounds } from '../support/long.ts'
import { type OwnedProcess, startOwnedProcess } from '../support/owned-process.ts'
import { newPair } from '../support/pair.ts'
import { fileScope, startPeerFor, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'

const KILLS = rounds(2, 50)
/** Milliseconds. */
const LIMIT = rounds(180_000, 900_000)

/** A relay, a process that has a peer on it, and, after each kill, the process that took its place. */
let relay: RelayFixture
let owned: OwnedProcess

const scope = fileScope()
beforeAll(async () => {
  // A restart finds what was asked meanwhile, as on strfry.
  relay = await startRelayFor(scope, { storesEphemeral: true })
  const keyset = newPair()
  owned = await startOwnedProcess(scope, firstShare(keyset, [relay.url]))
  await startPeerFor(scope, {
    group: keyset.groupCredential,
    share: keyset.shareCredentials[1] ?? '',
    relays: [relay.url],
  })
})

async function invite({ floe, by }: OwnedProcess, preset: 'all' | 'ask'): Promise<InviteAnswer> {
  const { body } = await ask(floe, 'inviteApp', {
    headers: by.owner,
    body: { name: 'App', preset },
  })
  return body as InviteAnswer
}

const questionsOf = async ({ floe, by }: OwnedProcess): Promise<Question[]> =>
  fitting(questionList, (await ask(floe, 'questions', { headers: by.owner })).body).questions

const note = (content: string) => ({ kind: 1, content, tags: [], created_at: 1_700_000_000 })

/** The signatures that a client got, by the event that they are of. */
function signaturesOf({ answers }: AppClient): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { result = '' } of answers) {
    if (!result.startsWith('{')) continue
    const { id, sig } = JSON.parse(result) as { id: string; sig: string }
    found.set(id, (found.get(id) ?? new Set()).add(sig))
  }
  return found
}

test(
  'Killed at any moment, a signer signs no request of an app twice, and answers each',
  async (t) => {
    const { uri } = await invite(owned, 'all')
    const client = await startAppClient(t, { uri, seckey: generateSecretKey() })
    await client.connect()
    const answersIn = (kill: number) =>
      client.answers.filter(({ id }) => String(id).startsWith(`${kill}-`)).length
    const asked: string[] = []

    for (let kill = 0; kill < KILLS; kill += 1) {
      expect(await client.ask('sign_event', [note(`before ${kill}`)])).not.toHaveProperty('error')
      const sent = []
      for (let n = 0; n < 12; n += 1) {
        const id = `${kill}-${n}`
        asked.push(id)
        sent.push(await client.send({ id, method: 'sign_event', params: [note(id)] }))
      }
      // Right after they were sent, or in the middle of answering them.
      const answered = (kill + 1) % 7
      await until(() => answersIn(kill) >= answered, { interval: 1 })
      owned = await owned.afterKill()
      for (const event of sent) relay.inject(event)
    }
    await until(() => asked.every((id) => client.answers.some((answer) => answer.id === id)), {
      what: 'an answer to each',
    })
    const apps = (await ask(owned.floe, 'apps', { headers: owned.by.owner })).body as AppList

    expect([...signaturesOf(client).values()].filter(({ size }) => size > 1)).toEqual([])
    expect(signaturesOf(client).size).toBeGreaterThan(KILLS)
    expect(apps.apps.map(({ state }) => state)).toEqual(['paired'])
    expect(await client.ask('sign_event', [note('after')])).toMatchObject({
      result: expect.stringContaining('"sig"'),
    })
  },
  LIMIT,
)

test('A question of an app outlasts kill -9, and its answer reaches the app', async (t) => {
  const { uri } = await invite(owned, 'ask')
  const client = await startAppClient(t, { uri })
  await client.connect()
  const event = await client.send({ id: 'kept', method: 'sign_event', params: [note('kept')] })
  await until(async () => (await questionsOf(owned)).length === 1)

  owned = await owned.afterKill()
  relay.inject(event)
  const [question] = await questionsOf(owned)
  const options = { headers: owned.by.owner, params: { id: question?.id ?? '' } }
  await ask(owned.floe, 'answerQuestion', { ...options, body: { verdict: 'allow' } })
  const answer = await client.answered('kept', 60_000)
  relay.inject(event)
  await client.ask('ping')

  expect(JSON.parse(answer.result ?? '')).toMatchObject(note('kept'))
  expect(client.answers.filter(({ id }) => id === 'kept')).toHaveLength(1)
})
