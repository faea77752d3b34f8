import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownerEvent, policyOutcome, signer } from '#contract/messages.ts'
import { healthAnswer, statusAnswer } from '#contract/status.ts'
import { xOnly } from '#nostr/x-only.ts'
import { ask } from '../support/access.ts'
import { call, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { ANY, like } from '../support/console/like.ts'
import { failToSave } from '../support/fail-to-save.ts'
import { fitting } from '../support/fitting.ts'
import { newHash } from '../support/new-hash.ts'
import { startOwnedSigner } from '../support/owned-signer.ts'
import { runFloe, runHere } from '../support/run-command.ts'
import { startRelayFor, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'

const STOPPED = {
  status: 503,
  body: { error: policyOutcome.stopped, code: 'STOPPED', by: 'stopped' },
}
const REASON = expect.stringContaining('Stopped by the owner since')
const stoppedOf = (body: unknown) => (body as { stopped: object | null }).stopped

describe('A stop', () => {
  test('on a disk that can’t be written holds, says so, and is saved as soon as it can be', async (t) => {
    const server = await startServer(t)
    const { dataDir } = server
    const makeRoom = failToSave(dataDir, 'stop')
    // Its file can't be written either.
    const inTheWay = join(dataDir, 'floe.stopped.new')
    mkdirSync(inTheWay)

    const { status, body } = await server.post('/api/stop', {})
    const health = fitting(healthAnswer, (await server.get('/api/health')).body)

    expect([status, body]).toMatchObject([
      503,
      {
        error: expect.stringMatching(like(signer.stopNotKept(ANY))),
        stopped: { since: expect.any(String) },
      },
    ])
    expect(health).toMatchObject({ status: 'degraded', stopped: true })
    expect(health.reasons).toContain(signer.stopUnkept)
    makeRoom()
    rmSync(inTheWay, { recursive: true })
    const messages = () => server.context.events.entries().map(({ message }) => message)
    await until(() => messages().includes(ownerEvent.stopKept))
    await server.stop()
    expect((await startServer(t, { dataDir })).context.stop.isStopped).toBe(true)
  })

  test('ends every use of the key until it is lifted, and is shown in status, health and metrics', async (t) => {
    const { server, headers, sign } = await startOwnedSigner(t)
    const { admin } = headers

    // Without a body, as somebody in a hurry sends it.
    const stopped = await call(`${server.url}/api/stop`, { method: 'POST', headers: admin })
    const refused = await sign(newHash())
    const status = fitting(statusAnswer, (await ask(server, 'status', { headers: admin })).body)
    const health = fitting(healthAnswer, (await ask(server, 'health')).body)
    const { text } = await ask(server, 'metrics', { headers: admin })
    const lifted = await ask(server, 'resume', { headers: admin })
    const signed = await sign(newHash())

    expect(stopped).toMatchObject({ status: 200, body: { stopped: { since: expect.any(String) } } })
    expect(refused).toMatchObject(STOPPED)
    const shut = { can: false, why: 'owner' }
    expect(status).toMatchObject({
      ...{ stopped: stoppedOf(stopped.body), reason: REASON, canSign: false },
      directions: { ask: shut, answer: shut },
    })
    expect(health).toMatchObject({ status: 'ok', stopped: true, reasons: [REASON] })
    expect(text).toContain('\nfloe_stopped 1\n')
    expect(lifted).toMatchObject({ status: 200, body: { stopped: null } })
    expect(signed.status).toBe(200)
    const messages = server.context.events.entries().map(({ message }) => message)
    expect(messages).toEqual(expect.arrayContaining([ownerEvent.stopped, ownerEvent.resumed]))
    const audited = server.context.store.audit.page({ limit: 20 })
    expect(audited.map(({ action }) => action)).toEqual(expect.arrayContaining(['stop', 'resume']))
  })

  test('ends what waits for the owner, and gives away nothing of what was done before', async (t) => {
    const { server, headers, preset, sign, waiting, answer } = await startOwnedSigner(t)
    const later = { Prefer: 'respond-async' }
    await preset('ask')
    const { body } = await sign(newHash(), later)
    const { id } = body as { id: string }
    await answer(id, { verdict: 'allow' })
    const result = () => ask(server, 'askedQuestion', { headers: headers.sign, params: { id } })
    await expect.poll(async () => (await result()).body).toMatchObject({ state: 'done' })
    const waits = sign(newHash())
    const [open = ''] = await waiting(1)

    await ask(server, 'stop', { headers: headers.admin, body: {} })

    expect(await waits).toMatchObject(STOPPED)
    expect((await result()).body).toMatchObject({ state: 'failed', code: 'STOPPED' })
    expect(await answer(open, { verdict: 'allow' })).toMatchObject({
      status: 409,
      body: { end: 'stopped' },
    })
    await ask(server, 'resume', { headers: headers.admin })
    expect((await result()).body).toMatchObject({ state: 'failed', code: 'STOPPED' })
  })

  test('survives a restart, and ends by itself only when it was given minutes', async (t) => {
    const dataDir = join(temporaryFolder(t), 'data')
    const first = await startServer(t, { dataDir })
    const given = await first.post('/api/stop', { minutes: 5 })
    const longer = await first.post('/api/stop', {})
    const shorter = await first.post('/api/stop', { minutes: 1 })
    await first.stop()

    const second = await startServer(t, { dataDir })

    const { since, until } = stoppedOf(given.body) as { since: string; until: string }
    const minutes = (Date.parse(until) - Date.parse(since)) / 60_000
    expect(minutes).toBeCloseTo(5, 2)
    for (const { body } of [longer, shorter]) expect(stoppedOf(body)).not.toHaveProperty('until')
    expect(second.context.stop.isStopped).toBe(true)
    for (const wrong of [0, 1.5, -1, 525_601, '5']) {
      expect((await second.post('/api/stop', { minutes: wrong })).status).toBe(400)
    }
  })

  test('can be made and lifted by a command, at once while the server runs', async (t) => {
    const environment = firstShare(newKeyset(), ['ws://127.0.0.1:9'])
    const floe = await startServer(t, { environment })
    const { port } = new URL(floe.url)
    const folder = { DATA_DIR: floe.dataDir, HOST_PORT: port }
    const status = async () => stoppedOf((await floe.get('/api/status')).body)

    const stop = await runFloe(t, folder, 'stop', '10')
    const during = await status()
    const check = await runHere(folder, 'healthcheck')
    const resume = await runFloe(t, folder, 'resume')
    const after = await status()
    const again = await runHere(folder, 'resume')

    expect(stop).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^stopped until 20.*Z\n$/),
    })
    expect(during).toMatchObject({ until: expect.any(String) })
    expect(check).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Stopped by the owner'),
    })
    expect(resume).toMatchObject({ code: 0, stdout: 'resumed\n' })
    expect(after).toBeNull()
    expect(again).toMatchObject({ code: 0, stdout: 'nothing was stopped\n' })
    await floe.stop()
    const alone = await runHere(folder, 'stop')
    expect(alone).toMatchObject({
      code: 0,
      stdout: 'stopped until: floe resume; no server runs here now\n',
    })
    expect((await runHere(folder, 'stop', 'soon')).code).toBe(2)
    const next = await startServer(t, { environment, dataDir: floe.dataDir })
    expect(stoppedOf((await next.get('/api/status')).body)).not.toBeNull()
  })
})

