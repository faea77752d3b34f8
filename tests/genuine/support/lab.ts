import { setTimeout as sleep } from 'node:timers/promises'
import { schnorr } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/curves/utils.js'
import { serverCurve } from '#crypto/curve/hex.ts'
import { convertFromV1, type DealtKeyset } from '#protocol/convert-v1.ts'
import type { RelayFixture } from '#relay-fixture/relay.ts'
import { firstShare } from '../../support/api-server.ts'
import { type FloeServer, startFloe } from '../../support/floe-process.ts'
import { freePort } from '../../support/free-port.ts'
import { newHash } from '../../support/new-hash.ts'
import { newPair } from '../../support/pair.ts'
import { type Scope, startRelayFor } from '../../support/scope.ts'
import { until } from '../../support/until.ts'
import { present } from '../../support/v2-vectors.ts'
import type { Build } from './builds.ts'
import { GenuineDevice } from './device.ts'
import type { DeviceAnswer } from './device-messages.ts'
import { NonceRecorder } from './nonce-recorder.ts'

export const FLOE = 1
export const DEVICE = 2
/** From a refusal to the next attempt: as fast as a person. Milliseconds. */
const RETRY = 250

/** The result of asking for signatures; all `signed` ones are valid. */
export interface Tally {
  asked: number
  signed: number
  /** Why others were not signed, in the words of the asking side, and how often. */
  failures: Map<string, number>
}

/** Floe and a genuine device: the two members of a group, which need each other for everything. */
export class Lab {
  /** The relay that both use. */
  readonly relay: RelayFixture
  /** Another relay that only Floe listens to, in cases with `aside`; otherwise `relay`. */
  readonly aside: RelayFixture
  /** The group, and the shares of both. */
  readonly keyset: DealtKeyset
  readonly recorder: NonceRecorder
  readonly #scope: Scope
  readonly #build: Build
  readonly #environment: Record<string, string>
  #floe: FloeServer | undefined
  #device: GenuineDevice | undefined
  /** The sum of all tallies, for the table. */
  readonly total: Tally = { asked: 0, signed: 0, failures: new Map() }
  /** The longest wait for a signature. Milliseconds. */
  slowest = 0

  static async start(scope: Scope, build: Build, { aside = false } = {}): Promise<Lab> {
    // Tests stop and start it: meanwhile nobody else may get its port.
    const relay = await startRelayFor(scope, { port: await freePort() })
    const lab = new Lab(scope, build, [relay, aside ? await startRelayFor(scope) : relay])
    await lab.startFloe()
    await lab.startDevice(null)
    await lab.untilMet()
    return lab
  }

