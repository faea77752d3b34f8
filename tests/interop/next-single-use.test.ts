import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import type { Nonce, SignSession } from '../../server/frostr/next/messages.ts'
import { type DyingNodeOptions, STEPS, type Step } from '../support/dying-node.ts'
import { nextGroup } from '../support/next-group.ts'
import { NextRogue } from '../support/next-rogue.ts'
import { present } from '../support/next-vectors.ts'
import { PartialRecorder } from '../support/partial-recorder.ts'
import { type Scope, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'

const NODE = `${import.meta.dirname}/../support/dying-node.ts`
const hash = () => randomBytes(32).toString('hex')

/** A node that dies, and a peer that tries to have each of its nonces used twice. */
class Trial {
  readonly #options: Omit<DyingNodeOptions, 'step'>
  readonly #scope: Scope
  readonly #victim: string
  readonly rogue: NextRogue
  readonly recorder: PartialRecorder
  /** Every nonce that it ever gave, by code, and those that a session was sent with. */
  readonly #known = new Map<string, Nonce>()
  readonly #tried = new Set<string>()
  readonly #sessions = new Map<string, SignSession>()
  #recorded = 0

  static async begin(scope: Scope, { commitsLate = false } = {}): Promise<Trial> {
    const group = await nextGroup(scope, { threshold: 2, totalMembers: 2 })
    const rogue = await NextRogue.start(group.keyset, 2, group.relay.url)
    scope.onTestFinished(() => rogue.stop())
    const options = {
      group: group.keyset.groupCredential,
      share: group.keyset.shareCredentials[0] ?? '',
      relay: group.relay.url,
      folder: temporaryFolder(scope),
      commitsLate,
    }
    return new Trial(scope, options, rogue, group)
  }

  private constructor(
    scope: Scope,
    options: Omit<DyingNodeOptions, 'step'>,
    rogue: NextRogue,
    group: Awaited<ReturnType<typeof nextGroup>>,
  ) {
    this.#scope = scope
    this.#options = options
    this.#victim = group.xonly(1)
    this.rogue = rogue
    const member = present(rogue.carried.shares.find(({ idx }) => idx === 1))
    this.recorder = new PartialRecorder(rogue.group, member)
  }

  /**
   * One life of the node: every nonce that was tried before is tried with another hash, then two that
   * were not; while it answers the last it ends, at the step.
   */
  async life(step: Step): Promise<void> {
    const node = await this.#start(step)
    const isDead = () => node.signalCode !== null || node.exitCode !== null
    // It claims to hold all that it was ever given.
    const data = this.rogue.pingData(this.#victim, [...this.#known.keys()])
    const pong = await this.rogue.ask(this.#victim, { type: 'PingRequest', data })
    for (const nonce of pong.data.advertised_nonces as Nonce[]) this.#known.set(nonce.code, nonce)
    for (const code of this.#tried) await this.#try(code, isDead)
    await this.#try(this.#fresh, isDead)
    expect(isDead()).toBe(false)
    node.send('arm')
    await once(node, 'message')
    await this.#try(this.#fresh, isDead)
    await until(isDead, { what: `the end at ${step}` })
    this.#record()
  }

  /** A nonce that was in no session yet. */
  get #fresh(): string {
    return present([...this.#known.keys()].find((code) => !this.#tried.has(code)))
  }

  /** Sends a session, and waits until what comes of it has come. */
  async #try(code: string, isDead: () => boolean): Promise<void> {
    if (isDead()) return
    this.#tried.add(code)
    const session = this.rogue.session(1, [present(this.#known.get(code))], [hash()])
    this.#sessions.set(session.sid, session)
    const id = this.rogue.send(this.#victim, { type: 'SignRequest', data: session })
    // Requests of one peer are answered in turn: behind it, a key exchange waits for the same.
    const next = this.rogue.send(this.#victim, { type: 'EcdhRequest', data: this.#keyshares() })
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

describe('a node that is killed again and again while it signs', () => {
  test('uses no nonce twice, at whatever step it dies', async (t) => {
    const trial = await Trial.begin(t)
    for (const step of [...STEPS, ...STEPS]) await trial.life(step)
    // One of each life, those that were answered last, and those that were never spent, later.
    expect(trial.recorder.count).toBeGreaterThan(2 * STEPS.length + 2)
    expect(trial.recorder.reused()).toEqual([])
  })

  test('would give a nonce away if it deleted it after it has computed', async (t) => {
    const trial = await Trial.begin(t, { commitsLate: true })
    await trial.life('answered')
    await trial.life('answered')
    expect(trial.recorder.reused()).toHaveLength(1)
  })
})
