import type { Company } from './authentication.ts'
import type { RelayClient } from './client.ts'
import type { DialPolicy } from './dial-policy.ts'
import type { RelayFrame } from './frames.ts'
import { namesSubscriptions } from './slow-down.ts'

/** The clients on one connection: who gets which of its frames, and whom the relay knows. */
export class Clients {
  readonly #clients = new Set<RelayClient>()
  /** Those whose identity the relay has accepted, the latest last. */
  readonly #identified = new Set<RelayClient>()
  #challenge: string | null = null

  get size(): number {
    return this.#clients.size
  }

  /** The relay's newest challenge; clients that come later may answer it as well. */
  get challenge(): string | null {
    return this.#challenge
  }

  /** How the relay is dialled: as the least cautious of them would. */
  get dialPolicy(): DialPolicy | undefined {
    const dialPolicies = [...this.#clients].map(({ dialPolicy }) => dialPolicy)
    return dialPolicies.every((dialPolicy) => dialPolicy?.publicOnly) ? dialPolicies[0] : undefined
  }

  /** Somebody is on it for whom the owner has set the relay. */
  get isTrusted(): boolean {
    return [...this.#clients].some(({ dialPolicy }) => dialPolicy === undefined)
  }

  /**
   * Who goes elsewhere when the relay has just ended the connection, because that may be its response to
   * a second identity: whoever told it who it is, and was not the first.
   */
  get unwelcome(): RelayClient[] {
    const clients = [...this.#clients]
    const identifying = clients.filter(({ isIdentifying }) => isIdentifying)
    return clients.some(({ isIdentified }) => isIdentified) ? identifying : identifying.slice(1)
  }

  add(client: RelayClient): void {
    this.#clients.add(client)
  }

  /** @returns whether it was there */
  delete(client: RelayClient): boolean {
    this.#identified.delete(client)
    return this.#clients.delete(client)
  }

  /** Tells each of them; some may come and go meanwhile. */
  each(tell: (client: RelayClient) => void): void {
    for (const client of [...this.#clients]) if (this.#clients.has(client)) tell(client)
  }

  /** On a new connection the relay knows nobody. */
  closed(): void {
    this.#challenge = null
    this.#identified.clear()
    this.each((client) => client.closed())
  }

  /** The relay has accepted a client's identity. */
  identified(client: RelayClient): void {
    this.#identified.delete(client)
    this.#identified.add(client)
  }

  /** Who a client shares the connection with. */
  companyOf(client: RelayClient): Company {
    const known = [...this.#identified].filter(({ isIdentified }) => isIdentified)
    return {
      isShared: this.#clients.size > 1,
      knowsAnother: known.some((other) => other !== client),
      knowsAnotherSince: known.length > 0 && known.at(-1) !== client,
    }
  }

  /** Hands a frame to the client it is for. */
  receive(frame: Exclude<RelayFrame, { type: 'NOTICE' }>): void {
    if (frame.type === 'OK') {
      this.each((client) => client.onOk(frame.id, frame.accepted, frame.reason))
    } else if (frame.type === 'AUTH') {
      this.#challenge = frame.challenge
      this.each((client) => client.challenged(frame.challenge))
    } else {
      for (const client of this.#clients) {
        if (!client.owns(frame.subscription)) continue
        client.receive(frame)
        return
      }
    }
  }

  /**
   * Who is asked by a notice to send less: those that wait for an answer, when it is about subscriptions,
   * which is none of the others' business; null when it is meant for all of them.
   */
  spared(notice: string): RelayClient[] | null {
    if (this.#clients.size <= 1 || !namesSubscriptions(notice)) return null
    const asking = [...this.#clients].filter(({ isAsking }) => isAsking)
    return asking.length > 0 ? asking : null
  }
}
