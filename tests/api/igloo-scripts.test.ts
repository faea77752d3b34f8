import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ask, bySession, CLOSED } from '../support/access.ts'
import { type ApiServer, firstShare, startServer } from '../support/api-server.ts'
import { newPair } from '../support/pair.ts'
import { startPeerFor, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'

/** A checkout of igloo-server v1.1.0: its scripts are not ours to keep. */
const { IGLOO_SERVER_SOURCES: sources = '', IGLOO_SERVER_OLD_SOURCES: oldSources = '' } =
  process.env
if (sources === '')
  console.warn(
    "igloo-server's own scripts are not run: name a checkout of it in IGLOO_SERVER_SOURCES",
  )

/** As its guide has them. */
const API_KEY = 'test-api-key-12345'
const USER = { username: 'admin', password: 'testpass123' }
const ADMIN_SECRET = 'the secret of an administrator'

const SCRIPTS = [
  ...['test-get-endpoints', 'test-get-openapi-sweep', 'list-get-endpoints-from-openapi'],
  ...['test-nip44-nip04', 'test-post-sign', 'test-ws-events', 'test-cors-preflight'],
]

const run = (
  file: string,
  args: string[],
  options: { cwd: string; env: Record<string, string | undefined> },
): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve) => {
    const child = execFile(file, args, options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, output: `${stdout}${stderr}` }),
    )
  })

/** Its guides that have samples for curl; that of v0.1.8, too, if a checkout of it is named. */
const GUIDES = [
  ...['docs/SECURITY.md', 'llm/context/API_KEYS.md'].map((path) => join(sources, path)),
  ...['RELEASE_PROCESS.md', 'UMBREL_DEPLOYMENT.md'].map((name) =>
    join(sources, 'llm/workflows', name),
  ),
  ...(oldSources === '' ? [] : [join(oldSources, 'SECURITY.md')]),
]

/** The commands of a guide that call a server on this machine. */
const samplesIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/```bash\n(.*?)```/gs)]
    .flatMap(([, block = '']) => block.replaceAll('\\\n', ' ').split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line.includes('curl') && line.includes('localhost:8002'))

describe.skipIf(sources === '')('igloo-server’s own', () => {
  let server: ApiServer
  let folder: string
  let env: Record<string, string | undefined>

  beforeAll(async () => {
    const ends: (() => void | Promise<void>)[] = []
    const scope = { onTestFinished: (end: () => void | Promise<void>) => void ends.push(end) }
    folder = temporaryFolder(scope)
    for (const part of ['scripts/api', 'docs/openapi']) {
      cpSync(join(sources, part), join(folder, part), { recursive: true })
    }
    symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    mkdirSync(join(folder, 'home'))
    // curl then exits with an error for an error status.
    writeFileSync(join(folder, 'home', '.curlrc'), 'fail\n')
    const relay = await startRelayFor(scope)
    const keyset = newPair()
    const [, share = ''] = keyset.shareCredentials
    server = await startServer(scope, {
      environment: {
        ...{ ...CLOSED, API_KEY, ADMIN_SECRET, ...firstShare(keyset, [relay.url]) },
        ...{ BASIC_AUTH_USER: USER.username, BASIC_AUTH_PASS: USER.password },
        ALLOWED_ORIGINS: 'http://localhost:3000,http://localhost:8002',
      },
    })
    await startPeerFor(scope, { group: keyset.groupCredential, share, relays: [relay.url] })
    await until(() => server.context.keysets.first.supervisor.signer?.isReady === true)
    const login = await ask(server, 'login', { body: USER })
    env = {
      ...process.env,
      ...{ BASE_URL: server.url, API_KEY, ADMIN_SECRET, TOKEN: API_KEY },
      SESSION_ID: (login.body as { sessionId: string }).sessionId,
      TEST_PEER_PUBKEY: newPair().group.group_pk,
      HOME: join(folder, 'home'),
      NODE_OPTIONS: '--no-warnings',
    }
    return async () => {
      for (const end of ends.reverse()) await end()
    }
  })

  test.each(SCRIPTS)('script %s passes', async (name) => {
    const { code, output } = await run(process.execPath, [`scripts/api/${name}.ts`], {
      cwd: folder,
      env,
    })

    expect([code, output]).toEqual([0, expect.not.stringContaining('❌')])
    expect(output).not.toMatch(/Skipping|ERR|\[401\]|\[50\d\]/)
  })

  test('check of what a key may not reach fails only where keys may read here', async () => {
    const { key } = server.context.auth.apiKeys.create({ name: 'Bot', scope: 'sign' })
    const { output } = await run(process.execPath, ['scripts/api/test-get-permissions.ts'], {
      cwd: folder,
      env: { ...env, API_KEY: key },
    })

    const failed = [...output.matchAll(/❌ .* \[(\d+)\] (\S+)/g)].map(([, code, path]) => [
      path,
      code,
    ])
    expect(failed).toEqual([
      ...[
        ['/api/peers', '200'],
        ['/api/peers/group', '200'],
        ['/api/peers/policies', '403'],
      ],
      ...[
        ['/api/user/profile', '200'],
        ['/api/nip46/sessions', '200'],
      ],
      ...[
        ['/api/nip46/transport', '200'],
        ['/api/nip46/relays', '200'],
      ],
      ['/api/nip46/requests', '403'],
    ])
  })

  test('samples for curl pass, but for the id of a key, which is another here', async () => {
    const samples = GUIDES.flatMap(samplesIn)
    expect(samples.length).toBeGreaterThan(5)
    for (const sample of samples) {
      const here = sample.replaceAll('http://localhost:8002', server.url).replace('| jq', '')
      const { code, output } = await run('bash', ['-c', here], { cwd: folder, env })

      if (!sample.includes('"apiKeyId": 1'))
        expect([sample, output, code]).toEqual([sample, output, 0])
      else expect([output, code]).toEqual([expect.stringContaining('404'), 22])
    }
    expect(
      (await ask(server, 'adminApiKeys', { headers: bySession(env['SESSION_ID'] ?? '') })).text,
    ).toContain('"label":"automation"')
  })
})
