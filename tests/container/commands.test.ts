import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import type { AuthStatusAnswer } from '#contract/auth.ts'
import { call } from '../support/api-server.ts'
import { fileScope } from '../support/scope.ts'
import { inVolume, makeVolume, runImage } from './support/containers.ts'
import { type Floe, startFloe } from './support/floe.ts'
import { type Group, settingsOf, sharedGroup } from './support/group.ts'
import { expectSignature } from './support/signatures.ts'
import { describeWithDocker } from './support/suite.ts'

const typed = promisify(execFile)

const PASSPHRASE = 'correct horse battery staple'

describeWithDocker('In a container', () => {
  const file = fileScope()
  let group: Group
  let floe: Floe
  /** The running server's data folder. */
  let volume: string

  beforeAll(async () => {
    group = await sharedGroup()
    volume = await makeVolume(file)
    floe = await startFloe(file, { network: group.network, volume })
    await floe.configure(group)
  })

  it('a back-up is restored in another, empty container, which then signs', async (scope) => {
    const carried = await makeVolume(scope)
    await inVolume(carried, `echo '${PASSPHRASE}' > /data/passphrase; chown -R 1000:1000 /data`)
    const carry = ['-v', `${carried}:/carried`]
    const passphrase = ['--passphrase-file', '/carried/passphrase']

    const made = await runImage(
      ['-v', `${volume}:/data`, ...carry],
      ...['floe', 'backup', '/carried/floe.backup', '--with-key', ...passphrase],
    )
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/checked, with the seal/) })
    const empty = await makeVolume(scope)
    const restored = await runImage(
      ['-v', `${empty}:/data`, ...carry],
      ...['floe', 'restore', '/carried/floe.backup', ...passphrase],
    )
    expect(restored).toMatchObject({ code: 0, stdout: expect.stringMatching(/is in place/) })

    const other = await startFloe(scope, { network: group.network, volume: empty })
    await other.untilItCanSign()
    expect((await other.get('/api/env')).body).toEqual(settingsOf(group))
    await expectSignature(other, group)
  })

  it('a restore onto the running server is refused with 3', async () => {
    const made = await floe.exec('floe', 'backup', '/tmp/floe.backup')
    const onto = await floe.exec('floe', 'restore', '/tmp/floe.backup', '--force')

    expect(made).toMatchObject({ code: 0 })
    expect(onto).toMatchObject({ code: 3, stderr: expect.stringMatching(/in use by another Floe/) })
    await floe.untilHealthy()
  })

  it('the command that the login screen shows, typed on the host, makes a link that signs in once', async () => {
    const { signInLink } = (await floe.get('/api/auth/status')).body as AuthStatusAnswer
    const { stdout } = await typed('sh', ['-c', signInLink.text])
    const token = /#token=(\S+)/.exec(stdout)?.[1]
    const login = () =>
      call(`${floe.url}/api/auth/login`, {
        method: 'POST',
        body: JSON.stringify({ token }),
        headers: { 'Content-Type': 'application/json' },
      })

    expect((await login()).status).toBe(200)
    expect((await login()).status).toBe(401)
  })

  it('floe api-key makes a key that works at once, and revokes it', async () => {
    const made = await floe.exec('floe', 'api-key', 'create', 'bot', '--scope', 'sign')
    const key = made.stdout.trim()
    expect(made.code).toBe(0)
    await expectSignature(floe, group, key)

    const listed = await floe.exec('floe', 'api-key', 'list', '--json')
    const [{ id }] = JSON.parse(listed.stdout) as [{ id: string }]
    const revoked = await floe.exec('floe', 'api-key', 'revoke', id)

    expect([listed.code, revoked.code]).toEqual([0, 0])
    expect(listed.stdout).not.toContain(key)
    expect((await floe.get('/api/status', key)).status).toBe(401)
  })

  it('floe healthcheck and floe version answer in one line', async () => {
    const health = await floe.exec('floe', 'healthcheck')
    const version = await floe.exec('floe', 'version')

    expect(health).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ok \(Floe .*\)\n$/) })
    expect(version).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+ \(commit \S+, date \S+\)\n$/),
    })
  })

  it('a command that is called wrongly says how to call it, with 2', async () => {
    for (const args of [['what'], ['backup'], ['version', 'x'], ['api-key', 'create', 'bot']]) {
      const { code, stdout, stderr } = await floe.exec('floe', ...args)

      expect([args, code, stdout]).toEqual([args, 2, ''])
      expect(stderr).toMatch(/Usage: floe/)
    }
  })

  it('each command prints its help, with 0', async () => {
    for (const name of ['serve', 'healthcheck', 'backup', 'restore', 'sign-in-link', 'api-key']) {
      const { code, stdout } = await floe.exec('floe', name, '--help')

      expect([name, code]).toEqual([name, 0])
      expect(stdout).toContain(`Usage: floe ${name}`)
    }
  })
})
