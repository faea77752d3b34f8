import { FIRST_KEYSET } from '#contract/keysets.ts'

/** The keyset that the screens show: no screen chooses another one yet. What is known of it is kept under it. */
export const SHOWN_KEYSET = FIRST_KEYSET
