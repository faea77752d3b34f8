import { evenForm } from './even-form.ts'
import { type GroupPackage, isFirstGroup } from './packages.ts'
import { groupId } from './v2/group-id.ts'

/**
 * A keyset's lasting identity, 32 bytes, hex, not secret: the 2026 generation's id of its group,
 * SHA-256( group key, x-only 32
 * threshold u32le
 * member keys 33 each, by ascending index ). A 1.x group is identified in its carried-over form, so
 * it keeps its id when it is carried over, even if that could not be done completely (an index too
 * high, a threshold of 1).
 *
 * It covers only what a group can't change without becoming another one. A name, relays, the static
 * nonces of 1.x and the order of the members in a credential are not in it. Neither is our own
 * share: with another share of the group, a device is another member of the same keyset, with the
 * same group around it. A key that is dealt anew makes another keyset.
 */
export const keysetId = (group: GroupPackage): string =>
  groupId(isFirstGroup(group) ? evenForm(group) : group)
