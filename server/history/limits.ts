/** The numbers of this folder that the design fixes. Milliseconds. */

/** How often it is written who was there. */
export const PRESENCE_WRITTEN_INTERVAL = 60_000
/** The process was held where it has not looked for longer: nobody watched. */
export const LOOK_GAP_MAX = 180_000
/** Whoever is there again after nobody has watched for longer has not been there throughout. */
export const AWAY_MAX = 600_000
