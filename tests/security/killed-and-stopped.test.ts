import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { routes } from '#api/table.ts'
import { questionList } from '#contract/questions.ts'
import type { RuleRequest } from '#contract/rules.ts'
import { ask, CLOSED } from '../support/access.ts'
import { type Answer, firstShare } from '../support/api-server.ts'
import { fitting } from '../support/fitting.ts'
import { startFloe } from '../support/floe-process.ts'
import type { FloeSignerOptions } from '../support/floe-signer.ts'
import { isLong } from '../support/long.ts'
import { newHash } from '../support/new-hash.ts'
import { type OwnedProcess, startOwnedProcess } from '../support/owned-process.ts'
import { newPair } from '../support/pair.ts'
import { type Scope, startPeerFor, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { noncesFor } from '../support/v2-group.ts'

/** Starts a process and a peer. Resolves when they sign together. */
async function startSigning(scope: Scope, peer: Pick<FloeSignerOptions, 'v2'> = {}) {
  const relay = await startRelayFor(scope)
  const keyset = newPair()
  const credentials = firstShare(keyset, [relay.url])
  const owned = await startOwnedProcess(scope, credentials)
  await startPeerFor(scope, {
    group: keyset.groupCredential,
    share: keyset.shareCredentials[1] ?? '',
    relays: [relay.url],
    ...peer,
  })
  await untilSigns(owned)
  return { owned, credentials }
}

const untilSigns = ({ sign, by }: OwnedProcess) =>
  until(async () => (await sign(newHash(), by.owner)).status === 200, { what: 'a signature' })

/** Adds a rule for all programs. */
async function addRule({ floe, by }: OwnedProcess, rule: Omit<RuleRequest, 'whom' | 'for'>) {
  const body = { whom: { door: 'program' }, ...rule }
  expect(await ask(floe, 'addRule', { headers: by.owner, body })).toMatchObject({ status: 200 })
}

/** The co-signer was late, or has answered no ping in time: a process of a user waits no longer than seconds. */
const isLate = ({ text }: Answer) => /"SIGN_TIMEOUT"|offline/.test(text)

/** How many of several signatures that are asked for at once are allowed. */
async function allowedOf(count: number, { sign }: OwnedProcess): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, () => sign(newHash())))
  const allowed = answers.filter(({ status }) => status !== 403)
  expect(allowed.filter((answer) => answer.status !== 200 && !isLate(answer))).toEqual([])
  return allowed.length
}

/** Asks for a signature until its co-signer is not late. */
async function signInTime(hash: string, { sign }: OwnedProcess): Promise<Answer> {
  let answer = await sign(hash)
  await until(async () => {
    if (isLate(answer)) answer = await sign(hash)
    return !isLate(answer)
  })
  return answer
}

test('A limit holds for calls that come at once, and kill -9 gives nothing of it back', async (t) => {
  const { owned } = await startSigning(t)
  await addRule(owned, {
    ...{ operation: 'sign', verdict: 'allow' },
    limit: { count: 10, per: 'hour', beyond: 'refuse' },
  })

  const before = await allowedOf(6, owned)
  const again = await owned.afterKill()
  await untilSigns(again)
  const after = await allowedOf(32, again)

  expect([before, after]).toEqual([6, 4])
})

test('A question outlasts kill -9, and its answer stands for whoever asks again', async (t) => {
  const { owned } = await startSigning(t)
  await addRule(owned, { operation: 'sign', verdict: 'ask' })
  const hash = newHash()
  const list = async ({ floe, by }: OwnedProcess) =>
    fitting(questionList, (await ask(floe, 'questions', { headers: by.owner })).body).questions

  const lost = owned.sign(hash).catch(() => 'hung up')
  await until(async () => (await list(owned)).length === 1)
  const [asked] = await list(owned)
  const again = await owned.afterKill()
  const [kept] = await list(again)
  const answered = await ask(again.floe, 'answerQuestion', {
    ...{ headers: again.by.owner, params: { id: asked?.id ?? '' } },
    body: { verdict: 'allow' },
  })
  await untilSigns(again)

  expect(await lost).toBe('hung up')
  expect(kept).toEqual(asked)
  expect(answered.status).toBe(200)
  expect((await signInTime(hash, again)).status).toBe(200)
  // The answer stands for nothing else.
  const other = again.sign(newHash()).catch(() => {})
  await until(async () => (await list(again)).length === 1)
  again.floe.send('SIGKILL')
  await other
})

test('A stop holds though a back-up from before it is restored', async (t) => {
  const { owned, credentials } = await startSigning(t)
  const { floe, by } = owned
  const json = { ...by.owner, 'Content-Type': 'application/json' }
  const backup = await fetch(floe.url + routes.backup.path, {
    ...{ method: 'POST', headers: json, body: JSON.stringify({ withKey: false }) },
  })
  const file = await backup.blob()

  expect(await ask(floe, 'stop', { headers: by.owner, body: {} })).toMatchObject({ status: 200 })
  const restored = await fetch(floe.url + routes.restore.path, {
    ...{ method: 'POST', headers: by.owner, body: file },
  })
  expect(restored.status).toBe(200)
  await restored.text()
  floe.send('SIGKILL')
  await floe.exit
  const again = await startFloe(t, { ...CLOSED, ...credentials }, floe.dataDir)
  const refused = async () => {
    const answer = await ask(again, 'sign', { headers: by.program, body: { message: newHash() } })
    expect(answer.status).not.toBe(200)
    return answer.text.includes('STOPPED')
  }
  await until(refused, { what: 'the signer to say that it is stopped' })
})

test('A signer that was stopped while it asked in 2026 signs again once it is resumed', async (t) => {
  const { owned } = await startSigning(t, { v2: noncesFor(t) })
  const { floe, by, sign } = owned
  // Each stop takes back requests with some of the hundred nonces that it holds of its peer.
  for (const pause of isLong ? [40, 60, 80, 100, 120] : [40, 80, 120]) {
    const asked = Promise.all(Array.from({ length: 64 }, () => sign(newHash())))
    await sleep(pause)
    await ask(floe, 'stop', { headers: by.owner, body: {} })
    await asked
    await ask(floe, 'resume', { headers: by.owner })

    // A lack of nonces would be another error.
    const answer = await signInTime(newHash(), owned)
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  }
})
