import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import type { Scope } from '../support/scope.ts'

const FOLDER = `${import.meta.dirname}/clients`
/** Longer than any app should have to wait. */
const PATIENCE_MS = 30_000

export type Cipher = 'nip04' | 'nip44'

/** The calls of a client's program. It lacks those for which its library has no function. */
export type ClientCall =
  | 'pairByBunker'
  | 'invite'
  | 'invited'
  | 'getPublicKey'
  | 'sign'
  | `${Cipher}${'Encrypt' | 'Decrypt'}`
  | 'getRelays'
  | 'ping'
  | 'logout'
  | 'save'
  | 'restore'
  | 'request'

interface Answer {
  call: number
  value?: unknown
  error?: string
}

/** A genuine NIP-46 client in a process of its own. Its calls reject with its library's errors. */
export class ClientProcess {
  readonly #child: ChildProcess
  readonly #can: ReadonlySet<string>
  readonly #waiting = new Map<number, (answer: Omit<Answer, 'call'>) => void>()
  #calls = 0

  /**
   * Starts a program of `clients/` and waits until its library is loaded. It ends with the test.
   *
   * @param program the file's name, and its arguments
   */
  static async start(
    scope: Scope,
    [file = '', ...args]: readonly string[],
  ): Promise<ClientProcess> {
    const child = spawn(process.execPath, [`${FOLDER}/${file}`, ...args], {
      // All runs share a library's compiled code.
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${file} ended with ${code}`)
    })
    ended.catch(() => {})
    const [hello] = (await Promise.race([once(lines, 'line'), ended])) as [string]
    const client = new ClientProcess(child, (JSON.parse(hello) as { can: string[] }).can)
    lines.on('line', (line) => client.#settle(JSON.parse(line) as Answer))
    scope.onTestFinished(() => client.stop())
    return client
  }

  private constructor(child: ChildProcess, can: readonly string[]) {
    this.#child = child
    this.#can = new Set(can)
    child.on('exit', () => {
      for (const settle of this.#waiting.values()) settle({ error: 'the client has ended' })
      this.#waiting.clear()
    })
  }

  can(call: ClientCall): boolean {
    return this.#can.has(call)
  }

  /** Resolves when the signer of a `bunker://` link has accepted the client. */
  pairByBunker(uri: string): Promise<void> {
    return this.#call('pairByBunker', [uri])
  }

  /** A `nostrconnect://` link for a signer; `invited` resolves when one has answered it. */
  invite(relays: readonly string[]): Promise<string> {
    return this.#call('invite', [relays])
  }

  invited(): Promise<void> {
    return this.#call('invited', [])
  }

  /** The user's key, x-only, hex. */
  getPublicKey(): Promise<string> {
    return this.#call('getPublicKey', [])
  }

  sign(event: EventTemplate, patience?: number): Promise<NostrEvent> {
    return this.#call('sign', [event], patience)
  }

  /** @param pubkey the counterparty's, x-only, hex */
  encrypt(cipher: Cipher, pubkey: string, text: string): Promise<string> {
    return this.#call(`${cipher}Encrypt`, [pubkey, text])
  }

  /** @param pubkey the counterparty's, x-only, hex */
  decrypt(cipher: Cipher, pubkey: string, ciphertext: string): Promise<string> {
    return this.#call(`${cipher}Decrypt`, [pubkey, ciphertext])
  }

  getRelays(): Promise<unknown> {
    return this.#call('getRelays', [])
  }

  /** @param patience in milliseconds */
  ping(patience?: number): Promise<void> {
    return this.#call('ping', [], patience)
  }

  logout(): Promise<void> {
    return this.#call('logout', [])
  }

  /** What an app of this library stores of its session, for `restore` in another process. */
  save(): Promise<unknown> {
    return this.#call('save', [])
  }

  restore(session: unknown): Promise<void> {
    return this.#call('restore', [session])
  }

  /** Any method, with the library's own transport. */
  request(method: string, params: readonly string[], patience?: number): Promise<string> {
    return this.#call('request', [method, params], patience)
  }

  /** Kills it, like an app that is killed. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }

  #settle({ call, ...answer }: Answer): void {
    this.#waiting.get(call)?.(answer)
    this.#waiting.delete(call)
  }

  #call<T>(name: ClientCall, args: readonly unknown[], patience = PATIENCE_MS): Promise<T> {
    this.#calls += 1
    const call = this.#calls
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${name}: ${why}`))
      if (!this.can(name)) {
        fail('the library has no such function')
        return
      }
      const timer = setTimeout(() => this.#settle({ call, error: 'no answer' }), patience)
      this.#waiting.set(call, ({ value, error }) => {
        clearTimeout(timer)
        if (error === undefined) resolve(value as T)
        else fail(error)
      })
      this.#child.stdin?.write(`${JSON.stringify({ call, name, args })}\n`)
    })
  }
}
