import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { VERSION } from '#lib/version.ts'
import { verifySignature } from '#nostr/event.ts'
import { IMAGE } from '../../scripts/packaging/description.ts'
import { byKey, bySession } from '../support/access.ts'
import { call, firstShare, newKeyset } from '../support/api-server.ts'
import { blocksOf, shellBlocks } from '../support/documents.ts'
import { freePort } from '../support/free-port.ts'
import { type Scope, startPeerFor, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { docker } from './support/docker.ts'
import { images } from './support/images.ts'
import { describeWithDocker, itWithDocker } from './support/suite.ts'
import { openTerminal, type Terminal } from './support/terminal.ts'

const ROOT = join(import.meta.dirname, '../..')
const API_KEY = 'sixteen letters!'
const RELAYS = 'ws://127.0.0.1:9'

/** The blocks that no test below has run yet. */
const waiting = shellBlocks()

/** Takes the block that begins with this text out of `waiting`. */
function block(start: string): string {
  const at = waiting.findIndex(({ text }) => text.startsWith(start))
  const [found] = at < 0 ? [] : waiting.splice(at, 1)
  if (found === undefined) throw new Error(`no block that waits begins with: ${start}`)
  return found.text
}

/** Runs lines to their end. @returns what they print @throws unless they succeed */
async function type(terminal: Terminal, lines: string): Promise<string> {
  const { code, stdout, stderr } = await terminal(lines)
  if (code !== 0) throw new Error(`${lines}ended with ${code}: ${stdout}${stderr}`)
  return stdout
}

interface Machine {
  /** In `folder`, a clone of the repository. */
  terminal: Terminal
  folder: string
  url: string
  untilWell(): Promise<void>
  get(path: string): Promise<unknown>
  post(path: string, body: unknown): Promise<unknown>
}

/** A machine with Docker, and a clone of the repository with the image that it would build. */
async function startMachine(scope: Scope): Promise<Machine> {
  const parent = temporaryFolder(scope)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: parent, stdio: 'pipe' })
  // `git pull` needs a branch, and CI may have checked out a commit without one.
  git('clone', '--quiet', '--bare', ROOT, 'origin.git')
  const tip = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
  git('-C', 'origin.git', 'update-ref', 'refs/heads/documents', tip)
  git('-C', 'origin.git', 'symbolic-ref', 'HEAD', 'refs/heads/documents')
  git('clone', '--quiet', 'origin.git', 'floe')
  const folder = join(parent, 'floe')
  copyFileSync(join(ROOT, 'docker-compose.yml'), join(folder, 'docker-compose.yml'))
  await docker('tag', images.floe, `${IMAGE}:${VERSION}`)

  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const terminal = openTerminal(scope, folder, {
    COMPOSE_PROJECT_NAME: `floe-test-${randomUUID()}`,
    FLOE_PORT: String(port),
    API_KEY,
  })
  scope.onTestFinished(async () => {
    await terminal('docker compose down --volumes --timeout 5')
  })
  const headers = { 'Content-Type': 'application/json', ...byKey(API_KEY) }
  return {
    ...{ terminal, folder, url },
    untilWell: () =>
      until(
        async () => {
          const answer = await call(`${url}/api/health`).catch(() => undefined)
          return answer?.status === 200
        },
        { what: 'well' },
      ),
    get: async (path) => (await call(url + path, { headers })).body,
    post: async (path, body) => {
      const answer = await call(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(answer).toMatchObject({ status: 200 })
      return answer.body
    },
  }
}

const started = block('docker compose up -d\n')

