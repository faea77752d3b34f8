import { ownerEvent } from '#contract/messages.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { RuleBook } from '#policy/rule-set.ts'

/** A name that was given or taken away, as the audit records it: without it. */
export interface NameRecord {
  actor: string
  action: 'peer.name'
  outcome: 'ok'
  detail: { pubkey: string; named: boolean }
}

export interface NamesOptions {
  book: Pick<RuleBook, 'setName'>
  log: Pick<KeysetLog, 'add'>
  audit(record: NameRecord): void
}

/** What the owner calls the group's members. */
export interface Names {
  /**
   * @param pubkey 32 or 33 bytes, hex
   * @param name empty: it is taken away
   */
  set(change: { pubkey: string; actor: string }, name: string): { name: string }
}

export const createNames = ({ book, log, audit }: NamesOptions): Names => ({
  set: ({ pubkey, actor }, name) => {
    book.setName({ door: 'peer', id: xOnly(pubkey) }, name)
    // Not the name itself: people paste what they should not.
    audit({ actor, action: 'peer.name', outcome: 'ok', detail: { pubkey, named: name !== '' } })
    log.add('info', ownerEvent.named(pubkey.slice(0, 8)), { names: true })
    return { name }
  },
})
