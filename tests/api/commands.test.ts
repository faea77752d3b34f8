import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { backupOutput as texts } from '#contract/messages.ts'
import { byKey } from '../support/access.ts'
import { firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { openEvents } from '../support/event-client.ts'
import { copyReadyMade } from '../support/ready-made.ts'
import { runFloe, runHere } from '../support/run-command.ts'
import { type Scope, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'

const COMMANDS = [
  'serve',
  'healthcheck',
  'backup',
  'restore',
  'sign-in-link',
  'api-key',
  'app',
  'adopt',
  'doctor',
  'version',
  'stop',
  'resume',
  'questions',
] as const
const PASSPHRASE = 'correct horse battery'
const KEY = 'sixteen letters!'

/** A passphrase in a file, as secrets are given. */
function passphraseFile(scope: Scope, text = PASSPHRASE): string {
  const file = join(temporaryFolder(scope), 'passphrase')
  writeFileSync(file, `${text}\n`)
  return file
}

describe.concurrent('Every command', () => {
  for (const command of COMMANDS) {
    test(`'${command} --help' prints how it is called and what it exits with, and does nothing`, async (t) => {
      const dataDir = join(temporaryFolder(t), 'data')

      const { code, stdout, stderr } = await runHere({ DATA_DIR: dataDir }, command, '--help')

      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(new RegExp(`^Usage: floe ${command}[\\s\\S]*Exits with 0`))
      expect(existsSync(dataDir)).toBe(false)
    })

    test(`'${command}' refuses an option that it does not know with 2`, async (t) => {
      const dataDir = join(temporaryFolder(t), 'data')
      const args = [command, ...(['api-key', 'app'].includes(command) ? ['list'] : []), '--what']

      const { code, stdout, stderr } = await runHere({ DATA_DIR: dataDir }, ...args)

      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(/^floe: .*--what.*\n\nUsage: floe/)
      expect(existsSync(dataDir)).toBe(false)
    })
  }

  test('refuses missing or extra arguments with 2', async () => {
    for (const args of [
      ['backup'],
      ['restore'],
      ['backup', 'a', 'b'],
      ['version', 'x'],
      ['api-key'],
      ['api-key', 'make'],
      ['api-key', 'create', 'bot'],
      ['api-key', 'create', 'bot', '--scope', 'all'],
      ['api-key', 'revoke'],
      ['app'],
      ['app', 'remove'],
    ]) {
      expect([args, (await runHere({}, ...args)).code]).toEqual([args, 2])
    }
  })
})

// One after the other: server and command share this process, and a check waits only three seconds.
describe('healthcheck', () => {
  test('says in one line that the server is well', async (t) => {
    for (const host of ['127.0.0.1', '0.0.0.0', '::', '[::1]']) {
      const environment = { HOST_NAME: host, ALLOW_OPEN_ACCESS: 'true' }
      const server = await startServer(t, { environment })
      // The first call loads what answers it.
      await server.get('/api/health')
      const HOST_PORT = String(server.port)

      const { code, stdout } = await runHere({ ...environment, HOST_PORT }, 'healthcheck')

      expect([host, code, stdout]).toEqual([host, 0, expect.stringMatching(/^ok \(Floe .*\)\n$/)])
    }
  })

  test('says with 1 that nobody answers, and why', async (t) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    t.onTestFinished(() => {
      silent.closeAllConnections()
      silent.close()
    })
    await until(() => silent.listening)
    const { port } = silent.address() as AddressInfo

    const slow = await runHere({ HOST_PORT: String(port) }, 'healthcheck')
    const closed = await runHere({ HOST_PORT: '1' }, 'healthcheck')

    expect(slow).toMatchObject({ code: 1, stdout: `127.0.0.1:${port}: no answer within 3 s\n` })
    expect(closed).toMatchObject({ code: 1, stdout: expect.stringContaining('ECONNREFUSED') })
  })

  test('says with 1 that the database is unusable', async (t) => {
    const body = '{"status":"degraded","version":"0","reasons":["database unusable"]}'
    const broken = createServer((_, answer) => answer.writeHead(503).end(body)).listen(0)
    t.onTestFinished(() => {
      broken.close()
    })
    await until(() => broken.listening)
    const HOST_PORT = String((broken.address() as AddressInfo).port)

    const { code, stdout } = await runHere({ HOST_PORT }, 'healthcheck')

    expect([code, stdout]).toEqual([1, 'degraded (Floe 0): database unusable\n'])
  })
})

describe.concurrent('backup and restore', () => {
  test('carry a running server’s data to an empty folder, complete', async (t) => {
    const saved = firstShare(newKeyset(), ['ws://127.0.0.1:9'])
    const floe = await startServer(t)
    await floe.post('/api/env', saved)
    const file = join(temporaryFolder(t), 'floe.backup')
    const passphrase = ['--passphrase-file', passphraseFile(t)]
    const empty = { DATA_DIR: join(temporaryFolder(t), 'data') }

    const made = await runHere(
      { DATA_DIR: floe.dataDir },
      'backup',
      file,
      '--with-key',
      ...passphrase,
    )
    const restored = await runFloe(t, empty, 'restore', file, ...passphrase)

    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toMatch(/bytes, checked, with the sealing key, encrypted\n$/)
    expect(restored).toMatchObject({ code: 0, stdout: expect.stringMatching(/is in place/) })
    const second = await startServer(t, { dataDir: empty.DATA_DIR })
    expect((await second.get('/api/env')).body).toEqual(saved)
  })

  test('go through pipes too', async (t) => {
    const { dataDir: folder } = copyReadyMade(t, '1.x')
    const made = await runFloe(t, { DATA_DIR: folder }, 'backup', '-')

    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toMatch(/^SQLite format 3\0/)
    expect(readdirSync(join(folder, 'backups'))).toEqual([])
  })

  test('do no harm: a running server, a folder in use and an existing file are refused with 3', async (t) => {
    const floe = await startServer(t)
    const file = join(temporaryFolder(t), 'floe.backup')
    const running = { DATA_DIR: floe.dataDir }
    expect(await runHere(running, 'backup', file)).toMatchObject({ code: 0 })

    const again = await runHere(running, 'backup', file)
    const live = await runFloe(t, running, 'restore', file, '--force')
    await floe.stop()
    const full = await runHere(running, 'restore', file)
    const nonces = join(floe.dataDir, 'nonces.db')
    writeFileSync(nonces, 'older than what is restored, or newer')
    const forced = await runHere(running, 'restore', file, '--force')

    expect(again).toMatchObject({ code: 3, stderr: `floe: ${texts.exists(file)}\n` })
    expect(live).toMatchObject({ code: 3, stderr: expect.stringContaining('in use by another') })
    expect(full).toMatchObject({
      code: 3,
      stderr: `floe: ${texts.notEmpty(join(floe.dataDir, 'floe.db'))}\n`,
    })
    expect(forced).toMatchObject({ code: 0, stderr: expect.stringContaining('is kept as') })
    expect(existsSync(nonces)).toBe(false)
  })

  test('exit with 4 for a missing key or passphrase, and with 5 for an unfit file', async (t) => {
    const { dataDir: folder } = copyReadyMade(t, '1.x')
    const out = temporaryFolder(t)
    const [plain, sealed, text] = ['plain', 'sealed', 'text'].map((name) => join(out, name))
    const at = { DATA_DIR: folder }
    await runHere(at, 'backup', plain ?? '')
    const given = { ...at, BACKUP_PASSPHRASE_FILE: passphraseFile(t) }
    expect(await runHere(given, 'backup', sealed ?? '', '--with-key')).toMatchObject({ code: 0 })
    writeFileSync(text ?? '', 'a text')
    const empty = () => {
      const DATA_DIR = join(temporaryFolder(t), 'data')
      mkdirSync(DATA_DIR)
      return { DATA_DIR }
    }
    const short = ['--passphrase-file', passphraseFile(t, 'short')]
    const wrong = ['--passphrase-file', passphraseFile(t, 'battery horse correct')]
    const elsewhere = join(out, 'elsewhere')

    const codes = {
      keyAsked: (await runHere(at, 'backup', elsewhere, '--with-key')).code,
      tooShort: (await runHere(at, 'backup', elsewhere, '--with-key', ...short)).code,
      withoutKey: (await runHere(empty(), 'restore', plain ?? '')).code,
      withoutPassphrase: (await runHere(empty(), 'restore', sealed ?? '')).code,
      wrongPassphrase: (await runHere(empty(), 'restore', sealed ?? '', ...wrong)).code,
      text: (await runFloe(t, empty(), 'restore', text ?? '')).code,
      missing: (await runHere(empty(), 'restore', elsewhere)).code,
    }

    expect(codes).toEqual({
      ...{ keyAsked: 4, tooShort: 2, withoutKey: 4, withoutPassphrase: 4, wrongPassphrase: 4 },
      ...{ text: 5, missing: 1 },
    })
    expect(existsSync(elsewhere)).toBe(false)
  })
})

describe.concurrent('api-key', () => {
  const environment = { AUTH_ENABLED: 'true', API_KEY: KEY }

  test('makes and revokes a key beside a running server, each in force at once', async (t) => {
    const floe = await startServer(t, { environment })
    const at = { DATA_DIR: floe.dataDir }

    const made = await runFloe(t, at, 'api-key', 'create', 'a bot', '--scope', 'read')
    const headers = byKey(made.stdout.trim())
    const letIn = await floe.get('/api/status', headers)
    const listed = await runHere(at, 'api-key', 'list', '--json')
    const [{ id = '' } = {}] = JSON.parse(listed.stdout) as { id?: string }[]
    const client = await openEvents(t, floe.url, { headers })
    const revoked = await runHere(at, 'api-key', 'revoke', id)
    const refused = await floe.get('/api/status', headers)

    expect(made.stdout).toMatch(/^floe_[\w-]{43}\n$/)
    expect(letIn.status).toBe(200)
    expect(listed.stdout).not.toContain('floe_')
    expect(JSON.parse(listed.stdout)).toMatchObject([{ name: 'a bot', scope: 'read' }])
    expect(revoked).toMatchObject({ code: 0, stdout: '' })
    expect(refused.status).toBe(401)
    await until(() => client.closeCode !== null)
    const audit = await floe.get('/api/audit?limit=2', byKey(KEY))
    expect(audit.body).toMatchObject({
      entries: [{ actor: 'command-line', action: 'api-key.revoke' }, { action: 'api-key.create' }],
    })
  })

  test('says when there is no such key, and takes no name that the console would refuse', async (t) => {
    const at = { DATA_DIR: copyReadyMade(t, '1.x').dataDir }

    expect(await runHere(at, 'api-key', 'revoke', 'nothing')).toMatchObject({ code: 1 })
    const named = await runHere(at, 'api-key', 'create', 'environment', '--scope', 'read')
    expect(named).toMatchObject({ code: 2, stdout: '' })
    expect(await runHere(at, 'api-key', 'list')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\S+ {2}admin {2}made \S+ {2}never used {2}home\n$/),
    })
    expect(readFileSync(join(at.DATA_DIR, 'floe.db')).includes('environment')).toBe(false)
  })
})