describeWithDocker('With Docker, the commands of the documents', () => {
  it('install, sign in, back up, restore and upgrade', async (scope) => {
    const machine = await startMachine(scope)
    const { terminal, url } = machine
    await type(terminal, started)
    await machine.untilWell()

    const printed = await type(terminal, block('docker compose exec floe floe sign-in-link\n'))
    const port = new URL(url).port
    const [, named, token] = /http:\/\/localhost:(\d+)\/#token=(\S+)/.exec(printed) ?? []
    expect(named).toBe(port)
    const login = await call(`${url}/api/auth/login`, {
      ...{ method: 'POST', headers: { 'Content-Type': 'application/json' } },
      body: JSON.stringify({ token }),
    })
    expect(login.status).toBe(200)

    const before = { ...firstShare(newKeyset(), [RELAYS]), GROUP_NAME: 'Before' }
    await machine.post('/api/env', before)
    await type(terminal, block('docker compose exec floe floe backup'))
    await machine.post('/api/env', { GROUP_NAME: 'After' })
    await type(terminal, block('docker compose stop floe\ndocker compose run --rm -T floe'))
    await machine.untilWell()
    expect(await machine.get('/api/env')).toMatchObject({ GROUP_NAME: 'Before' })

    await type(terminal, block('git pull'))
    await machine.untilWell()
    expect(await machine.get('/api/env')).toMatchObject(before)

    await type(
      terminal,
      'docker compose stop floe\ndocker compose run --rm floe floe adopt\ndocker compose start floe\n',
    )
    await machine.untilWell()
    expect(await machine.get('/api/env')).toMatchObject(before)
  })

  it('carry a back-up with its key to another machine', async (scope) => {
    const old = await startMachine(scope)
    await type(old.terminal, started)
    await old.untilWell()
    const saved = { ...firstShare(newKeyset(), [RELAYS]), GROUP_NAME: 'Carried' }
    await old.post('/api/env', saved)
    writeFileSync(join(old.folder, 'passphrase'), 'correct horse battery staple\n')
    await type(old.terminal, block('docker compose exec -T floe floe backup - --with-key'))

    const other = await startMachine(scope)
    await type(other.terminal, started)
    await other.untilWell()
    for (const file of ['passphrase', 'whole.floe']) {
      copyFileSync(join(old.folder, file), join(other.folder, file))
    }
    await type(other.terminal, block('docker compose stop floe\ndocker compose run --rm -T -v'))
    await other.untilWell()
    expect(await other.get('/api/env')).toMatchObject(saved)
  })

  it('bring over what igloo-server had', async (scope) => {
    const machine = await startMachine(scope)
    await type(machine.terminal, started)
    await machine.untilWell()
    const had = firstShare(newKeyset(), [RELAYS])
    const theirs = join(machine.folder, 'igloo-server')
    mkdirSync(join(theirs, 'data'), { recursive: true })
    const lines = Object.entries({ HEADLESS: 'true', ...had }).map(
      ([name, text]) => `${name}=${text}\n`,
    )
    writeFileSync(join(theirs, '.env'), lines.join(''))

    await type(machine.terminal, block('mkdir igloo-copy'))

    await machine.untilWell()
    const { GROUP_CRED, SHARE_CRED } = had as Record<string, string>
    expect(await machine.get('/api/env')).toMatchObject({ GROUP_CRED, SHARE_CRED })
  })
})

/** Starts lines of a shell that run until they are interrupted. */
function startLines(
  scope: Scope,
  folder: string,
  lines: string,
  environment: Readonly<Record<string, string>>,
): { printed: () => string; ended: Promise<unknown>; interrupt(): void } {
  const child: ChildProcess = spawn('bash', ['-euc', lines], {
    cwd: folder,
    detached: true,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const ended = once(child, 'close')
  /** Sends a signal to all processes that the lines have started, as Ctrl-C does. */
  const signal = (name: NodeJS.Signals) => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, name)
  }
  scope.onTestFinished(async () => {
    signal('SIGKILL')
    await ended
  })
  return { printed: () => printed, ended, interrupt: () => signal('SIGINT') }
}

/**
 * A clone of the repository with its packages and its build, which are as its locks and sources say: this run began
 * with installing and building them.
 */
