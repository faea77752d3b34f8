import type { Decoders } from './check.ts'

/** A share and the group that it belongs to. */
export interface SavedPair {
  shareCredential: string
  groupCredential: string
}

/**
 * The first of the records whose credentials are both valid and belong together.
 *
 * @param records newest first
 */
export function newestUsable<T extends SavedPair>(
  decoders: Decoders,
  records: readonly T[],
): T | null {
  const usable = ({ shareCredential, groupCredential }: T) => {
    const share = decoders.readShare(shareCredential)
    const group = decoders.decodeGroup(groupCredential)
    return share.ok && group.ok && decoders.keysetOf(group.value, share.value).ok
  }
  return records.find(usable) ?? null
}
