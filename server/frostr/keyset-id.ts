import { evenForm } from './even-form.ts'
import { groupId } from './gen2/group-id.ts'
import { type GroupPackage, isFirstGroup } from './packages.ts'

/**
 * What a keyset is known by for as long as it exists, 32 bytes, hex, and no secret: the 2026
 * generation's id of its group, SHA-256( group key, x-only 32 | threshold u32le | member keys 33 each,
 * by ascending index ). A group of 1.x is taken as it is carried over, so that it keeps its id when it
 * is; that it could not be carried over whole (an index too high, a threshold of 1) is no matter here.
 *
 * It holds what a group can't change without becoming another one, and nothing else: a name, relays,
 * the static nonces of 1.x and the order in which a credential lists its members are not in it. Our
 * own share is not in it either: with another share of the group, a device is another member of the
 * same keyset, and has the same peers to deal with. A key that is dealt anew makes another keyset.
 */
export const keysetId = (group: GroupPackage): string =>
  groupId(isFirstGroup(group) ? evenForm(group) : group)