function freshClone(scope: Scope): string {
  // On the repository's disk, so that the files of packages can be linked one by one. If their folder were linked, an
  // installation in the clone would empty ours.
  const artefacts = join(ROOT, '.artefacts')
  mkdirSync(artefacts, { recursive: true })
  const clone = mkdtempSync(join(artefacts, 'clone-'))
  scope.onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
  execFileSync('git', ['clone', '--quiet', ROOT, clone])
  for (const part of ['.', 'clients/ts', 'tests/apps/clients']) {
    const packages = join(part, 'node_modules')
    if (existsSync(join(ROOT, packages))) {
      execFileSync('cp', ['-al', join(ROOT, packages), join(clone, packages)])
    }
  }
  // Not linked: another build may write into its files.
  execFileSync('cp', ['-a', join(ROOT, 'dist'), join(clone, 'dist')])
  return clone
}

/** The block of the typed client's instructions that begins with this text. */
function instructions(language: string, start: string): string {
  const found = blocksOf('clients/ts/README.md', language).find(({ text }) =>
    text.startsWith(start),
  )
  if (found === undefined) throw new Error(`the client's README has no block that begins: ${start}`)
  return found.text
}

/** All that CONTRIBUTING.md marks as code in its section about a first change, in order. */
const firstChange = (clone: string): string[] => {
  const [, walk = ''] = readFileSync(join(clone, 'CONTRIBUTING.md'), 'utf8').split(
    '## Your first change',
  )
  const [steps = ''] = walk.split('\n## ')
  return [...steps.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}

describe('Somebody who has only just cloned it', () => {
  it('sees it sign, installs it, signs by curl and the typed client, and changes it', async (scope) => {
    const clone = freshClone(scope)
    const port = await freePort()
    // Without the Node.js of this run's packages. `git stash` needs a name.
    const path = process.env['PATH']?.split(':').filter((folder) => !folder.startsWith(ROOT))
    const environment = {
      ...{ HOST_PORT: String(port), PATH: path?.join(':') ?? '' },
      ...{ GIT_COMMITTER_NAME: 'Somebody', GIT_COMMITTER_EMAIL: 'somebody@example.com' },
      ...{ GIT_AUTHOR_NAME: 'Somebody', GIT_AUTHOR_EMAIL: 'somebody@example.com' },
    }
    const terminal = openTerminal(scope, clone, environment)

    const demo = startLines(scope, clone, block('npm run demo'), environment)
    await until(() => /signed in \d+ ms/.test(demo.printed()), { what: 'a signature' })
    demo.interrupt()
    await demo.ended
    expect(demo.printed()).toContain('Stopping the demo')

    const [start = '', test] = block('npm start').split('\n')
    // Not run: `npm test` would run this test.
    expect(test).toMatch(/^npm test /)
    const floe = startLines(scope, clone, start, environment)
    const link = new RegExp(`http://127.0.0.1:${port}/#token=([\\w-]+)`)
    await until(() => link.test(floe.printed()), { what: 'a sign-in link' })
    const [, token] = link.exec(floe.printed()) ?? []
    const url = `http://127.0.0.1:${port}`
    const post = async (path: string, body: object, headers = {}) => {
      const answer = await call(url + path, {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: { 'Content-Type': 'application/json', ...headers },
      })
      expect(answer).toMatchObject({ status: 200 })
      return answer.body as Record<string, string>
    }
    const { sessionId = '' } = await post('/api/auth/login', { token })
    const relay = await startRelayFor(scope)
    const keyset = newKeyset()
    const share = firstShare(keyset, [relay.url])
    await startPeerFor(scope, {
      group: keyset.groupCredential,
      share: keyset.shareCredentials[1] ?? '',
      relays: [relay.url],
    })
    await post('/api/env', share, bySession(sessionId))
    await until(async () => {
      const answer = await call(`${url}/api/status`, { headers: bySession(sessionId) })
      return (answer.body as { canSign: boolean }).canSign
    })

    const signing = block('API_KEY=$(npm run').replaceAll('8002', String(port))
    const byCurl = JSON.parse(await type(terminal, `${signing}echo "$API_KEY" >data/key`))
    const { sig, id, pubkey } = byCurl.signedEvent
    expect(verifySignature(sig, id, pubkey)).toBe(true)

    await type(terminal, instructions('sh', 'npm run build'))
    const program = temporaryFolder(scope)
    const inProgram = openTerminal(scope, program, { ...environment, NO_COLOR: '1' })
    await type(inProgram, `npm install --no-audit --no-fund ${join(clone, 'clients/ts')}\n`)
    const text = instructions('ts', 'import { createClient')
      .replace('8002', String(port))
      .replace('floe_...', readFileSync(join(clone, 'data/key'), 'utf8').trim())
    writeFileSync(join(program, 'sign.mjs'), text)
    const printed = await type(inProgram, 'node sign.mjs\n')
    expect(printed).toMatch(/^true /)
    expect(printed).toContain('Signed by two of my devices')
    floe.interrupt()
    await floe.ended

    const codes = firstChange(clone)
    const [, english, german, spanish, beside, takeAway, testIt, bringBack] = codes.slice(
      codes.findIndex((code) => code.startsWith('add: ')),
    )
    for (const file of [english, german, spanish].map((name = '') => join(clone, name))) {
      const text = readFileSync(file, 'utf8')
      writeFileSync(file, text.replace(/^( {2}add: ).*$/m, "$1'One more',"))
    }
    const added = `
it('says what its button does', async (scope) => {
  const { page } = await open(scope)
  expect(await addButton(page).textContent()).toBe('One more')
})
`
    appendFileSync(join(clone, beside ?? ''), added)
    await type(terminal, `${takeAway}\n`)
    const without = await terminal(`${testIt}\n`)
    expect(without.stdout).toMatch(/^\d+ passed, 1 failed/m)
    await type(terminal, `${bringBack}\n`)
    expect(await type(terminal, `${testIt}\n`)).toMatch(/^\d+ passed, 0 failed/m)
    await type(terminal, `${codes.find((code) => code.startsWith('npx '))}\n`)
  })
})

describe('From source, the commands of the documents', () => {
  const start = async (scope: Scope, lines: string) => {
    const port = await freePort()
    const environment = { HOST_PORT: String(port), DATA_DIR: join(temporaryFolder(scope), 'data') }
    const { printed } = startLines(scope, ROOT, lines, environment)
    const url = `http://127.0.0.1:${port}`
    await until(() => printed().includes(`is listening on ${url}`), { what: lines })
    return url
  }

  it('start one with an API key', async (scope) => {
    const url = await start(scope, block('API_KEY=$(openssl'))
    expect(await call(`${url}/api/auth/status`)).toMatchObject({
      body: { enabled: true, needsSetup: false },
    })
  })

  it('start one with a share', async (scope) => {
    const { GROUP_CRED = '', SHARE_CRED = '' } = firstShare(newKeyset(), [RELAYS]) as Record<
      string,
      string
    >
    const lines = block('GROUP_CRED=bfgroup1...')
      .replace('bfgroup1...', GROUP_CRED)
      .replace('bfshare1...', SHARE_CRED)
      .replace('wss://relay.primal.net', RELAYS)
    // These lines set no access.
    const url = await start(scope, `export AUTH_ENABLED=false; ${lines}`)
    expect(await call(`${url}/api/env`)).toMatchObject({ body: { GROUP_CRED, SHARE_CRED } })
  })

  it('import from igloo-server', async (scope) => {
    const theirs = temporaryFolder(scope)
    const had = firstShare(newKeyset(), [RELAYS])
    const settings = Object.entries({ HEADLESS: 'true', ...had }).map(
      ([name, text]) => `${name}=${text}\n`,
    )
    writeFileSync(join(theirs, '.env'), settings.join(''))
    const terminal = openTerminal(scope, ROOT, { DATA_DIR: join(temporaryFolder(scope), 'data') })
    const lines = block('npm run floe -- import igloo').replaceAll('/path/to/igloo-server', theirs)
    expect(await type(terminal, lines)).toContain('Share 1')
  })
})

// The tests above take out the others.
itWithDocker('Only these blocks of commands in the documents are not run', () => {
  expect(waiting.map(({ text }) => text)).toEqual([
    // No registry has the image yet.
    'docker compose pull\ndocker compose up -d\n',
    // The same as `docker compose up -d --build` above, but its arguments would have the image built again.
    expect.stringMatching(/^REVISION=\S.*docker compose up -d --build\n$/),
  ])
})
