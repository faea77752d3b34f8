import type { GroupPackage, SharePackage } from '#protocol/v2/group.ts'
import type { Method, PolicyProfile } from '#protocol/v2/messages.ts'
import { answerExchange, answerOnboard, answerSign, type BetaSelf } from './beta-answers.ts'
import { type Ask, askToExchange, askToSign, BetaRounds, type Outcome } from './beta-asks.ts'
import { type Arrived, BetaLine, type Payload } from './beta-line.ts'
import { type BetaPing, profileFor, readPing } from './beta-messages.ts'
import { BetaPool, type PoolState } from './beta-pool.ts'
import { present } from './v2-vectors.ts'

/** Milliseconds that a browser waits for answers. */
const PATIENCE = 10_000
/** Milliseconds that a request waits for the person. */
const PARKED_FOR = 300_000

export type Policy = 'allow' | 'deny' | 'ask'

/** What it stores on its disk, secrets included. */
export interface BetaState {
  pool: PoolState
  profiles: Record<string, PolicyProfile>
}

export interface BetaOptions {
  group: GroupPackage
  share: SharePackage
  relay: string
  /** Its state from an earlier run; none for a new device. */
  state?: BetaState
}

const METHODS: Readonly<Record<string, Method>> = {
  PingRequest: 'ping',
  OnboardRequest: 'onboard',
  SignRequest: 'sign',
  EcdhRequest: 'ecdh',
}

/**
 * A device of Igloo beta in a browser, written from its description. It shares no behaviour with Floe, only the codecs
 * and the arithmetic that have not changed. It remembers no results, so each request goes over the relay.
 */
export class BetaDevice {
  readonly group: GroupPackage
  readonly share: SharePackage
  readonly xonly: string
  /** X-only keys of the other members. */
  readonly peers: readonly string[]
  /** Decides what it does with a peer's request. */
  respond: (peer: string, method: Method) => Policy = () => 'allow'
  /** Whether its pings say which nonces it recognises, as those of the newest builds do. */
  recognizes = true
  /** Whether it pings all peers before it asks for something, as browsers do. */
  pingsBefore = true
  /** Milliseconds. */
  patience = PATIENCE
  /** Changes each ping before it is sent. */
  changePing: (ping: object) => object = (ping) => ping
  /** Every message that it has received, oldest first. */
  readonly heard: Arrived[] = []
  /** What it dropped in silence, and why. */
  readonly dropped: { message: Arrived; why: string }[] = []
  readonly #relay: string
  readonly #rounds = new BetaRounds()
  /** Requests that wait for the person, by their id alone. */
  readonly #parked = new Map<string, { request: Arrived; until: number }>()
  readonly #profiles = new Map<string, PolicyProfile>()
  #pool: BetaPool
  #line: BetaLine | undefined

  /** Resolves when it hears its relay and has sent each peer a ping. */
  static async start(options: BetaOptions): Promise<BetaDevice> {
    const device = new BetaDevice(options)
    await device.#open(options.state)
    return device
  }

  private constructor({ group, share, relay }: BetaOptions) {
    this.group = group
    this.share = share
    const self = present(group.members.find(({ idx }) => idx === share.idx))
    this.xonly = self.pubkey.slice(2)
    this.peers = group.members.flatMap((one) => (one === self ? [] : one.pubkey.slice(2)))
    this.#relay = relay
    this.#pool = new BetaPool(share.seckey)
  }

  /** The generation of its pool of nonces. */
  get generation(): string {
    return this.#pool.generation
  }

  /** Codes of a peer's nonces that it holds, sorted. */
  heldOf(peer: string): string[] {
    return this.#pool.heldOf(peer)
  }

