import type { EventTemplate, NostrEvent } from '../contract/nostr.ts'
import { signEvent } from '../nostr/event.ts'
import { authTemplate } from '../relay/authentication.ts'
import { cautionForSeen } from '../relay/caution.ts'
import type { RelayHub } from '../relay/hub.ts'
import type { Line, PublishResult } from '../relay/line.ts'
import type { Resolve } from '../relay/private-hosts.ts'
import type { RelayStatus } from '../relay/status.ts'
import { BEHIND_S, OVERLAP, READ_BACK_S, SKEW_MAX } from './limits.ts'

/** Remote signing (NIP-46). */
export const APP_EVENT_KIND = 24_133

/** A key that is written to. */
export interface Mailbox {
  /** x-only, hex. */
  pubkey: string
  /** 32 bytes, hex. */
  seckey: string
  /** Where it is heard. */
  relays: readonly string[]
  /** Of these the owner has set none. */
  isCautious: boolean
}

export interface TransportOptions {
  hub: RelayHub
  /** An event that may be for one of the keys; nothing of it is checked. */
  onEvent(event: { id: string }, relay: string): void
  /** Something has changed at a relay. */
  onChange?(): void
  resolve?: Resolve | undefined
  /** Unix milliseconds. */
  now: () => number
}

/**
 * Where apps are heard and answered. A relay is asked once for the messages to all keys on it. One that
 * demands to know who listens (NIP-42) is asked for each key by itself, and told that key.
 */
export class Transport {
  readonly #options: TransportOptions
  readonly #posts = new Map<string, Post>()

  constructor(options: TransportOptions) {
    this.#options = options
  }

