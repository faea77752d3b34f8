import { MAX_RELAYS } from '#contract/limits.ts'
import { normaliseRelayUrl } from '#contract/relay-url.ts'
import { translateMessage } from '#web/texts/translate-message.ts'
import { validation } from '../../texts/texts.ts'

export type TypedRelay =
  | { is: 'refused'; why: string }
  /** The relay is in the list. */
  | { is: 'already' | 'new'; url: string }

/** Reads a relay's address as the server does. @param hosts host names without a dot that are allowed */
export function readRelay(
  text: string,
  relays: readonly string[],
  hosts: ReadonlySet<string>,
): TypedRelay {
  const url = normaliseRelayUrl(text, hosts)
  if (!url.ok) return { is: 'refused', why: translateMessage(url) }
  if (relays.includes(url.value)) return { is: 'already', url: url.value }
  if (relays.length >= MAX_RELAYS) {
    return { is: 'refused', why: validation.relayTooMany(MAX_RELAYS) }
  }
  return { is: 'new', url: url.value }
}
