/**
 * The numbers of this folder that the specification or the design fixes. Milliseconds unless the name
 * says otherwise.
 */

export const MAX_BODY_BYTES = 1_048_576
