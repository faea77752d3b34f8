/** The numbers of this folder that the design fixes. Milliseconds. */

/** How often presence is stored. */
export const PRESENCE_WRITTEN_INTERVAL = 60_000
/** After a longer gap between updates the process was suspended, and nobody watched. */
export const LOOK_GAP_MAX = 180_000
/** After a longer gap in watching, a subject does not count as online throughout. */
export const AWAY_MAX = 600_000
