/**
 * The numbers of this folder that the specification or the design fixes. Milliseconds unless the name
 * says otherwise.
 */

/** Nostr's mute list, in which genuine devices keep their encrypted profile. */
export const GEN2_BACKUP_KIND = 10_000

/** The same refusal of the same caller is written down once in so long. */
export const REFUSALS_WRITTEN_INTERVAL = 60_000
