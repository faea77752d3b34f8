import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { V2_EVENT_KIND } from '#contract/limits.ts'
import { NONCES_REPLENISHED_AT_ONCE } from '#protocol/limits.ts'
import type { Nonce, SignSession } from '#protocol/v2/messages.ts'
import type { RelayFixture } from '../../relay-fixture/relay.ts'
import { type DyingNodeOptions, STEPS, type Step, startDyingNode } from '../support/dying-node.ts'
import { isLong } from '../support/long.ts'
import { PartialRecorder } from '../support/partial-recorder.ts'
import { seededPrng } from '../support/prng.ts'
import { type Scope, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { v2Group } from '../support/v2-group.ts'
import { V2Rogue } from '../support/v2-rogue.ts'
import { present } from '../support/v2-vectors.ts'

const NODE = `${import.meta.dirname}/../support/dying-node.ts`
const random = seededPrng(200)
/** How many nonces tried before a life tries again: the newest, and others. */
const [NEWEST, OLD] = [12, 6]
/** How many of each kind it claims to hold: a message has room for this many. */
const CLAIMED = 450
const hash = () => randomBytes(32).toString('hex')

/** What the node does wrong on purpose. */
type Broken = Pick<DyingNodeOptions, 'commitsLate' | 'trustsFolder'>

/** Pings of a Floe have these: for a Floe that asks again at once, a node deletes several nonces ahead. */
const OF_FLOE = { weighted: true, nonce_pool_generation: 'ab'.repeat(32) } as const
const ASKED_AT_ONCE = 4

/** One life of the node. */
interface Life {
  isDead(): boolean
  arm(): Promise<void>
  /** Clears away what is left of it. */
  bury(): Promise<void>
}

/**
 * How a node dies: with its process, or, at a fraction of the cost, here: what is on the disk at that moment
 * is all that the next life gets, and nothing that comes from it after that reaches the relay's other clients.
 */
type Death = 'its process is killed' | 'it is cut off'

/** A node that dies, and a peer that tries to have each of its nonces used twice. */
class Trial {
  readonly #options: Omit<DyingNodeOptions, 'step' | 'folder'>
  readonly #death: Death
  readonly #relay: RelayFixture
  /** What the node keeps. */
  folder: string
  readonly #scope: Scope
  readonly #victim: string
  readonly rogue: V2Rogue
  readonly recorder: PartialRecorder
  /** Every nonce it ever gave, by code, and those that a session was sent with. */
  readonly #known = new Map<string, Nonce>()
  readonly #tried = new Set<string>()
  readonly #sessions = new Map<string, SignSession>()
  #recorded = 0
  #asFloe = false

  static async begin(
    scope: Scope,
    {
      death = 'it is cut off',
      asFloe = false,
      ...broken
    }: Broken & { death?: Death; asFloe?: boolean } = {},
  ): Promise<Trial> {
    const group = await v2Group(scope, { threshold: 2, totalMembers: 2 })
    const rogue = await V2Rogue.start(group.keyset, 2, group.relay.url)
    scope.onTestFinished(() => rogue.stop())
    // It says in its own pings what it claims to hold: its answers to others' would contradict that.
    rogue.conduct = () => null
    const options = {
      group: group.keyset.groupCredential,
      share: group.keyset.shareCredentials[0] ?? '',
      relay: group.relay.url,
      ...broken,
    }
    const trial = new Trial(scope, death, options, rogue, group)
    trial.#asFloe = asFloe
    return trial
  }

  private constructor(
    scope: Scope,
    death: Death,
    options: Omit<DyingNodeOptions, 'step' | 'folder'>,
    rogue: V2Rogue,
    group: Awaited<ReturnType<typeof v2Group>>,
  ) {
    this.#scope = scope
    this.#options = options
    this.#death = death
    this.#relay = group.relay
    this.folder = temporaryFolder(scope)
    this.#victim = group.xonly(1)
    this.rogue = rogue
    const member = present(rogue.carried.shares.find(({ idx }) => idx === 1))
    this.recorder = new PartialRecorder(rogue.group, member)
  }

  /**
   * One life of the node: nonces that were tried before are tried with another hash, then two that were
   * not; while it answers the last one it ends, at the step.
   *
   * @param isHonest whether the peer claims to hold just what it has not used, instead of all it was
   *   ever given
   */
  async life(step: Step, { isHonest = false } = {}): Promise<void> {
    const node = await (this.#death === 'it is cut off' ? this.#startHere(step) : this.#start(step))
    const { isDead } = node
    // Only a peer that claims to have none gets new ones with a signature.
    const untried = [...this.#known.keys()].filter((code) => !this.#tried.has(code)).slice(-CLAIMED)
    const claimed = isHonest ? untried : [...[...this.#tried].slice(-CLAIMED), ...untried]
    const held = step === 'replenished' ? [] : claimed
    const data = { ...this.rogue.pingData(this.#victim, held), ...(this.#asFloe && OF_FLOE) }
    const pong = await this.rogue.ask(this.#victim, { type: 'PingRequest', data })
    const sent = (pong.data.advertised_nonces as Nonce[]).map(({ code }) => code)
    for (const nonce of pong.data.advertised_nonces as Nonce[]) this.#known.set(nonce.code, nonce)
    const fresh = (count = 1) =>
      [...sent, ...held].filter((code) => !this.#tried.has(code)).slice(0, count)
    for (const code of this.#someTried) await this.#try([code], isDead)
    for (let n = 0; n < (this.#asFloe ? ASKED_AT_ONCE : 1); n += 1) {
      await this.#try(fresh(), isDead, { isFresh: true })
    }
    expect(isDead()).toBe(false)
    await node.arm()
    // New ones come once so many are spent.
    await this.#try(fresh(step === 'replenished' ? NONCES_REPLENISHED_AT_ONCE : 1), isDead)
    await until(isDead, { what: `the end at ${step}` })
    await node.bury()
    await this.#hearAll()
    this.#record()
  }

  /** The newest of those that were tried, and others at random: two hundred lives try a great many. */
  get #someTried(): string[] {
    const tried = [...this.#tried]
    const old = tried.slice(0, -NEWEST)
    return [...random.shuffle(old).slice(0, OLD), ...tried.slice(-NEWEST)]
  }

  /**
   * Sends a session, and waits until its answers have come: one with fresh nonces gets one, and one with
   * others perhaps none.
   */
  async #try(
    codes: readonly string[],
    isDead: () => boolean,
    { isFresh = false } = {},
  ): Promise<void> {
    if (isDead()) return
    for (const code of codes) this.#tried.add(code)
    const nonces = codes.map((code) => present(this.#known.get(code)))
    const session = this.rogue.session(1, nonces, nonces.map(hash))
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

  /** What the relay passed on by now has come once a message to ourselves has. */
  async #hearAll(): Promise<void> {
    const data = this.rogue.pingData(this.rogue.xonly)
    const id = this.rogue.send(this.rogue.xonly, { type: 'PingResponse', data })
    await until(() => this.rogue.answersTo(id).length > 0)
  }

  async #startHere(step: Step): Promise<Life> {
    const left = temporaryFolder(this.#scope)
    let isDead = false
    const options = { ...this.#options, folder: this.folder, step }
    const node = await startDyingNode(options, () => {
      isDead = true
      this.#relay.faults.rejectKinds = [V2_EVENT_KIND]
      cpSync(this.folder, left, { recursive: true })
    })
    return {
      isDead: () => isDead,
      arm: async () => node.arm(),
      bury: async () => {
        await node.stop()
        this.folder = left
        this.#relay.faults.rejectKinds = []
      },
    }
  }

  async #start(step: Step): Promise<Life> {
    const node = fork(NODE, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
    this.#scope.onTestFinished(() => void node.kill('SIGKILL'))
    node.send({ ...this.#options, folder: this.folder, step } satisfies DyingNodeOptions)
    await once(node, 'message')
    return {
      isDead: () => node.signalCode !== null || node.exitCode !== null,
      arm: async () => {
        node.send('arm')
        await once(node, 'message')
      },
      bury: async () => {},
    }
  }

  #record(): void {
    const answers = this.rogue.heard.filter(({ type }) => type === 'SignResponse')
    for (const { data } of answers.slice(this.#recorded)) {
      this.recorder.record(present(this.#sessions.get(data.sid)), data)
    }
    this.#recorded = answers.length
  }
}

/** To kill a process takes most of a second, and a busy machine many. */
const KILLED: readonly Step[] = isLong ? Array(30).fill(STEPS).flat() : ['committed', 'answered']

describe('a node that dies again and again while it signs', () => {
  test.each<[Death, readonly Step[]]>([
    ['it is cut off', isLong ? Array(5).fill(STEPS).flat() : STEPS],
    ['its process is killed', KILLED],
  ])(
    'uses no nonce twice, at whatever step %s',
    { timeout: 60_000 + KILLED.length * 30_000 },
    async (death, steps) => {
      const trial = await Trial.begin({ onTestFinished }, { death })
      for (const step of steps) await trial.life(step)
      // One of each life at least; what a life answers last may die with it.
      expect(trial.recorder.count).toBeGreaterThanOrEqual(steps.length)
      expect(trial.recorder.reused()).toEqual([])
    },
  )

  test('uses no nonce twice of those that it deletes ahead for a Floe', async (t) => {
    const trial = await Trial.begin(t, { asFloe: true })
    // Its last one was deleted before: no commit comes with it.
    const steps: readonly Step[] = Array(isLong ? 15 : 1)
      .fill(['computed', 'answered'])
      .flat()
    for (const step of steps) await trial.life(step)
    expect(trial.recorder.count).toBeGreaterThanOrEqual(steps.length * ASKED_AT_ONCE)
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
