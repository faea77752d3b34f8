import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { PATIENT } from './patient.ts'

/** The genuine node's answer to a call. */
export type GenuineAnswer<T> = { ok: true; data: T } | { ok: false; err: string }

export interface GenuinePeerOptions {
  group: string
  share: string
  relays: string[]
  /** By x-only key, in the genuine node's own form. */
  policies?: { pubkey: string; policy: { send: boolean; recv: boolean } }[]
  /** Milliseconds that it waits for relays and peers: by default as long as the other nodes of tests. */
  patience?: number
}

type FromGenuine =
  | { node: number; ready: true; pubkey: string }
  | { call: number; result: GenuineAnswer<unknown> }

/** What is answered to calls once the process has ended. */
const EXITED = { ok: false, err: 'peer exited' } as const

const GENUINE = `${import.meta.dirname}/genuine-node.mjs`

/** A message as the genuine node read it; `sender` is x-only. */
export interface GenuineMessage {
  tag: string
  id: string
  data: string
  sender: string
}

type Call = (name: string, args: readonly unknown[]) => Promise<GenuineAnswer<unknown>>

/** A child process for genuine `@frostr/bifrost` nodes: it takes most of a second to start, a node next to nothing. */
export class GenuineProcess {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, (result: GenuineAnswer<unknown>) => void>()
  readonly #starting = new Map<number, PromiseWithResolvers<string>>()
  #calls = 0
  #nodes = 0

  constructor() {
    this.#child = fork(GENUINE, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
    this.#child.on('message', (message: FromGenuine) => {
      if ('ready' in message) {
        this.#starting.get(message.node)?.resolve(message.pubkey)
        this.#starting.delete(message.node)
      } else {
        this.#waiting.get(message.call)?.(message.result)
        this.#waiting.delete(message.call)
      }
    })
    // A message that no longer reaches it: its exit says so.
    this.#child.on('error', () => {})
    this.#child.on('exit', () => {
      for (const settle of this.#waiting.values()) settle(EXITED)
      for (const { reject } of this.#starting.values()) reject(new Error(EXITED.err))
      this.#waiting.clear()
      this.#starting.clear()
    })
  }

  /**
   * Resolves when the node says that it is ready; it ends when it is stopped, or with the process.
   *
   * @throws when the process ends first
   */
  async start(options: GenuinePeerOptions): Promise<GenuinePeer> {
    const { call, pubkey } = await this.#start(options)
    return new GenuinePeer(pubkey, call, async () => void (await call('close', [])))
  }

  /** Like `start`, but the process ends with the node. */
  async startOnly(options: GenuinePeerOptions): Promise<GenuinePeer> {
    const { call, pubkey } = await this.#start(options)
    return new GenuinePeer(pubkey, call, () => this.stop())
  }

  async stop(): Promise<void> {
    if (this.#hasExited) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }

  get #hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  async #start(options: GenuinePeerOptions): Promise<{ call: Call; pubkey: string }> {
    this.#nodes += 1
    const node = this.#nodes
    if (this.#hasExited) throw new Error(EXITED.err)
    const starting = Promise.withResolvers<string>()
    this.#starting.set(node, starting)
    this.#child.send({ node, patience: PATIENT.request, ...options })
    const pubkey = await starting.promise
    const call: Call = (name, args) => {
      this.#calls += 1
      const number = this.#calls
      if (this.#hasExited) return Promise.resolve(EXITED)
      return new Promise((resolve) => {
        this.#waiting.set(number, resolve)
        this.#child.send({ node, call: number, name, args })
      })
    }
    return { call, pubkey }
  }
}

/** A genuine `@frostr/bifrost` node in a child process. */
export class GenuinePeer {
  /** X-only, hex. */
  readonly pubkey: string
  readonly stop: () => Promise<void>
  readonly #ask: Call

  constructor(pubkey: string, ask: Call, stop: () => Promise<void>) {
    this.pubkey = pubkey
    this.stop = stop
    this.#ask = ask
  }

  /** Resolves when the node, in a process of its own, says that it is ready. */
  static start(options: GenuinePeerOptions): Promise<GenuinePeer> {
    return new GenuineProcess().startOnly(options)
  }

  ping(pubkey: string): Promise<GenuineAnswer<{ send: boolean; recv: boolean }>> {
    return this.#call('ping', pubkey)
  }

  /** Asks for signatures of hashes with their tweaks. */
  sign(
    hashes: string | string[][],
    peers?: string[],
  ): Promise<GenuineAnswer<[sighash: string, pubkey: string, signature: string][]>> {
    return this.#call('sign', hashes, peers)
  }

  ecdh(pubkey: string, peers?: string[]): Promise<GenuineAnswer<string>> {
    return this.#call('ecdh', pubkey, peers)
  }

  echo(challenge: string): Promise<GenuineAnswer<string>> {
    return this.#call('echo', challenge)
  }

  /** Sends any message to one member; returns the data of the answer. */
  request(tag: string, data: string, pubkey: string): Promise<GenuineAnswer<string>> {
    return this.#call('request', tag, data, pubkey)
  }

  /** The last messages that it received and could read, oldest first. */
  async received(): Promise<GenuineMessage[]> {
    const answer = await this.#call<[string, string, string, string][]>('received')
    if (!answer.ok) throw new Error(answer.err)
    return answer.data.map(([tag, id, data, sender]) => ({ tag, id, data, sender }))
  }

  /** From now on it waits for answers for this many milliseconds. */
  async waitFor(patience: number): Promise<void> {
    await this.#call('patience', patience)
  }

  #call<T>(name: string, ...args: unknown[]): Promise<GenuineAnswer<T>> {
    return this.#ask(name, args) as Promise<GenuineAnswer<T>>
  }
}
