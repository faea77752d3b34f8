// Floe, a relay and a genuine peer as containers. How a container test is written:
//
//   describeWithDocker('the image', () => {
//     const file = fileScope()                  // ends after the file's last test
//     let group: Group
//     beforeAll(async () => { group = await startGroup(file) })
//
//     it('signs', async (scope) => {
//       const floe = await startFloe(scope, { network: group.network })
//       await floe.configure(group)
//       await expectSignature(floe, group)
//     })
//   })
//
// Containers talk over a network of their own, on which the relay is `relay.floe.test`; the tests
// reach Floe by its mapped port. Access is by an API key: nobody signs in. Everything is labelled
// with the run, ends with its scope, and is swept with the run (set-up.ts).

import { randomUUID } from 'node:crypto'
import { GenericContainer, Wait } from 'testcontainers'
import { afterAll, describe, inject } from 'vitest'
import { auditPage } from '../../../server/contract/operations.ts'
import { generateKeyset, type Keyset } from '../../../server/frostr/v1/keyset.ts'
import { byKey } from '../../support/access.ts'
import { type Answer, call } from '../../support/api-server.ts'
import { fitting } from '../../support/fitting.ts'
import type { Scope } from '../../support/scope.ts'
import { until } from '../../support/until.ts'
import { docker, type Ended, runLabel, tryDocker } from './docker.ts'
import { images } from './images.ts'

export const API_KEY = 'sixteen letters!'
const ACCESS = { AUTH_ENABLED: 'true', API_KEY, RATE_LIMIT_ENABLED: 'false' } as const

const FLOE_PORT = 8002
const PEER_PORT = 7780
export const RELAY_NAME = 'relay.floe.test'
export const RELAY_URL = `ws://${RELAY_NAME}:7777`

const run = inject('run')
const labels = runLabel(run ?? 0)
const labelled = Object.entries(labels).flatMap(([name, value]) => ['--label', `${name}=${value}`])

/** Skipped where there is no engine; the set-up has said so, or failed where that may not be. */
export const describeWithDocker = describe.skipIf(run === null)

/** A scope that ends after the last test of the file. To be called while tests are collected. */
export function fileScope(): Scope {
  const ends: (() => void | Promise<void>)[] = []
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })
  return { onTestFinished: (end) => void ends.push(end) }
}

/** A network of containers that is gone with its scope. */
export async function makeNetwork(scope: Scope): Promise<string> {
  const name = `floe-test-${randomUUID()}`
  await docker('network', 'create', ...labelled, name)
  scope.onTestFinished(async () => {
    await tryDocker('network', 'rm', name)
  })
  return name
}

/** A volume that is gone with its scope. It is empty, and gets its owner from the image. */
export async function makeVolume(scope: Scope, ...options: string[]): Promise<string> {
  const name = await docker('volume', 'create', ...labelled, ...options)
  scope.onTestFinished(async () => {
    await tryDocker('volume', 'rm', '-f', name)
  })
  return name
}

/** `docker run` of Floe's image to its end: options of Docker, then the command. */
export const runImage = (options: readonly string[], ...command: string[]): Promise<Ended> =>
  tryDocker('run', '--rm', ...labelled, ...options, images.floe, ...command)

/** A shell's lines on a volume, as root. @returns what they print */
export async function inVolume(volume: string, script: string): Promise<string> {
  const { code, stdout, stderr } = await runImage(
    ['-i', '--user', '0', '-v', `${volume}:/data`],
    ...['sh', '-euc', script],
  )
  if (code !== 0) throw new Error(`${script}: ${stderr}`)
  return stdout
}

/**
 * Owner, mode and SHA-256 of what a volume holds, a line each: the same before and after, when
 * nothing was written. Not of empty files, as the lock is, and of SQLite's shared memory.
 */
export function filesOf(volume: string): Promise<string> {
  const find = "find . -type f ! -empty ! -name '*-shm'"
  return inVolume(
    volume,
    `cd /data; ${find} -printf '%p %U:%G %m\\n' | sort; ${find} -exec sha256sum '{}' + | sort`,
  )
}

/** A running container, by its id. */
class Started {
  readonly id: string

  constructor(id: string) {
    this.id = id
  }

  /** Its first line of `docker port`, as a URL. */
  async urlOf(port: number): Promise<string> {
    const [address = ''] = (await docker('port', this.id, `${port}/tcp`)).split('\n')
    return `http://127.0.0.1:${address.split(':').at(-1)}`
  }

  exec(...command: string[]): Promise<Ended> {
    return tryDocker('exec', this.id, ...command)
  }

  /** What a template of `docker inspect` says. */
  inspect(template: string): Promise<string> {
    return docker('inspect', '--format', template, this.id)
  }

  async logs(): Promise<string> {
    const { stdout, stderr } = await tryDocker('logs', this.id)
    return stdout + stderr
  }
}

class Image extends GenericContainer {
  /** What testcontainers has no call for. */
  withReadOnlyRoot(): this {
    this.hostConfig.ReadonlyRootfs = true
    return this
  }

  /** The image's own check, sooner than its own interval. */
  withHealthInterval(milliseconds: number): this {
    this.createOpts.Healthcheck = { Interval: milliseconds * 1e6 }
    return this
  }
}

async function start(scope: Scope, image: GenericContainer): Promise<Started> {
  const started = await image.withLabels(labels).start()
  scope.onTestFinished(async () => {
    await tryDocker('rm', '-fv', started.getId())
  })
  return new Started(started.getId())
}

