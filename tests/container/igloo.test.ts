import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Wait } from 'testcontainers'
import { expect, it } from 'vitest'
import { npubOf } from '#nostr/keys.ts'
import { compose, example, healthChecks, umbrel } from '../fixtures/igloo-settings.ts'
import { newKeyset } from '../support/api-server.ts'
import { makeIglooDatabase } from '../support/igloo-database.ts'
import { type Scope, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { Image, makeVolume, runImage, type Started, start } from './support/containers.ts'
import { canCompose, composeFiles, startByCompose } from './support/igloo-compose.ts'
import { images } from './support/images.ts'
import { describeWithDocker } from './support/suite.ts'

const PASSWORD = 'Correct1!horse'
const DEFAULT_GROUP_NAME = /volume without a name/

/** Starts Floe with the settings of one of igloo-server's compose files. Resolves once the file's check passes. */
function startAs(
  scope: Scope,
  environment: Readonly<Record<string, string>>,
  check: string,
  volume?: string,
): Promise<Started> {
  const image = new Image(images.floe)
    .withEnvironment(environment)
    .withHealthCheck({ test: ['CMD-SHELL', check], interval: 1_000, timeout: 10_000, retries: 60 })
    .withWaitStrategy(Wait.forHealthCheck())
  if (volume !== undefined) image.withBindMounts([{ source: volume, target: '/data' }])
  return start(scope, image)
}

describeWithDocker('In igloo-server’s place', () => {
  it('the image is well by the check of its compose file', async (scope) => {
    const floe = await startAs(scope, { ...example, ...compose }, healthChecks.compose)

    expect(await floe.logs()).toMatch(DEFAULT_GROUP_NAME)
    const asked = (...command: string[]) => floe.exec(...command).then(({ code }) => code)
    const address = 'http://localhost:8002'
    expect([
      await asked('wget', '--spider', `${address}/api/nothing`),
      await asked('curl', '-fsS', `${address}/api/nothing`),
      await asked('curl', '-fsS', 'http://127.0.0.1:8003/api/status'),
      await asked('curl', '-fsS', 'http://floe.example/api/status'),
      await asked('curl', '-d', '{}', `${address}/api/status`),
    ]).toEqual([8, 22, 7, 2, 2])
    const { stdout } = await floe.exec('curl', '-fsS', `${address}/api/status`)
    expect(JSON.parse(stdout)).toMatchObject({ serverRunning: true })
  })

  it('it is well by the check of its Umbrel package', async (scope) => {
    const volume = await makeVolume(scope, `floe-test-${randomUUID()}`)

    const floe = await startAs(scope, umbrel, healthChecks.umbrel, volume)

    const logs = await floe.logs()
    expect(logs).toContain('no effect here: HEADLESS, SKIP_ADMIN_SECRET_VALIDATION, DB_PATH')
    expect(logs).not.toMatch(DEFAULT_GROUP_NAME)
    expect(logs).not.toContain(umbrel.ADMIN_SECRET)
  })

  it('imports its folder, and names the reason while another user owns the folder', async (scope) => {
    const keyset = newKeyset()
    const folder = temporaryFolder(scope)
    const alice = { name: 'alice', password: PASSWORD, group: keyset.groupCredential }
    const [share = ''] = keyset.shareCredentials
    makeIglooDatabase(scope, { people: [{ ...alice, share }] }, folder)
    writeFileSync(join(folder, 'password'), PASSWORD)
    const its = await makeVolume(scope)
    const asRoot = (script: string) =>
      runImage(
        ['--user', '0', '-v', `${folder}:/from:ro`, '-v', `${its}:/igloo`],
        ...['sh', '-euc', script],
      )
    const run = () =>
      runImage(
        ['-v', `${its}:/igloo:ro`],
        ...['floe', 'import', 'igloo', '/igloo', '--password-file', '/igloo/password'],
      )

    // As igloo-server's own container leaves the folder.
    await asRoot('cp -r /from/. /igloo; chown -R 0:0 /igloo; chmod 700 /igloo; chmod 644 /igloo/*')
    const kept = await run()
    await asRoot('chown -R 1000:1000 /igloo')
    const given = await run()

    expect([kept.code, kept.stderr]).toEqual([5, expect.stringContaining('EACCES')])
    expect([given.code, given.stderr]).toEqual([0, ''])
    expect(given.stdout).toContain(npubOf(keyset.group.group_pk.slice(2)))
  })

  it.skipIf(!canCompose).for(composeFiles)(
    'a copy of its %s starts a healthy Floe',
    async (path, scope) => {
      const floe = await startByCompose(scope, path)

      await until(async () => (await floe.inspect('{{.State.Health.Status}}')) === 'healthy', {
        timeout: 90_000,
        interval: 200,
      })
      expect(await floe.logs()).toContain('Variables of igloo-server that have no effect here')
    },
  )
})
