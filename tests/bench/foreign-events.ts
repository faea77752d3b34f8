import { hash, randomBytes } from 'node:crypto'
import { schnorr } from '@noble/curves/secp256k1.js'
import { EVENT_KIND } from '#contract/limits.ts'
import { eventId, type NostrEvent } from '../../relay-fixture/events.ts'

/** What relays carry most: notes, reactions, reposts, direct messages; and our own kind. */
const KINDS = [1, 7, 1, 6, 1_059, EVENT_KIND]
const AUTHORS = 64

/**
 * Makes events that concern nobody in a test: of strangers, to strangers, each with its true id.
 * Signatures only have the right form: making true ones would take longer than reading them. Verifying
 * one is as much work as verifying a true one.
 */
export function foreignEvents(): () => NostrEvent {
  const authors = Array.from({ length: AUTHORS }, () =>
    Buffer.from(schnorr.keygen().publicKey).toString('hex'),
  )
  let made = 0
  return () => {
    made += 1
    const unsigned = {
      pubkey: authors[made % AUTHORS] ?? '',
      created_at: Math.floor(Date.now() / 1_000),
      kind: KINDS[made % KINDS.length] ?? 1,
      tags: [
        ['e', hash('sha256', String(made))],
        ['p', authors[(made * 7) % AUTHORS] ?? ''],
      ],
      content: `${made} ${'of what strangers tell one another, '.repeat(8)}`,
    }
    // Below both the field's and the group's order, so that none is refused at a glance.
    const sig = `00${randomBytes(31).toString('hex')}00${randomBytes(31).toString('hex')}`
    return { ...unsigned, id: eventId(unsigned), sig }
  }
}