/** A relay, by default under the name that Floe's setting has. */
export const startRelay = (scope: Scope, network: string, name = RELAY_NAME): Promise<Started> =>
  start(
    scope,
    new GenericContainer(images.relay)
      .withNetworkMode(network)
      .withNetworkAliases(name)
      .withWaitStrategy(Wait.forLogMessage(/^relay ws:/)),
  )

/** A genuine node in a container. */
export class Peer extends Started {
  /** Asks for a signature of a hash; of these members (x-only), or of any. */
  async sign(hash: string, members?: string[]): Promise<{ ok: boolean }> {
    const body = JSON.stringify({ name: 'sign', args: [hash, members] })
    const answer = await call(await this.urlOf(PEER_PORT), { method: 'POST', body })
    return answer.body as { ok: boolean }
  }
}

async function startPeer(scope: Scope, network: string, keyset: Keyset): Promise<Peer> {
  const { id } = await start(
    scope,
    new GenericContainer(images.peer)
      .withNetworkMode(network)
      .withEnvironment({
        GROUP_CRED: keyset.groupCredential,
        SHARE_CRED: keyset.shareCredentials[1] ?? '',
        RELAYS: JSON.stringify([RELAY_URL]),
      })
      .withExposedPorts(PEER_PORT)
      .withWaitStrategy(Wait.forLogMessage(/^peer /)),
  )
  return new Peer(id)
}

/** A 2-of-3 keyset, its network and relay, and a genuine peer with the second share. */
export interface Group {
  network: string
  keyset: Keyset
  relay: Started
  peer: Peer
}

export async function startGroup(scope: Scope): Promise<Group> {
  const network = await makeNetwork(scope)
  const keyset = generateKeyset({ threshold: 2, totalMembers: 3 })
  const relay = await startRelay(scope, network)
  const peer = await startPeer(scope, network, keyset)
  return { network, keyset, relay, peer }
}

/** The four settings of a member of the group. */
export const settingsOf = ({ keyset }: Pick<Group, 'keyset'>) => ({
  GROUP_CRED: keyset.groupCredential,
  SHARE_CRED: keyset.shareCredentials[0] ?? '',
  GROUP_NAME: 'Test keyset',
  RELAYS: JSON.stringify([RELAY_URL]),
})

/** Floe in a container, and the calls of its owner, by the API key. */
export class Floe extends Started {
  #url = ''

  get url(): string {
    return this.#url
  }

  get(path: string, key = API_KEY): Promise<Answer> {
    return call(this.#url + path, { headers: byKey(key) })
  }

  send(method: 'POST' | 'PUT', path: string, body: unknown, key = API_KEY): Promise<Answer> {
    return call(this.#url + path, {
      method,
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...byKey(key) },
    })
  }

  sign(message: string, key = API_KEY): Promise<Answer> {
    return this.send('POST', '/api/sign', { message }, key)
  }

  /** The hashes of which the audit says that they were signed here. */
  async auditedSignatures(): Promise<Set<string>> {
    const { body } = await this.get('/api/audit?limit=1000')
    const { entries } = fitting(auditPage, body)
    const signed = entries.filter(({ action, outcome }) => action === 'sign' && outcome === 'ok')
    return new Set(signed.map(({ detail }) => String(detail['id'])))
  }

  /** Saves a member's settings, and waits until it can sign. */
  async configure(group: Pick<Group, 'keyset'>): Promise<void> {
    const { status, text } = await this.send('POST', '/api/env', settingsOf(group))
    if (status !== 200) throw new Error(text)
    await this.untilItCanSign()
  }

  untilItCanSign(timeout = 30_000): Promise<void> {
    let last = ''
    return until(
      async () => {
        last = await this.get('/api/status').then(({ text }) => text, String)
        return /"canSign":true/.test(last)
      },
      { timeout, interval: 50, what: 'Floe can sign' },
    ).catch((error: Error) => {
      throw new Error(`${error.message}; last: ${last}`)
    })
  }

  /** Waits until it answers that it is well. */
  async untilHealthy(timeout = 15_000): Promise<void> {
    const answer = () => call(`${this.#url}/api/health`).then(({ text }) => text, String)
    await until(async () => /"status":"ok"/.test(await answer()), { timeout, what: 'well' })
  }

  /** Where it is reached, which is another port after each start. */
  async find(): Promise<this> {
    this.#url = await this.urlOf(FLOE_PORT)
    return this
  }

  /** Once more, after it has ended, until it is well. */
  async startAgain(): Promise<void> {
    await docker('start', this.id)
    await this.find()
    await this.untilHealthy()
  }
}

export interface FloeOptions {
  network?: string
  /** Of the data folder; without it the container has one of its own. */
  volume?: string
  environment?: Readonly<Record<string, string>>
  /** Anything else of the container. */
  with?: (image: Image) => void
  /** Whether it is waited for until it listens. */
  listening?: boolean
}

export async function startFloe(
  scope: Scope,
  { network, volume, environment = {}, with: adapt, listening = true }: FloeOptions = {},
): Promise<Floe> {
  const image = new Image(images.floe)
    .withEnvironment({ ...ACCESS, ...environment })
    .withExposedPorts(FLOE_PORT)
    .withWaitStrategy(Wait.forLogMessage(listening ? /is listening on/ : /./))
    .withStartupTimeout(30_000)
  if (network !== undefined) image.withNetworkMode(network)
  if (volume !== undefined) image.withBindMounts([{ source: volume, target: '/data' }])
  adapt?.(image)
  return new Floe((await start(scope, image)).id).find()
}
