/** The keyset that every installation has, and that calls mean which name none. */
export const FIRST_KEYSET = 1
