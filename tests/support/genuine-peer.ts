import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** What the genuine node answers: `data` when ok, otherwise `err`. */
export type GenuineAnswer<T> = { ok: true; data: T } | { ok: false; err: string }

export interface GenuinePeerOptions {
  group: string
  share: string
  relays: string[]
  /** By x-only key, in the genuine node's own form. */
  policies?: { pubkey: string; policy: { send: boolean; recv: boolean } }[]
}

const GENUINE = `${import.meta.dirname}/genuine-node.mjs`

/** A message as the genuine node read it; `sender` is x-only. */
export interface GenuineMessage {
  tag: string
  id: string
  data: string
  sender: string
}

/** A genuine `@frostr/bifrost` node in a child process. */
export class GenuinePeer {
  /** X-only, hex. */
  readonly pubkey: string
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, (result: GenuineAnswer<unknown>) => void>()
  #calls = 0

  private constructor(child: ChildProcess, pubkey: string) {
    this.#child = child
    this.pubkey = pubkey
    child.on('message', (message: { call?: number; result: GenuineAnswer<unknown> }) => {
      if (message.call === undefined) return
      this.#waiting.get(message.call)?.(message.result)
      this.#waiting.delete(message.call)
    })
    child.on('exit', () => {
      for (const settle of this.#waiting.values()) settle({ ok: false, err: 'peer exited' })
      this.#waiting.clear()
    })
  }

  /** Resolves when the node says that it is ready. */
  static async start(options: GenuinePeerOptions): Promise<GenuinePeer> {
    const child = fork(GENUINE, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    })
    child.send(options)
    const [ready] = (await once(child, 'message')) as [{ ready: true; pubkey: string }]
    return new GenuinePeer(child, ready.pubkey)
  }

  ping(pubkey: string): Promise<GenuineAnswer<{ send: boolean; recv: boolean }>> {
    return this.#call('ping', pubkey)
  }

  /** Hashes with their tweaks; answers [sighash, pubkey, signature] for each. */
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

  /** Sends any message to one member; returns the data of what comes back. */
  request(tag: string, data: string, pubkey: string): Promise<GenuineAnswer<string>> {
    return this.#call('request', tag, data, pubkey)
  }

  /** The last messages that it received and could read, oldest first. */
  async received(): Promise<GenuineMessage[]> {
    const answer = await this.#call<[string, string, string, string][]>('received')
    if (!answer.ok) throw new Error(answer.err)
    return answer.data.map(([tag, id, data, sender]) => ({ tag, id, data, sender }))
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }

  #call<T>(name: string, ...args: unknown[]): Promise<GenuineAnswer<T>> {
    this.#calls += 1
    const call = this.#calls
    return new Promise((resolve) => {
      this.#waiting.set(call, (result) => resolve(result as GenuineAnswer<T>))
      this.#child.send({ call, name, args })
    })
  }
}
