/** The keyset that every installation has, and that calls mean which name none. */
export const FIRST_KEYSET = 1

/** Whether a text is meant to be JSON, as the 2026 generation writes groups and shares. */
export const isJsonText = (text: string): boolean => text.trimStart().startsWith('{')

/**
 * The keyset's part of a record's name: what follows ' share ' says which of its shares it is
 * (specification, section 5). Names are compared by this part.
 */
export const keysetName = (name: string): string => name.trim().split(' share ')[0]?.trim() ?? ''

/** The names of the four credentials, which make a signer. */
export const envKeys = ['SHARE_CRED', 'GROUP_CRED', 'GROUP_NAME', 'RELAYS'] as const
export type EnvKey = (typeof envKeys)[number]