  /** Replaces which keys are heard, and where. What stays is not disturbed. */
  set(mailboxes: readonly Mailbox[]): void {
    const byRelay = new Map<string, Mailbox[]>()
    for (const mailbox of mailboxes) {
      for (const url of mailbox.relays) byRelay.set(url, together(byRelay.get(url) ?? [], mailbox))
    }
    for (const [url, post] of this.#posts) {
      if (byRelay.has(url)) continue
      this.#posts.delete(url)
      void post.stop()
    }
    for (const [url, its] of byRelay) {
      let post = this.#posts.get(url)
      if (post === undefined) {
        post = new Post(url, this.#options)
        this.#posts.set(url, post)
      }
      post.set(its)
    }
  }

  status(pubkey: string, url: string): RelayStatus | undefined {
    return this.#posts.get(url)?.status(pubkey)
  }

  /** Counts an event as dealt with: it is delivered by no relay any more. */
  seen(id: string): void {
    for (const post of this.#posts.values()) post.seen(id)
  }

  /** Publishes an event of one of the keys to a relay; never rejects. */
  publish(event: NostrEvent, url: string, signal: AbortSignal): Promise<PublishResult> {
    const post = this.#posts.get(url)
    return post?.publish(event, signal) ?? Promise.resolve({ ok: false, failures: [] })
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#posts.values()].map((post) => post.stop()))
    this.#posts.clear()
  }
}

/** A relay's keys with one more; what several apps share is one, which the owner has set if he set any. */
function together(mailboxes: readonly Mailbox[], mailbox: Mailbox): Mailbox[] {
  const same = mailboxes.find(({ pubkey }) => pubkey === mailbox.pubkey)
  const isCautious = mailbox.isCautious && (same?.isCautious ?? true)
  return [...mailboxes.filter((other) => other !== same), { ...mailbox, isCautious }]
}

/** One relay: a line for all keys together, or a line each. */
class Post {
  readonly #url: string
  readonly #options: TransportOptions
  readonly #lines = new Map<string, KeyLine>()
  #mailboxes: readonly Mailbox[] = []
  #wantsKeys = false

  constructor(url: string, options: TransportOptions) {
    this.#url = url
    this.#options = options
  }

  set(mailboxes: readonly Mailbox[]): void {
    this.#mailboxes = mailboxes
    this.#arrange()
  }

  status(pubkey: string): RelayStatus | undefined {
    return this.#lineOf(pubkey)?.line.statuses[0]
  }

  seen(id: string): void {
    for (const { line } of this.#lines.values()) line.seen.add(id)
  }

  async publish(event: NostrEvent, signal: AbortSignal): Promise<PublishResult> {
    const result = await this.#lineOf(event.pubkey)?.line.publish(event, { signal })
    if (result === undefined) return { ok: false, failures: [] }
    if (!result.ok) this.#look(result.failures.map(({ reason }) => reason))
    return result
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#lines.values()].map(({ line }) => line.stop()))
    this.#lines.clear()
  }

  #lineOf(pubkey: string): KeyLine | undefined {
    return this.#lines.get(this.#wantsKeys ? pubkey : TOGETHER)
  }

  #arrange(): void {
    const wanted = new Map<string, readonly Mailbox[]>(
      this.#wantsKeys
        ? this.#mailboxes.map((mailbox) => [mailbox.pubkey, [mailbox]])
        : [[TOGETHER, this.#mailboxes]],
    )
    for (const [name, { line }] of this.#lines) {
      if (wanted.has(name)) continue
      this.#lines.delete(name)
      void line.stop()
    }
    for (const [name, mailboxes] of wanted) this.#listen(name, mailboxes)
  }

  /**
   * Asks for the messages to these keys. What was asked for before ends a little later: the relay may have
   * sent something for it that is on its way.
   */
  #listen(name: string, mailboxes: readonly Mailbox[]): void {
    const before = this.#lines.get(name)
    const keys = mailboxes.map(({ pubkey }) => pubkey).toSorted()
    if (before?.keys.join() === keys.join()) return
    const line = before?.line ?? this.#newLine(mailboxes)
    const end = line.subscribe(
      [{ kinds: [APP_EVENT_KIND], '#p': keys, readBack: READ_BACK_S, lag: BEHIND_S }],
      (event, relay) => {
        const isNew = line.statuses.some(({ heard }) => heard)
        if (isNew || !this.#isStale(event)) this.#options.onEvent(event, relay)
      },
    )
    before?.endPrevious()
    const endPrevious = before === undefined ? () => {} : soon(before.end)
    this.#lines.set(name, { line, keys, end, endPrevious })
    if (before === undefined) line.start()
  }

  #newLine(mailboxes: readonly Mailbox[]): Line {
    const { hub, now, resolve } = this.#options
    const [first] = mailboxes
    const authenticate = (challenge: string, url: string): NostrEvent =>
      signedBy(first, authTemplate(challenge, url, now()))
    return hub.line({
      urls: [this.#url],
      ...(this.#wantsKeys && { authenticate }),
      ...(mailboxes.every(({ isCautious }) => isCautious) && {
        caution: cautionForSeen(false, resolve),
      }),
      onChange: ({ error }) => {
        if (error !== null) this.#look([error])
        this.#options.onChange?.()
      },
    })
  }

  /** Whether a relay has kept it for too long: one that is as old and new is by a clock that is behind. */
  #isStale(event: object): boolean {
    const at = 'created_at' in event && Number(event.created_at) * 1000
    return at === false || at < this.#options.now() - SKEW_MAX
  }

  /** Looks whether the relay wants to know the keys. */
  #look(words: readonly string[]): void {
    if (this.#wantsKeys || !words.some((text) => text.includes('auth-required:'))) return
    this.#wantsKeys = true
    this.#arrange()
  }
}

interface KeyLine {
  line: Line
  keys: readonly string[]
  end(): void
  /** Ends at once what was asked for before; more often does no harm. */
  endPrevious(): void
}

/** The name of the line for all keys: no key is empty. */
const TOGETHER = ''

/** Does it in a while. @returns does it now */
function soon(end: () => void): () => void {
  const timer = setTimeout(end, OVERLAP).unref()
  return () => {
    clearTimeout(timer)
    end()
  }
}

function signedBy(mailbox: Mailbox | undefined, template: EventTemplate): NostrEvent {
  if (mailbox === undefined) throw new RangeError('a line of a key has one')
  return signEvent(template, mailbox.seckey, mailbox.pubkey)
}
