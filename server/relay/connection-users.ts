import type { Failure } from '#contract/message.ts'
import type { Sharing } from './authentication.ts'
import type { DialPolicy } from './dial-policy.ts'
import type { RelayFrame } from './frames.ts'
import { isAboutSubscriptions } from './slow-down.ts'

/** What a connection knows of a session that uses it (`SessionRelay`). */
export interface ConnectionUser {
  readonly url: string
  /** Undefined for a relay that the owner has set. */
  readonly dialPolicy: DialPolicy | undefined
  /** The relay has accepted its identity on this connection. */
  readonly isIdentified: boolean
  /** It has sent its identity, and the relay has not answered yet. */
  readonly isIdentifying: boolean
  /** It has subscriptions that the relay has not confirmed. */
  readonly isSubscribing: boolean
  /** The connection's state has changed. */
  changed(): void
  /** The connection is open. @param challenge the relay's challenge, if it has sent one */
  opened(challenge: string | null): void
  /** The connection is lost. */
  closed(): void
  /** Moves to a connection of its own, which is dialled later, as after a break for this reason. */
  moveApart(reason: Failure): void
  /** Allows as many answers to challenges as at the start. */
  resetAnswerLimit(): void
  /** The machine's clock was set. @param by milliseconds forward */
  clockSet(by: number): void
  challenged(challenge: string): void
  /** Whether a subscription is its own. */
  owns(subscription: string): boolean
  /** A frame for one of its subscriptions. */
  receive(frame: Extract<RelayFrame, { subscription: string }>): void
  /** The answer to an event, which may be its own. */
  onOk(id: string, isAccepted: boolean, reason: string): void
  onNotice(text: string): void
  /** The relay asks it, and no other user of the connection, to send less. */
  slowDown(reason: string): void
}

/** The users of one connection: who gets which frame, and which identities the relay knows. */
export class ConnectionUsers {
  readonly #users = new Set<ConnectionUser>()
  /** The users whose identity the relay has accepted, the latest last. */
  readonly #identified = new Set<ConnectionUser>()
  #challenge: string | null = null

  get size(): number {
    return this.#users.size
  }

  /** The relay's newest challenge; users that join later may answer it as well. */
  get challenge(): string | null {
    return this.#challenge
  }

  /** The policy by which the relay is dialled: the least strict one of all users. */
  get dialPolicy(): DialPolicy | undefined {
    const dialPolicies = [...this.#users].map(({ dialPolicy }) => dialPolicy)
    return dialPolicies.every((dialPolicy) => dialPolicy?.publicOnly) ? dialPolicies[0] : undefined
  }

  /** The owner has set the relay for at least one of the users. */
  get isTrusted(): boolean {
    return [...this.#users].some(({ dialPolicy }) => dialPolicy === undefined)
  }

  /**
   * The users that move to another connection when the relay ends this one, which may be its answer to a second
   * identity: those that were identifying themselves. If the relay knew no identity yet, the first of them stays.
   */
  get unwelcome(): ConnectionUser[] {
    const users = [...this.#users]
    const identifying = users.filter(({ isIdentifying }) => isIdentifying)
    return users.some(({ isIdentified }) => isIdentified) ? identifying : identifying.slice(1)
  }

  add(user: ConnectionUser): void {
    this.#users.add(user)
  }

  /** @returns whether it was there */
  delete(user: ConnectionUser): boolean {
    this.#identified.delete(user)
    return this.#users.delete(user)
  }

  /** Calls back with each of them; users may join and leave meanwhile. */
  each(act: (user: ConnectionUser) => void): void {
    for (const user of [...this.#users]) if (this.#users.has(user)) act(user)
  }

  /** On a new connection the relay knows no identity. */
  closed(): void {
    this.#challenge = null
    this.#identified.clear()
    this.each((user) => user.closed())
  }

  /** The relay has accepted a user's identity. */
  identified(user: ConnectionUser): void {
    this.#identified.delete(user)
    this.#identified.add(user)
  }

  sharingOf(user: ConnectionUser): Sharing {
    const known = [...this.#identified].filter(({ isIdentified }) => isIdentified)
    return {
      isShared: this.#users.size > 1,
      knowsOther: known.some((other) => other !== user),
      knowsNewerOther: known.length > 0 && known.at(-1) !== user,
    }
  }

  /** Passes a frame to the user it is for. */
  receive(frame: Exclude<RelayFrame, { type: 'NOTICE' }>): void {
    if (frame.type === 'OK') {
      this.each((user) => user.onOk(frame.id, frame.accepted, frame.reason))
    } else if (frame.type === 'AUTH') {
      this.#challenge = frame.challenge
      this.each((user) => user.challenged(frame.challenge))
    } else {
      for (const user of this.#users) {
        if (!user.owns(frame.subscription)) continue
        user.receive(frame)
        return
      }
    }
  }

  /**
   * The users that a NOTICE asks to send less: if it is about subscriptions, those with unconfirmed ones. Null when
   * it is meant for all.
   */
  slowedBy(notice: string): ConnectionUser[] | null {
    if (this.#users.size <= 1 || !isAboutSubscriptions(notice)) return null
    const subscribing = [...this.#users].filter(({ isSubscribing }) => isSubscribing)
    return subscribing.length > 0 ? subscribing : null
  }
}
