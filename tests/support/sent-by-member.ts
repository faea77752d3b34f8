import { EVENT_KIND } from '#contract/limits.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { sharedX } from '#crypto/cipher.ts'
import { xOnly } from '#nostr/x-only.ts'
import { openEnvelope as openGen1 } from '#protocol/v1/envelope.ts'
import type { Keyset } from '#protocol/v1/keyset.ts'
import { conversationKey, openEnvelope as openGen2 } from '#protocol/v2/envelope.ts'

import type { RelayFixture } from '../../relay-fixture/relay.ts'
import { present } from './v2-vectors.ts'

/** What a member says to others over a relay, and when it got there, whatever the member says of that. */
export class SentByMember {
  readonly #keyset: Keyset
  readonly #xonly: string
  readonly #sent: { at: number; event: NostrEvent }[] = []

  /** @param idx whose events are kept: those of the share with this index */
  constructor(relay: RelayFixture, keyset: Keyset, idx: number) {
    this.#keyset = keyset
    this.#xonly = xOnly(present(keyset.group.commits[idx - 1]).pubkey)
    relay.onEvent((event) => {
      if (event.pubkey === this.#xonly) this.#sent.push({ at: performance.now(), event })
    })
  }

  /**
   * What kinds of messages got to the relay since then, in either generation's words, read with the keys of
   * those they were for; `?` for one that nobody can read.
   *
   * @param time as `performance.now()` has it
   */
  since(time: number): string[] {
    return this.#sent.filter(({ at }) => at >= time).map(({ event }) => this.#typeOf(event))
  }

  #typeOf({ kind, tags, content }: NostrEvent): string {
    const recipient = tags.find(([name]) => name === 'p')?.[1]
    const idx = this.#keyset.group.commits.find(({ pubkey }) => xOnly(pubkey) === recipient)?.idx
    const share = this.#keyset.shares.find((one) => one.idx === idx)
    if (share === undefined) return '?'
    if (kind === EVENT_KIND) {
      const opened = openGen1(content, sharedX(share.seckey, this.#xonly))
      return opened.ok ? opened.value.tag : '?'
    }
    const opened = openGen2(content, conversationKey(share.seckey, this.#xonly))
    return opened.ok ? opened.value.type : '?'
  }
}
