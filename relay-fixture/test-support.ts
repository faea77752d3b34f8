import { once } from 'node:events'
import { schnorr } from '@noble/curves/secp256k1.js'
import { onTestFinished } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import { eventId, type NostrEvent } from './events.ts'
import { RelayFixture, type RelayOptions } from './relay.ts'

const WAIT_MS = 5_000

/** A relay that stops when the test ends. */
export async function startRelay(options: RelayOptions = {}): Promise<RelayFixture> {
  const relay = await RelayFixture.start(options)
  onTestFinished(() => relay.stop())
  return relay
}

/** The secret key number n, and its x-only public key in hex. */
export function keyPair(n: number): { secretKey: Uint8Array; pubkey: string } {
  const secretKey = new Uint8Array(32).fill(n)
  return { secretKey, pubkey: Buffer.from(schnorr.getPublicKey(secretKey)).toString('hex') }
}

/** A signed event; by default of key 1, of kind 1, made now. */
export function makeEvent(
  fields: Partial<Pick<NostrEvent, 'kind' | 'tags' | 'content' | 'created_at'>> = {},
  key = keyPair(1),
): NostrEvent {
  const unsigned = {
    pubkey: key.pubkey,
    created_at: Math.floor(Date.now() / 1000),
    kind: 1,
    tags: [],
    content: '',
    ...fields,
  }
  const id = eventId(unsigned)
  const sig = Buffer.from(schnorr.sign(Buffer.from(id, 'hex'), key.secretKey)).toString('hex')
  return { ...unsigned, id, sig }
}

/** A plain WebSocket client that keeps what it hears until a test asks for it. */
export class TestClient {
  readonly socket: WebSocket
  /** Frames not yet taken; text as parsed JSON where it is JSON. */
  readonly inbox: unknown[] = []
  readonly pongs: string[] = []
  #wake = Promise.withResolvers<void>()

  constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data, isBinary) => {
      this.inbox.push(isBinary ? data : parse(data.toString()))
      this.#notify()
    })
    socket.on('pong', (data) => {
      this.pongs.push(data.toString())
      this.#notify()
    })
    socket.on('close', () => this.#notify())
    socket.on('error', () => {})
  }

  send(...message: unknown[]): void {
    this.socket.send(JSON.stringify(message))
  }

  /** Takes the oldest message of the type out of the inbox; waits for it when there is none. */
  async next(type: string): Promise<unknown[]> {
    const find = () => this.inbox.findIndex((frame) => Array.isArray(frame) && frame[0] === type)
    await this.until(() => find() >= 0, `no ${type} came; inbox: ${JSON.stringify(this.inbox)}`)
    return this.inbox.splice(find(), 1)[0] as unknown[]
  }

  /** Sends an EVENT and waits for its OK: whether accepted, and the reason. */
  async publish(event: unknown): Promise<[accepted: boolean, reason: string]> {
    this.send('EVENT', event)
    const [, , accepted, reason] = await this.next('OK')
    return [accepted as boolean, reason as string]
  }

  /** Opens a subscription and returns its stored events after EOSE. */
  async subscribe(id: string, ...filters: unknown[]): Promise<NostrEvent[]> {
    this.send('REQ', id, ...filters)
    await this.next('EOSE')
    return this.takeEvents()
  }

  /** Takes every event so far out of the inbox. */
  takeEvents(): NostrEvent[] {
    const events = this.inbox.filter((frame) => Array.isArray(frame) && frame[0] === 'EVENT')
    this.inbox.splice(
      0,
      this.inbox.length,
      ...this.inbox.filter((frame) => !events.includes(frame)),
    )
    return events.map((frame) => (frame as [string, string, NostrEvent])[2])
  }

  /**
   * Waits until the relay has handled everything sent so far, by a WebSocket ping after it: what has
   * not come by then will not come (if nothing is delayed).
   */
  async settled(): Promise<void> {
    const mark = `mark ${performance.now()}`
    this.socket.ping(mark)
    await this.until(() => this.pongs.includes(mark), 'no pong came')
  }

  /** Waits until the condition holds; looks at each frame, pong and close. */
  async until(condition: () => boolean, failure: string): Promise<void> {
    const deadline = AbortSignal.timeout(WAIT_MS)
    const expired = once(deadline, 'abort')
    while (!condition()) {
      this.#wake = Promise.withResolvers()
      await Promise.race([this.#wake.promise, expired])
      if (deadline.aborted) throw new Error(failure)
    }
  }

  #notify(): void {
    this.#wake.resolve()
  }
}

/** Dials the relay; the socket is cut when the test ends. Rejects when the dial fails. */
export async function dial(url: string, options: ClientOptions = {}): Promise<TestClient> {
  const client = new TestClient(new WebSocket(url, options))
  onTestFinished(() => client.socket.terminate())
  await once(client.socket, 'open')
  return client
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
