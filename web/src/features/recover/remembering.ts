import type { Decoders } from './check.ts'

/** More than there are fields, so that typing into one does not evict the others. */
const KEPT = 64

/**
 * The decoders, with their latest results remembered. Every key press checks all fields, and the
 * curve arithmetic takes milliseconds for each.
 */
export function remembering(decoders: Decoders): Decoders {
  const decodeGroup = remembered(decoders.decodeGroup)
  const validateShare = remembered(decoders.validateShare)
  const members = new WeakMap<object, WeakMap<object, boolean>>()
  return {
    decodeGroup,
    validateShare,
    membersOf: decoders.membersOf,
    isMember: (group, share) => {
      const known = members.get(group) ?? new WeakMap<object, boolean>()
      members.set(group, known)
      const answer = known.get(share) ?? decoders.isMember(group, share)
      known.set(share, answer)
      return answer
    },
  }
}

function remembered<T>(decode: (text: string) => T): (text: string) => T {
  const said = new Map<string, T>()
  return (text) => {
    const answer = said.get(text) ?? decode(text)
    // Moved to the end of the Map, whose first entry is the least recently used.
    said.delete(text)
    said.set(text, answer)
    const [oldest] = said.keys()
    if (said.size > KEPT && oldest !== undefined) said.delete(oldest)
    return answer
  }
}
