import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Nonce, SignSession } from '../../server/frostr/gen2/messages.ts'
import { type DyingNodeOptions, STEPS, type Step } from '../support/dying-node.ts'
import { gen2Group } from '../support/gen2-group.ts'
import { Gen2Rogue } from '../support/gen2-rogue.ts'
import { present } from '../support/gen2-vectors.ts'
import { rounds } from '../support/long.ts'
import { PartialRecorder } from '../support/partial-recorder.ts'
import { seededPrng } from '../support/prng.ts'
import { type Scope, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'

const NODE = `${import.meta.dirname}/../support/dying-node.ts`
const random = seededPrng(200)
/** How many nonces tried before a life tries again: the newest, and others. */
const [NEWEST, OLD] = [12, 6]
/** How many of each kind it claims to hold: a message has room for this many. */
const CLAIMED = 450
const hash = () => randomBytes(32).toString('hex')

/** What the node does wrong on purpose. */
type Broken = Pick<DyingNodeOptions, 'commitsLate' | 'trustsFolder'>

/** A node that dies, and a peer that tries to have each of its nonces used twice. */
class Trial {
  readonly #options: Omit<DyingNodeOptions, 'step'>
  readonly #scope: Scope
  readonly #victim: string
  readonly rogue: Gen2Rogue
  readonly recorder: PartialRecorder
  /** Every nonce it ever gave, by code, and those that a session was sent with. */
  readonly #known = new Map<string, Nonce>()
  readonly #tried = new Set<string>()
  readonly #sessions = new Map<string, SignSession>()
  #recorded = 0

  static async begin(scope: Scope, broken: Broken = {}): Promise<Trial> {
    const group = await gen2Group(scope, { threshold: 2, totalMembers: 2 })
    const rogue = await Gen2Rogue.start(group.keyset, 2, group.relay.url)
    scope.onTestFinished(() => rogue.stop())
    // It says in its own pings what it claims to hold: its answers to others' would contradict that.
    rogue.conduct = () => null
    const options = {
      group: group.keyset.groupCredential,
      share: group.keyset.shareCredentials[0] ?? '',
      relay: group.relay.url,
      folder: temporaryFolder(scope),
      ...broken,
    }
    return new Trial(scope, options, rogue, group)
  }

  private constructor(
    scope: Scope,
    options: Omit<DyingNodeOptions, 'step'>,
    rogue: Gen2Rogue,
    group: Awaited<ReturnType<typeof gen2Group>>,
  ) {
    this.#scope = scope
    this.#options = options
    this.#victim = group.xonly(1)
    this.rogue = rogue
    const member = present(rogue.carried.shares.find(({ idx }) => idx === 1))
    this.recorder = new PartialRecorder(rogue.group, member)
  }

  /** What the node keeps. */
  get folder(): string {
    return this.#options.folder
  }

  /**
   * One life of the node: nonces that were tried before are tried with another hash, then two that were
   * not; while it answers the last one it ends, at the step.
   *
   * @param isHonest whether the peer claims to hold just what it has not used, instead of all it was
   *   ever given
   */
  async life(step: Step, { isHonest = false } = {}): Promise<void> {
    const node = await this.#start(step)
    const isDead = () => node.signalCode !== null || node.exitCode !== null
    // Only a peer that claims to have none gets new ones with a signature.
    const untried = [...this.#known.keys()].filter((code) => !this.#tried.has(code)).slice(-CLAIMED)
    const claimed = isHonest ? untried : [...[...this.#tried].slice(-CLAIMED), ...untried]
    const held = step === 'replenished' ? [] : claimed
    const data = this.rogue.pingData(this.#victim, held)
    const pong = await this.rogue.ask(this.#victim, { type: 'PingRequest', data })
    const sent = (pong.data.advertised_nonces as Nonce[]).map(({ code }) => code)
    for (const nonce of pong.data.advertised_nonces as Nonce[]) this.#known.set(nonce.code, nonce)
    const fresh = (): string => present([...sent, ...held].find((code) => !this.#tried.has(code)))
    for (const code of this.#someTried) await this.#try(code, isDead)
    // What comes with one signature does not come again with the next.
    if (step !== 'replenished') await this.#try(fresh(), isDead, { isFresh: true })
    expect(isDead()).toBe(false)
    node.send('arm')
    await once(node, 'message')
    await this.#try(fresh(), isDead)
    await until(isDead, { what: `the end at ${step}` })
    this.#record()
  }

  /** The newest of those that were tried, and others at random: two hundred lives try a great many. */
  get #someTried(): string[] {
    const tried = [...this.#tried]
    const old = tried.slice(0, -NEWEST)
    return [...random.shuffle(old).slice(0, OLD), ...tried.slice(-NEWEST)]
  }

  /**
   * Sends a session, and waits until its answers have come: one with a fresh nonce gets one, and one with
   * another perhaps none.
   */
  async #try(code: string, isDead: () => boolean, { isFresh = false } = {}): Promise<void> {
    if (isDead()) return
    this.#tried.add(code)
    const session = this.rogue.session(1, [present(this.#known.get(code))], [hash()])
    this.#sessions.set(session.sid, session)
    const id = this.rogue.send(this.#victim, { type: 'SignRequest', data: session })
    // Requests of one peer are taken in turn: once a key exchange after it is answered, it has been refused.
    const next = isFresh
      ? id
      : this.rogue.send(this.#victim, { type: 'EcdhRequest', data: this.#keyshares() })
    await until(
      () =>
        isDead() || this.rogue.answersTo(id).length > 0 || this.rogue.answersTo(next).length > 0,
      { what: 'an answer, or the end' },
    )
  }

  #keyshares() {
    const { group, share } = this.rogue
    const entries = [{ ecdh_pk: group.group_pk, keyshare: present(group.members[1]).pubkey }]
    return { idx: share.idx, members: [1, 2], entries }
  }

  async #start(step: Step): Promise<ChildProcess> {
    const node = fork(NODE, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
    this.#scope.onTestFinished(() => void node.kill('SIGKILL'))
    node.send({ ...this.#options, step } satisfies DyingNodeOptions)
    await once(node, 'message')
    return node
  }

  #record(): void {
    const answers = this.rogue.heard.filter(({ type }) => type === 'SignResponse')
    for (const { data } of answers.slice(this.#recorded)) {
      this.recorder.record(present(this.#sessions.get(data.sid)), data)
    }
    this.#recorded = answers.length
  }
}

/** Each life takes most of a second, and a busy machine many. */
const ROUNDS = rounds(STEPS.length, 200)

describe('a node that is killed again and again while it signs', () => {
  test('uses no nonce twice, at whatever step it dies', { timeout: ROUNDS * 30_000 }, async (t) => {
    const trial = await Trial.begin(t)
    for (let round = 0; round < ROUNDS; round += 1) {
      await trial.life(present(STEPS[round % STEPS.length]))
    }
    // One of each life, those that were answered last, and those that were never spent, later.
    expect(trial.recorder.count).toBeGreaterThan(ROUNDS)
    expect(trial.recorder.reused()).toEqual([])
  })

  test('would give a nonce away if it deleted it after computing', async (t) => {
    const trial = await Trial.begin(t, { commitsLate: true })
    await trial.life('answered')
    await trial.life('answered')
    expect(trial.recorder.reused()).toHaveLength(1)
  })
})

describe('an older data folder that is put back', () => {
  /** Lives, then lives again on the older folder. */
  const putBack = async (scope: Scope, broken: Broken = {}) => {
    const trial = await Trial.begin(scope, broken)
    await trial.life('answered')
    const copy = temporaryFolder(scope)
    cpSync(trial.folder, copy, { recursive: true })
    for (const step of ['answered', 'committed', 'answered'] as const) {
      await trial.life(step, { isHonest: true })
    }
    rmSync(trial.folder, { recursive: true })
    cpSync(copy, trial.folder, { recursive: true })
    for (const step of ['answered', 'answered'] as const) {
      await trial.life(step, { isHonest: true })
    }
    return trial.recorder
  }

  test('brings back no nonce that was used after it was copied', async (t) => {
    const recorder = await putBack(t)
    // One of each life; what a life answers last may die with it.
    expect(recorder.count).toBeGreaterThanOrEqual(6)
    expect(recorder.reused()).toEqual([])
  })

  test('would, if its nonces counted without the peer’s word', async (t) => {
    const recorder = await putBack(t, { trustsFolder: true })
    expect(recorder.reused().length).toBeGreaterThan(0)
  })
})
