import { execFile as runFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, type TestContext, test } from 'vitest'
import type { AuthStatusAnswer } from '#contract/auth.ts'
import { http, dataFolder as storeTexts } from '#contract/messages.ts'
import { pingAllAnswer, pingOneAnswer } from '#contract/peers.ts'
import { VERSION } from '#lib/version.ts'
import { xOnly } from '#nostr/x-only.ts'
import { firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { openEvents } from '../support/event-client.ts'
import { fitting } from '../support/fitting.ts'
import { type FloeProcess, type FloeServer, spawnFloe, startFloe } from '../support/floe-process.ts'
import { newHash } from '../support/new-hash.ts'
import { SILENT } from '../support/patient.ts'
import { copyReadyMade } from '../support/ready-made.ts'
import { SIGNING } from '../support/rules.ts'
import { runHere } from '../support/run-command.ts'
import { startPeerFor, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'

const execFile = promisify(runFile)

const CLEAN = { code: 0, signal: null }
const STACK = /^\s+at /m

/** A process that must end by itself and say why. */
async function failing(floe: FloeProcess, code = 1): Promise<string> {
  expect(await floe.exit).toEqual({ code, signal: null })
  expect(floe.stdout + floe.stderr).not.toMatch(STACK)
  return floe.stderr
}

/** A client of the event stream that is connected and never sends anything. */
async function dialSilently(t: TestContext, { url }: FloeServer): Promise<void> {
  const socket = connect({
    port: Number(new URL(url).port),
    host: '127.0.0.1',
    allowHalfOpen: true,
  })
  t.onTestFinished(() => {
    socket.destroy()
  })
  socket.on('error', () => {})
  socket.write(
    'GET /api/events HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await once(socket, 'data')
  socket.resume()
}

describe.concurrent('The start', () => {
  test('needs no credentials, and says where the console is', async (t) => {
    const floe = await startFloe(t)

    expect(floe.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(floe.stdout).toContain(`Floe ${VERSION} is listening on ${floe.url}`)
    expect((await floe.get('/api/health')).status).toBe(200)
    expect((await floe.get('/api/status')).body).toMatchObject({ hasCredentials: false })
    expect(floe.stderr).toBe('')
  })

  test('without a login method prints the sign-in link on a line of its own, while stdout has only JSON', async (t) => {
    const floe = await startFloe(t, { AUTH_ENABLED: 'true', ALLOW_OPEN_ACCESS: 'false' })

    await until(() => floe.stderr.includes('#token='))
    const [, link = ''] = /^Sign in within 10 minutes: (\S+)$/m.exec(floe.stderr) ?? []
    expect(link).toMatch(/^http:\/\/\S+\/#token=[\w-]{43}$/)
    const lines = floe.stdout.trimEnd().split('\n')
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
    expect(messages).toContain(`Sign in within 10 minutes: ${link}`)
  })

  test('for other machines too, without any login, ends with 1 and says what to do', async (t) => {
    const dataDir = join(temporaryFolder(t), 'data')

    const open = { HOST_NAME: '0.0.0.0', AUTH_ENABLED: 'false', DATA_DIR: dataDir }
    const { code, stderr } = await runHere(open)

    expect(code).toBe(1)
    expect(stderr).toMatch(/^floe: AUTH_ENABLED=false .*ALLOW_OPEN_ACCESS=true/)
    expect(existsSync(dataDir)).toBe(false)
  })

  test('for other machines too asks for a login', async (t) => {
    const environment = { HOST_NAME: '0.0.0.0', AUTH_ENABLED: 'true' }
    const floe = await startServer(t, { environment })

    expect(floe.url).toMatch(/^http:\/\/0\.0\.0\.0:/)
    expect((await floe.get('/api/env')).status).toBe(401)
  })

  test('on a port that is taken ends with 1 and says what to do', async (t) => {
    const other = createServer().listen(0, '127.0.0.1')
    t.onTestFinished(() => {
      other.close()
    })
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const dataDir = join(temporaryFolder(t), 'data')

    const floe = spawnFloe(t, { HOST_PORT: String(port), DATA_DIR: dataDir })

    expect(await failing(floe)).toBe(
      `floe: Port ${port} on 127.0.0.1 is taken by another program: stop it, or set HOST_PORT to ` +
        'a free port.\n',
    )
    expect(existsSync(join(dataDir, 'floe.pid'))).toBe(false)
  })

  test('on a data folder that another process has ends with 3 and names that process', async (t) => {
    const first = await startServer(t)
    const [pid = '', host = ''] = readFileSync(join(first.dataDir, 'floe.pid'), 'utf8').split(/\s/)

    const second = spawnFloe(t, { HOST_PORT: '0', DATA_DIR: first.dataDir })

    const expected = storeTexts.locked(first.dataDir, { pid, host })
    expect(await failing(second, 3)).toBe(`floe: ${expected}\n`)
    expect((await first.get('/api/health')).status).toBe(200)
  })

  test('on a data folder that is a file ends with 1 and says so', async (t) => {
    const file = join(temporaryFolder(t), 'data')
    writeFileSync(file, '')

    const floe = spawnFloe(t, { HOST_PORT: '0', DATA_DIR: file })

    expect(await failing(floe)).toBe(`floe: ${storeTexts.notFolder(file)}\n`)
  })

  test('with another SECRET_KEY than the saved credentials’ ends with 4 and says so', async (t) => {
    const dataDir = join(temporaryFolder(t), 'data')
    const [first, second] = ['ab'.repeat(32), 'cd'.repeat(32)]
    const saving = await startServer(t, { environment: { SECRET_KEY: first }, dataDir })
    await saving.post('/api/env', firstShare(newKeyset(), ['ws://127.0.0.1:9']))
    await saving.stop()

    const floe = spawnFloe(t, { HOST_PORT: '0', DATA_DIR: dataDir, SECRET_KEY: second })

    expect(await failing(floe, 4)).toBe(`floe: ${storeTexts.wrongKey}\n`)
    for (const key of [first, second]) expect(floe.stdout + floe.stderr).not.toContain(key)
  })

  test('with a wrong configuration ends with 1 and names everything wrong', async (t) => {
    const { code, stderr } = await runHere({
      HOST_PORT: 'x',
      LOG_LEVEL: 'loud',
      SECRET_KEY_FILE: '/nowhere/key',
      DATA_DIR: temporaryFolder(t),
    })

    expect(code).toBe(1)
    const lines = stderr.trim().split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(/^floe: HOST_PORT /)
    expect(lines[1]).toMatch(/^SECRET_KEY_FILE /)
    expect(lines[2]).toMatch(/^LOG_LEVEL /)
  })
})

describe.concurrent('The stop', () => {
  for (const [signal, more] of [
    ['SIGTERM', []],
    // A terminal and npm may each send one.
    ['SIGINT', ['SIGINT', 'SIGTERM', 'SIGINT']],
  ] as const) {
    const whatever = more.length === 0 ? '' : ', and whatever other signals come'
    test(`by ${signal} is clean and quick, whoever is still connected${whatever}`, async (t) => {
      const relay = await startRelayFor(t)
      const floe = await startFloe(t, firstShare(newKeyset(), [relay.url]))
      const client = await openEvents(t, floe.url)
      await dialSilently(t, floe)
      await floe.status(({ nodeActive }) => nodeActive)

      floe.send(signal)
      // The stop waits for the silent client: time enough for more signals.
      await until(() => floe.stdout.includes(`${signal}: stopping`))
      for (const next of more) floe.send(next)

      // It ends with 1 when it takes longer than it may.
      expect(await floe.exit).toEqual(CLEAN)
      await until(() => client.closeCode === 1001)
      await until(() => relay.connections === 0)
      expect(floe.stdout.match(/: stopping/g)).toHaveLength(1)
      expect(floe.stdout.trimEnd()).toMatch(/"msg":"stopped"}$/)
      expect(existsSync(join(floe.dataDir, 'floe.pid'))).toBe(false)
    })
  }

  test('is clean even when asked for during the start', async (t) => {
    const dataDir = join(temporaryFolder(t), 'data')
    const floe = spawnFloe(t, { HOST_PORT: '0', DATA_DIR: dataDir }, ['serve'])
    await until(() => floe.stdout.includes('made a new sealing key'))

    floe.send('SIGTERM')

    expect(await floe.exit).toEqual(CLEAN)
    expect(existsSync(join(dataDir, 'floe.pid'))).toBe(false)
  })

  test('is reported in words on a terminal, as the start is, to the last line', async (t) => {
    const floe = await startFloe(t, { LOG_FORMAT: 'pretty' })
    expect(floe.stdout).toMatch(new RegExp(`INFO.*Floe ${VERSION} is listening on ${floe.url}`))

    floe.send('SIGTERM')

    expect(await floe.exit).toEqual(CLEAN)
    expect(floe.stdout.trimEnd()).toMatch(/INFO.*: stopped$/)
  })

  test('answers a peer whose request came just before', async (t) => {
    const relay = await startRelayFor(t)
    const keyset = newKeyset()
    const floe = await startFloe(t, firstShare(keyset, [relay.url]))
    const [peer] = await Promise.all([
      startPeerFor(t, {
        group: keyset.groupCredential,
        share: keyset.shareCredentials[1] ?? '',
        relays: [relay.url],
      }),
      floe.status(({ nodeActive }) => nodeActive),
    ])
    // With the monitor off and its pings answered, all that the peer sends is its request.
    await floe.post('/api/peers/monitor', { running: false })
    for (let n = 0; n < 2; n += 1) await peer.node.ping(keyset.group.commits[0]?.pubkey ?? '')
    // Floe is paused, and wakes up to find both: the request, which the relay passed on, and the signal.
    relay.onEvent((event) => {
      if (event.pubkey !== peer.node.self.xonly) return
      floe.send('SIGTERM')
      floe.send('SIGCONT')
    })
    floe.send('SIGSTOP')

    const signed = await peer.node.sign(SIGNING, 'ab'.repeat(32))

    expect(signed).toMatchObject({ ok: true })
    expect(await floe.exit).toEqual(CLEAN)
  })

  test('answers a program whose request is still waiting for a peer', async (t) => {
    const relay = await startRelayFor(t)
    const keyset = newKeyset()
    const floe = await startFloe(t, firstShare(keyset, [relay.url]))
    await floe.status(({ nodeActive }) => nodeActive)
    // With the monitor off, a peer gets nothing but what the program asks for.
    await floe.post('/api/peers/monitor', { running: false })
    const target = xOnly(keyset.group.commits[1]?.pubkey ?? '')
    const asked = new Promise<void>((resolve) =>
      relay.onEvent(({ tags }) => tags.some(([, to]) => to === target) && resolve()),
    )
    const pinged = floe.post('/api/peers/ping', { target })
    await asked

    floe.send('SIGTERM')

    const answer = await pinged
    expect(answer.status).toBe(200)
    expect(fitting(pingOneAnswer, answer.body)).toMatchObject({ success: false })
    expect(await floe.exit).toEqual(CLEAN)
  })

  test('finishes the calls that were begun, and asks for later ones to be repeated', async (t) => {
    const relay = await startRelayFor(t)
    const keyset = newKeyset()
    const floe = await startFloe(t, firstShare(keyset, [relay.url]))
    await startPeerFor(t, {
      group: keyset.groupCredential,
      share: keyset.shareCredentials[1] ?? '',
      relays: [relay.url],
    })
    await floe.status(({ canSign }) => canSign)
    const sent = relay.received.events
    // Signatures are under way for a while.
    relay.faults.delayMs = 500
    const begun = Array.from({ length: 30 }, () => floe.post('/api/sign', { message: newHash() }))
    // More than a ping and its answer: calls have arrived.
    await until(() => relay.received.events >= sent + 5)

    floe.send('SIGTERM')
    await until(() => floe.stdout.includes('SIGTERM: stopping'))
    const late = await fetch(`${floe.url}/api/sign`, {
      method: 'POST',
      body: JSON.stringify({ message: newHash() }),
    })

    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await late.json()).toMatchObject({ error: http.stopping, code: 'STOPPING' })
    // On a busy machine some come after the signal; those before it are finished.
    const answers = await Promise.all(begun)
    const finished = answers.filter(({ status }) => status === 200)
    const tooLate = answers.filter(({ status }) => status !== 200)
    expect(finished.length).toBeGreaterThan(0)
    expect(tooLate.map(({ body }) => body)).toMatchObject(
      tooLate.map(() => ({ error: http.stopping, code: 'STOPPING' })),
    )
    expect(await floe.exit).toEqual(CLEAN)
  })

  test('does not wait for an owner: the caller learns that the question stays', async (t) => {
    const relay = await startRelayFor(t)
    const floe = await startServer(t, { environment: firstShare(newKeyset(), [relay.url]) })
    await floe.status(({ nodeActive }) => nodeActive)
    await floe.post('/api/rules', { whom: 'everyone', verdict: 'ask' })
    const waits = floe.post('/api/sign', { message: newHash() })
    const { policy } = floe.context.keysets.first
    await until(() => policy.waiting().length === 1)
    const [question] = policy.waiting()

    await floe.stop()

    expect(await waits).toMatchObject({
      status: 504,
      body: { code: 'UNANSWERED', question: question?.id },
    })
  })

  test('answers a program even while the relays are gone', async (t) => {
    const relay = await startRelayFor(t)
    const keyset = newKeyset()
    const environment = firstShare(keyset, [relay.url])
    // Otherwise it pings by itself, which looks like what the program asks for.
    const floe = await startServer(t, { environment, timings: { node: SILENT } })
    await floe.status(({ nodeActive }) => nodeActive)
    await relay.stop()
    await floe.status(({ state }) => state === 'reconnecting')
    const pinged = floe.post('/api/peers/ping', { target: 'all' })
    await until(async () => (await floe.get('/api/peers')).text.includes('lastPingAttempt'))

    await floe.stop()

    const answer = await pinged
    expect(answer.status).toBe(200)
    expect(fitting(pingAllAnswer, answer.body).results).toHaveLength(2)
  })
})

describe.concurrent('A restart', () => {
  test('after a kill in the middle of a change finds the credentials from before or after it', async (t) => {
    const dataDir = join(temporaryFolder(t), 'data')
    const pairs = [newKeyset(), newKeyset()].map((keyset, n) => ({
      ...firstShare(keyset, ['ws://127.0.0.1:9']),
      GROUP_NAME: `Keyset ${n}`,
    }))
    const first = await startFloe(t, {}, dataDir)
    await first.post('/api/env', pairs[0])
    for (let n = 1; n < 50; n += 1) void first.post('/api/env', pairs[n % 2]).catch(() => {})
    await until(async () => (await first.get('/api/health').catch(() => null)) !== null)
    first.send('SIGKILL')
    await first.exit

    const second = await startServer(t, { dataDir })

    expect((await second.get('/api/env')).body).toBeOneOf(pairs)
  })

  test('after a stop or a kill starts the signer by itself, and goes on with higher event ids', async (t) => {
    const relay = await startRelayFor(t)
    const { dataDir, credentials } = copyReadyMade(t, '1.x', { relays: [relay.url] })
    const highest = async ({ url }: { url: string }, below: number) => {
      const client = await openEvents(t, url, { query: '?since=0' })
      await client.frame(({ message }) => message.startsWith('Signer running'))
      const ids = client.frames.slice(1).map(({ id }) => id)
      expect(Math.min(...ids)).toBeGreaterThan(below)
      return Math.max(...ids)
    }
    let last = 0
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const floe = await startFloe(t, {}, dataDir)
      last = await highest(floe, last)
      expect((await floe.get('/api/env')).body).toMatchObject(credentials)
      floe.send(signal)
      await floe.exit
    }
    await highest(await startServer(t, { dataDir }), last)
  })
})

describe.concurrent('The command line', () => {
  test('prints the version, and what it is built from', async (t) => {
    const floe = spawnFloe(t, {}, ['version'])

    expect(await floe.exit).toEqual(CLEAN)
    expect(floe.stderr).toBe('')
    const version = new RegExp(
      `^${VERSION} \\(commit ([0-9a-f]{40}(-changed)?|unknown), date (20\\S+Z|unknown)\\)\n$`,
    )
    expect(floe.stdout).toMatch(version)
    const unbuilt = `${VERSION} (commit unknown, date unknown)\n`
    expect(await runHere({}, '--version')).toEqual({ code: 0, stdout: unbuilt, stderr: '' })
  })

  test('prints its help', async () => {
    for (const command of ['help', '--help']) {
      const { code, stdout, stderr } = await runHere({}, command)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(/^Usage: floe/)
    }
  })

  test('refuses a command that it does not know with 2, and touches nothing', async (t) => {
    const dataDir = join(temporaryFolder(t), 'data')

    const floe = spawnFloe(t, { DATA_DIR: dataDir }, ['sevre'])

    const text = await failing(floe, 2)
    expect(text).toMatch(/^floe: unknown command 'sevre'\n\nUsage: floe/)
    expect(floe.stdout).toBe('')
    expect(existsSync(dataDir)).toBe(false)
  })

  test('prints a link beside a running server, which signs in there once', async (t) => {
    const environment = { AUTH_ENABLED: 'true', API_KEY: 'sixteen letters!' }
    const server = await startServer(t, { environment })
    expect(server.log.join()).not.toContain('token=')
    const { port } = new URL(server.url)
    const link = { ...environment, DATA_DIR: server.dataDir, HOST_PORT: port }

    const command = await runHere(link, 'sign-in-link')

    expect(command).toMatchObject({ code: 0, stderr: '' })
    const [, token] = new RegExp(`^${server.url}/#token=([\\w-]{43})\n$`).exec(command.stdout) ?? []
    const login = () => server.post('/api/auth/login', { token })
    const answer = await login()
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    const { sessionId } = answer.body as { sessionId: string }
    const headers = { 'X-Session-ID': sessionId }
    expect((await server.get('/api/env', headers)).status).toBe(200)
    expect((await login()).status).toBe(401)
    expect(server.log.join()).not.toContain(token)
  })

  test('prints a link by the command that the login screen shows, typed as it is in another folder', async (t) => {
    const server = await startFloe(t, { AUTH_ENABLED: 'true', API_KEY: 'sixteen letters!' })
    const { signInLink } = (await server.get('/api/auth/status')).body as AuthStatusAnswer

    const typed = execFile('sh', ['-c', signInLink.text], { cwd: temporaryFolder(t) })

    const [, token] = /#token=(\S+)/.exec((await typed).stdout) ?? []
    const answer = await server.post('/api/auth/login', { token })
    expect([signInLink.by, answer.status]).toEqual(['command', 200])
  })

  test('prints no link where no server was ever started, and says so', async (t) => {
    const dataDir = join(temporaryFolder(t), 'data')

    const command = await runHere({ DATA_DIR: dataDir }, 'sign-in-link')

    const stderr = `floe: ${storeTexts.noDatabase(dataDir)}\n`
    expect(command).toEqual({ code: 1, stdout: '', stderr })
    expect(existsSync(dataDir)).toBe(false)
  })
})