test('A stop by a command is not done before a relay has read all, or is cut off', async (t) => {
  const relay = await startRelayFor(t)
  const floe = await startServer(t, { environment: firstShare(newKeyset(), [relay.url]) })
  const { port } = new URL(floe.url)
  const connection = async () =>
    fitting(statusAnswer, (await floe.get('/api/status')).body).relayStates[0]
  await until(async () => (await connection())?.state === 'open')
  relay.setFaults({ silent: true })

  const stop = await runHere({ DATA_DIR: floe.dataDir, HOST_PORT: port }, 'stop')
  const after = await connection()

  expect(stop.code).toBe(0)
  // It may have been dialled again already.
  expect(after?.error).toBe('relay does not read what it is sent')
})

describe('A question', () => {
  test('is listed by a command, without what it is about unless that is asked for', async (t) => {
    const { server, preset, signEvent, waiting } = await startOwnedSigner(t)
    const folder = { DATA_DIR: server.dataDir, HOST_PORT: String(server.port) }
    await preset('ask')
    void signEvent(1, 'what is to be signed', { Prefer: 'respond-async' })
    const [id = ''] = await waiting(1)

    const lines = await runFloe(t, folder, 'questions')
    const json = await runHere(folder, 'questions', '--json')

    expect(lines).toMatchObject({ code: 0, stderr: '' })
    expect(lines.stdout).toMatch(new RegExp(`^${id}  publish a note  program sign  asked .*Z\\n$`))
    expect(JSON.parse(json.stdout)).toMatchObject([
      { id, event: { content: 'what is to be signed' }, caller: { name: 'sign' } },
    ])
  })

  test('is listed on one line of its own, whatever somebody is called', async (t) => {
    const { server, keyset, headers, preset, waiting } = await startOwnedSigner(t)
    const folder = { DATA_DIR: server.dataDir, HOST_PORT: String(server.port) }
    const pubkey = xOnly(keyset.group.commits[1]?.pubkey ?? '')
    await ask(server, 'namePeer', {
      ...{ headers: headers.admin, params: { pubkey } },
      body: { name: 'Ben\u001b[2K\n\u202enot Ben' },
    })
    await preset('ask')
    const encrypt = { peer_pubkey: pubkey, content: 'what only two may read' }
    void ask(server, 'nip44Encrypt', {
      ...{ headers: { ...headers.sign, Prefer: 'respond-async' }, body: encrypt },
    })
    const [id = ''] = await waiting(1)

    const { stdout } = await runHere(folder, 'questions')

    const deed = 'encrypt a text for Ben[2K not Ben'
    expect(stdout).toMatch(/^[^\p{Cc}\p{Cf}]*Z\n$/u)
    expect(stdout.startsWith(`${id}  ${deed}  program sign  asked `)).toBe(true)
    expect(stdout).not.toContain(encrypt.content)
  })

  test('and every decision are counted in the metrics', async (t) => {
    const { server, headers, preset, sign, waiting, answer } = await startOwnedSigner(t)
    await preset('ask')
    const waits = sign(newHash())
    const [id = ''] = await waiting(1)
    const figures = async () => (await ask(server, 'metrics', { headers: headers.read })).text
    const open = await figures()
    await answer(id, { verdict: 'allow' })
    await waits
    const over = await figures()

    const labels = 'keyset="1",door="program",operation="sign",verdict="ask"'
    expect(open).toContain(`floe_verdicts_total{${labels}} 1`)
    expect(open).toContain('floe_questions_open{keyset="1"} 1')
    expect(over).toContain('floe_questions_open{keyset="1"} 0')
    expect(over).toContain('floe_question_seconds_count{keyset="1"} 1')
  })
})
