import { WebSocket } from 'ws'
import type { Faults } from './faults.ts'

/** A longer frame closes its sender's connection (1009). */
export const MAX_MESSAGE_BYTES = 1024 * 1024
/** A client that lets this many bytes pile up is cut off. */
const MAX_BUFFERED_BYTES = 64 * 1024 * 1024

/** A server's socket that can leave a client's closing handshake unanswered while silent. */
export class RelaySocket extends WebSocket {
  isSilent = (): boolean => false
  #closeOwed = false

  override close(code?: number, reason?: string | Buffer): void {
    if (this.isSilent()) this.#closeOwed = true
    else super.close(code, reason)
  }

  /** Answers the closing handshake that was left unanswered, if there was one. */
  settle(): void {
    if (this.#closeOwed) this.close()
  }
}

/** What a connection needs of its relay; `random` gives 0 up to 1. */
export type ConnectionContext = { readonly faults: Faults; random(): number }

/** One client's socket with the relay's faults: silence, delay, reordering. */
export class Connection {
  readonly #socket: RelaySocket
  readonly #context: ConnectionContext
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(socket: RelaySocket, context: ConnectionContext) {
    this.#socket = socket
    this.#context = context
    socket.isSilent = () => context.faults.silent
    socket.on('ping', (data) => {
      if (!context.faults.silent) socket.pong(data)
    })
    // An error is always followed by 'close', which is what counts.
    socket.on('error', () => {})
    socket.on('close', () => this.end())
  }

  /** Sends one message, late when the faults say so. */
  answer(...message: unknown[]): void {
    this.send(JSON.stringify(message))
  }

  /** Sends one frame, late when the faults say so. */
  send(frame: string | Buffer): void {
    const { delayMs, jitterMs } = this.#context.faults
    if (delayMs === 0 && jitterMs === 0) {
      this.#write(frame)
      return
    }
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer)
        this.#write(frame)
      },
      delayMs + this.#context.random() * jitterMs,
    )
    this.#timers.add(timer)
  }

  /** Answers a closing handshake that was ignored while the relay was silent. */
  settle(): void {
    this.#socket.settle()
  }

  /** Ends the connection over a message that is too long. */
  hangUp(): void {
    this.#socket.close(1009)
  }

  /** Cuts the connection, and drops what was still to be sent on it. */
  end(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#socket.terminate()
  }

  #write(frame: string | Buffer): void {
    const { silent, mute } = this.#context.faults
    if (silent || mute || this.#socket.readyState !== WebSocket.OPEN) return
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) this.end()
    else this.#socket.send(frame)
  }
}
