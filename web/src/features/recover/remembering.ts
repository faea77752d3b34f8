import type { Decoders } from './check.ts'

/** More than there are fields, so that typing into one does not evict the others. */
const KEPT = 64

/**
 * The decoders, with their latest results remembered. Every key press checks all fields, and the
 * curve arithmetic takes milliseconds for each.
 */
export function remembering(decoders: Decoders): Decoders {
  const decodeGroup = remembered(decoders.decodeGroup)
  const readShare = remembered(decoders.readShare)
  const keysets = new WeakMap<object, WeakMap<object, ReturnType<Decoders['keysetOf']>>>()
  return {
    decodeGroup,
    readShare,
    outlineOf: decoders.outlineOf,
    keysetOf: (group, share) => {
      const known = keysets.get(group) ?? new WeakMap()
      keysets.set(group, known)
      const answer = known.get(share) ?? decoders.keysetOf(group, share)
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
