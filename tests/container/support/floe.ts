import { Wait } from 'testcontainers'
import { auditEntry } from '#contract/operations.ts'
import { byKey } from '../../support/access.ts'
import { type Answer, call } from '../../support/api-server.ts'
import { fitting } from '../../support/fitting.ts'
import type { Scope } from '../../support/scope.ts'
import { until } from '../../support/until.ts'
import { Image, Started, start } from './containers.ts'
import { docker } from './docker.ts'
import { type Group, settingsOf } from './group.ts'
import { images } from './images.ts'

export const API_KEY = 'sixteen letters!'
const ACCESS = { AUTH_ENABLED: 'true', API_KEY, RATE_LIMIT_ENABLED: 'false' } as const

export const FLOE_PORT = 8002

/** Floe in a container, and its owner's calls with the API key. */
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

  /** The hashes that were signed, according to the audit. */
  async auditedSignatures(): Promise<Set<string>> {
    const { text } = await this.get('/api/audit/export')
    const lines = text.split('\n').filter((line) => line !== '')
    const entries = lines.map((line) => fitting(auditEntry, JSON.parse(line)))
    const signed = entries.filter(({ action, outcome }) => action === 'sign' && outcome === 'ok')
    return new Set(signed.map(({ detail }) => String(detail['id'])))
  }

  /** Saves a member's credentials, and waits until it can sign. */
  async configure(group: Pick<Group, 'keyset'>): Promise<void> {
    const { status, text } = await this.send('POST', '/api/env', settingsOf(group))
    if (status !== 200) throw new Error(text)
    await this.untilItCanSign()
  }

  untilItCanSign(timeout = 90_000): Promise<void> {
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

  /** Waits until /api/health says that it is well. */
  async untilHealthy(timeout = 60_000): Promise<void> {
    const answer = () => call(`${this.#url}/api/health`).then(({ text }) => text, String)
    await until(async () => /"status":"ok"/.test(await answer()), { timeout, what: 'well' })
  }

  /** Looks up its URL, whose port changes with each start. */
  async find(): Promise<this> {
    this.#url = await this.urlOf(FLOE_PORT)
    return this
  }

  /** Starts it again after it has ended, and waits until it is well. */
  async startAgain(): Promise<void> {
    await docker('start', this.id)
    await this.find()
    await this.untilHealthy()
  }

  /** Milliseconds from the container's last start until the log says that it listens. */
  async listeningTime(): Promise<number> {
    const startedAt = Date.parse(await this.inspect('{{.State.StartedAt}}'))
    const lines = (await this.logs()).split('\n').filter((line) => line.includes('is listening on'))
    const { time } = JSON.parse(lines.at(-1) ?? '{}') as { time: string | number }
    return new Date(time).getTime() - startedAt
  }

  /** `listeningTime` of the last start and of further starts, this many in all. */
  async listeningTimes(starts: number): Promise<number[]> {
    const times = [await this.listeningTime()]
    while (times.length < starts) {
      await docker('restart', this.id)
      await this.find()
      await this.untilHealthy()
      times.push(await this.listeningTime())
    }
    return times
  }
}

export interface FloeOptions {
  network?: string
  /** The volume of the data folder; by default the container has one of its own. */
  volume?: string
  environment?: Readonly<Record<string, string>>
  /** Other options of the container. */
  with?: (image: Image) => void
  /** Whether to wait until it listens. */
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