  private constructor(scope: Scope, build: Build, [relay, aside]: [RelayFixture, RelayFixture]) {
    this.#scope = scope
    this.#build = build
    this.relay = relay
    this.aside = aside
    const pair = newPair()
    const carried = convertFromV1(pair.group, pair.shares, serverCurve, 'Lab')
    if (!carried.ok) throw new Error(carried.error)
    this.keyset = carried.value
    this.#environment = {
      ...firstShare(pair, [...new Set([relay.url, aside.url])], '2026'),
      RATE_LIMIT_ENABLED: 'false',
      LOG_LEVEL: 'debug',
    }
    this.recorder = new NonceRecorder(this.keyset)
    scope.onTestFinished(relay.onEvent((event) => this.recorder.hear(event)))
  }

  get floe(): FloeServer {
    return present(this.#floe)
  }

  get device(): GenuineDevice {
    return present(this.#device)
  }

  xonly(idx: number): string {
    return present(this.keyset.group.members.find((member) => member.idx === idx)).pubkey.slice(2)
  }

  /** Starts Floe, by default on its last data folder. */
  async startFloe(dataDir = this.#floe?.dataDir): Promise<void> {
    this.#floe = await startFloe(this.#scope, this.#environment, dataDir)
    await this.#floe.status(({ nodeActive }) => nodeActive)
  }

  async stopFloe(signal: NodeJS.Signals): Promise<void> {
    this.floe.send(signal)
    await this.floe.exit
  }

  async restartFloe(signal: NodeJS.Signals): Promise<void> {
    await this.stopFloe(signal)
    await this.startFloe()
  }

  /** Stops the device, and starts it from a snapshot, or as new with null. */
  async startDevice(snapshot: string | null): Promise<void> {
    await this.#device?.stop()
    this.#device = await GenuineDevice.start(this.#scope, {
      folder: this.#build.folder,
      group: this.keyset.group,
      share: present(this.keyset.shares.find(({ idx }) => idx === DEVICE)),
      relay: this.relay.url,
      snapshot,
    })
  }

  /** Waits until both hear the relay. Floe may take half a minute to dial it again. */
  async untilHearing(): Promise<void> {
    const isHearing = async () => {
      const { body } = await this.floe.get('/api/status')
      const { isHearing } = await this.device.state()
      return isHearing && (body as { nodeActive: boolean }).nodeActive
    }
    await until(isHearing, { what: 'both to hear the relay', timeout: 45_000 })
  }

  /** Waits until each reports that it has nonces of the other. */
  async untilMet(): Promise<void> {
    await this.floe.status(({ canSign }) => canSign)
    const hasNonces = async () => {
      const { peers = [] } = await this.device.state()
      return (peers as { can_sign: boolean }[]).some(({ can_sign }) => can_sign)
    }
    await until(hasNonces, { what: 'the device to hold nonces of Floe' })
  }

  /** Has Floe ask for this many signatures, all at once or one after another. */
  floeAsks(count: number, how: 'at once' | 'in turn'): Promise<Tally> {
    return this.#ask(count, how, (hash) => this.#signByFloe(hash))
  }

  /**
   * Has the device ask for this many signatures. While its runtime refuses to begin a request, as it has no
   * nonces left, it asks again, as its app does.
   *
   * @param within milliseconds after which it no longer asks again
   */
  deviceAsks(count: number, how: 'at once' | 'in turn', within = 60_000): Promise<Tally> {
    const end = performance.now() + within
    return this.#ask(count, how, async (hash) => {
      let answer = await this.device.sign(hash)
      while (!answer.ok && answer.code === 'refused' && performance.now() < end) {
        await sleep(RETRY)
        answer = await this.device.sign(hash)
      }
      return answer
    })
  }

  /**
   * Asks for one signature again and again until it is given.
   *
   * @throws when it is not given in time
   */
  async untilSigned(asker: 'floe' | 'device', within: number): Promise<void> {
    const began = performance.now()
    const hash = newHash()
    const answers = new Map<string, number>()
    const ask = async () => {
      const answer = asker === 'floe' ? await this.#signByFloe(hash) : await this.device.sign(hash)
      const isSigned = this.#isSigned(hash, answer, answers)
      // Each rejected request takes one bad nonce from the device, so it asks again at once.
      const isOneLess = !answer.ok && answer.code === 'peer_rejected'
      if (!isSigned && !isOneLess) await sleep(RETRY)
      return isSigned
    }
    let isOver = false
    const given = async () => {
      while (!isOver && !(await ask()));
      return true
    }
    const isGiven = await Promise.race([given(), sleep(within, false)])
    isOver = true
    this.slowest = Math.max(this.slowest, performance.now() - began)
    add(this.total, { asked: 1, signed: isGiven ? 1 : 0, failures: answers })
    if (isGiven) return
    const why = wordsOf(answers) || 'no answer at all'
    throw new Error(`${asker} has no signature after ${within / 1000} s: ${why}`)
  }

  /** @throws if a nonce of Floe signed twice, or Floe asked with a nonce that the device had signed with */
  expectSingleUse(): void {
    const problems = [
      ['nonces of Floe have signed twice', this.recorder.reused(FLOE)],
      [
        'nonces that the device has signed with were asked for again',
        this.recorder.askedAgain(DEVICE),
      ],
      ['partial signatures are of no session', this.recorder.faults()],
    ] as const
    const found = problems.filter(([, list]) => list.length > 0)
    if (found.length === 0) return
    throw new Error(found.map(([what, list]) => `${list.length} ${what}`).join('; '))
  }

  async #ask(
    count: number,
    how: 'at once' | 'in turn',
    sign: (hash: string) => Promise<DeviceAnswer>,
  ): Promise<Tally> {
    const failures = new Map<string, number>()
    let signed = 0
    const one = async () => {
      const hash = newHash()
      const began = performance.now()
      if (this.#isSigned(hash, await sign(hash), failures)) signed += 1
      this.slowest = Math.max(this.slowest, performance.now() - began)
    }
    if (how === 'at once') await Promise.all(Array.from({ length: count }, one))
    else for (let turn = 0; turn < count; turn += 1) await one()
    const tally = { asked: count, signed, failures }
    add(this.total, tally)
    return tally
  }

  #isSigned(hash: string, answer: DeviceAnswer, failures: Map<string, number>): boolean {
    const { group_pk } = this.keyset.group
    const isValid = (signature: string) =>
      schnorr.verify(hexToBytes(signature), hexToBytes(hash), hexToBytes(group_pk))
    if (answer.ok && isValid(answer.value)) return true
    const why = answer.ok ? 'a wrong signature' : `${answer.code}: ${answer.message}`
    failures.set(why, (failures.get(why) ?? 0) + 1)
    return false
  }

  async #signByFloe(message: string): Promise<DeviceAnswer> {
    const call = () => this.floe.post('/api/sign', { message })
    // A kept connection may be closed at the moment it is used again.
    const { status, body } = await call()
      .catch(call)
      .catch((error: Error) => ({
        status: 0,
        body: { code: 'unreachable', error: causeOf(error) },
      }))
    const { signature = '', code = '', error = '' } = body as Record<string, string>
    return status === 200 ? { ok: true, value: signature } : { ok: false, code, message: error }
  }
}

/** @throws unless all signatures that were asked for were given */
export function allSigned({ asked, signed, failures }: Tally): void {
  if (signed < asked) throw new Error(`${signed} of ${asked} signed; ${wordsOf(failures)}`)
}

function add(total: Tally, { asked, signed, failures }: Tally): void {
  total.asked += asked
  total.signed += signed
  for (const [why, count] of failures) {
    total.failures.set(why, (total.failures.get(why) ?? 0) + count)
  }
}

/** The failures in words, each with its count. */
export const wordsOf = (failures: ReadonlyMap<string, number>): string =>
  [...failures].map(([why, count]) => `${count} × ${why}`).join('; ')

/** Why a call was not answered: `fetch` puts the reason into the error's cause. */
const causeOf = ({ cause, message }: Error): string =>
  cause instanceof Error ? cause.message : message