  /** Requests that wait for the person, oldest first. */
  get parked(): Arrived[] {
    for (const [id, { until }] of this.#parked) {
      if (until <= Date.now()) this.#parked.delete(id)
    }
    return [...this.#parked.values()].map(({ request }) => request)
  }

  /** A copy of its state, to start it with again. */
  snapshot(): BetaState {
    return { pool: this.#pool.state, profiles: Object.fromEntries(this.#profiles) }
  }

  async stop(): Promise<void> {
    await this.#line?.close()
    this.#rounds.endAll()
    this.#parked.clear()
  }

  /**
   * Stops it and starts it again. It forgets what was under way or waited for the person.
   *
   * @param clean true: it keeps its state, like an app that was closed properly; false: it has a new pool and knows
   *   nothing of its peers, like a page that was loaded again
   */
  async restart({ clean }: { clean: boolean }): Promise<void> {
    await this.restore(clean ? this.snapshot() : undefined)
  }

  /** Stops it and starts it with an earlier state, or as new without one. */
  async restore(state?: BetaState): Promise<void> {
    await this.stop()
    await this.#open(state)
  }

  /** Pings a peer. @returns whether the peer answered */
  async ping(peer: string): Promise<boolean> {
    const request = { type: 'PingRequest', data: this.#pingData(peer) }
    const { ok } = await this.#ask(
      [peer],
      request,
      (answer) => answer.type === 'PingResponse' && this.#takePing(answer),
    )
    return ok
  }

  /**
   * Has a hash signed by as many members as the threshold needs.
   *
   * @param of the peers that it may ask, x-only
   */
  async sign(hash: string, of: readonly string[] = this.peers): Promise<Outcome> {
    const chosen = await this.#choose(of, 'sign')
    if (chosen === null) return { ok: false, reason: 'no_peers' }
    return askToSign(this.#self, this.#ask, chosen, hash)
  }

  /**
   * Exchanges keys. @returns the x coordinate of the group's shared secret with a key
   *
   * @param key x-only
   * @param of the peers that it may ask, x-only
   */
  async exchange(key: string, of: readonly string[] = this.peers): Promise<Outcome> {
    const chosen = await this.#choose(of, 'ecdh')
    if (chosen === null) return { ok: false, reason: 'no_peers' }
    return askToExchange(this.#self, this.#ask, chosen, key)
  }

  /**
   * The person approves: the request is carried out as if it had just come, however long ago that was.
   *
   * @throws when no request waits under this id, or not any more
   */
  approve(id: string): void {
    this.#carryOut(this.#unpark(id))
  }

  /** The person refuses. */
  deny(id: string): void {
    const request = this.#unpark(id)
    const data = { code: 'operator_denied', message: 'request denied by operator' }
    this.#send(request.from, request.id, { type: 'Error', data })
  }

  get #self(): BetaSelf {
    return { group: this.group, share: this.share, pool: this.#pool }
  }

  async #open(state?: BetaState): Promise<void> {
    const { seckey } = this.share
    this.#pool = new BetaPool(seckey, state?.pool)
    this.#profiles.clear()
    for (const [peer, profile] of Object.entries(state?.profiles ?? {})) {
      this.#profiles.set(peer, profile)
    }
    this.#line = await BetaLine.open({
      ...{ seckey, xonly: this.xonly, peers: this.peers, relay: this.#relay },
      hear: (message) => this.#hear(message),
      drop: (message, why) => void this.dropped.push({ message, why }),
    })
    for (const peer of this.peers) void this.ping(peer)
  }

  #unpark(id: string): Arrived {
    const request = this.parked.find((one) => one.id === id)
    if (request === undefined) throw new Error('no such request waits for the person')
    this.#parked.delete(id)
    return request
  }

  /** As many of these peers as the threshold needs, of those that it can ask for this; null if too few. */
  #choose(of: readonly string[], method: 'sign' | 'ecdh'): Promise<string[] | null> {
    const count = this.group.threshold - 1
    const isOne = (peer: string) =>
      of.includes(peer) &&
      this.#profiles.get(peer)?.respond[method] !== false &&
      (method === 'ecdh' || this.#pool.isUsable(peer))
    if (!this.pingsBefore) {
      const chosen = this.peers.filter(isOne).toSorted().slice(0, count)
      return Promise.resolve(chosen.length === count ? chosen : null)
    }
    return new Promise((resolve) => {
      const chosen: string[] = []
      let left = this.peers.length
      for (const peer of this.peers) {
        void this.ping(peer).then((isThere) => {
          left -= 1
          if (isThere && isOne(peer)) chosen.push(peer)
          if (chosen.length === count) resolve([...chosen])
          else if (left === 0) resolve(null)
        })
      }
    })
  }

  readonly #ask: Ask = (members, request, isRight) => {
    const send = (to: string, id: string) => this.#send(to, id, request)
    return this.#rounds.ask(members, isRight, { patience: this.patience, send })
  }

  #send(to: string, id: string, payload: Payload): void {
    this.#line?.send(to, id, payload)
  }

  #hear(message: Arrived): void {
    this.heard.push(message)
    if (this.#rounds.take(message)) return
    const method = METHODS[message.type]
    if (method === undefined) return
    switch (this.respond(message.from, method)) {
      case 'deny': {
        const data = { code: 'peer_denied', message: `inbound ${method} denied by local policy` }
        this.#send(message.from, message.id, { type: 'Error', data })
        break
      }
      case 'ask':
        this.#parked.set(message.id, { request: message, until: Date.now() + PARKED_FOR })
        break
      case 'allow':
        this.#carryOut(message)
    }
  }

  #carryOut(request: Arrived): void {
    try {
      this.#send(request.from, request.id, this.#answerTo(request))
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      this.dropped.push({ message: request, why })
    }
  }

  /** @throws for a request that it drops without an answer */
  #answerTo(request: Arrived): Payload {
    switch (request.type) {
      case 'PingRequest':
        return { type: 'PingResponse', data: this.#answerPing(request) }
      case 'OnboardRequest':
        return { type: 'OnboardResponse', data: answerOnboard(this.#self, request) }
      case 'SignRequest':
        return { type: 'SignResponse', data: answerSign(this.#self, request) }
      default:
        return { type: 'EcdhResponse', data: answerExchange(this.#self, request) }
    }
  }

  #answerPing(request: Arrived): object {
    const held = readPing(request.data)?.held_peer_nonce_codes ?? []
    const recognized = this.#pool.recognized(request.from, held)
    if (!this.#takePing(request)) throw new Error('a ping that is not one')
    return this.#pingData(request.from, recognized)
  }

  /** Takes in a peer's ping. @returns whether it could be read */
  #takePing({ from, data }: Arrived): boolean {
    const ping = readPing(data)
    if (ping === undefined) return false
    this.#pool.take(from, ping)
    const profile = ping.policy_profile
    if (profile?.for_peer === this.xonly) this.#profiles.set(from, profile)
    return true
  }

  /** @param recognized codes of its own nonces that the peer may still use */
  #pingData(peer: string, recognized = this.#pool.recognized(peer)): object {
    const ping: BetaPing = {
      version: 2,
      advertised_nonces: this.#pool.advertised(peer),
      held_peer_nonce_codes: this.#pool.heldOf(peer),
      policy_profile: profileFor(peer, (method) => this.respond(peer, method)),
      nonce_pool_generation: this.#pool.generation,
      recognized_peer_nonce_codes: this.recognizes ? recognized : null,
    }
    return this.changePing(ping)
  }
}
