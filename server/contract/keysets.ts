/** Every installation has this keyset. API calls that name no keyset use it. */
export const FIRST_KEYSET = 1

/** Whether a credential is JSON, as in the 2026 protocol. */
export const isJsonText = (text: string): boolean => text.trimStart().startsWith('{')

/**
 * The keyset's part of a record's name: what follows ' share ' says which of its shares it is
 * (specification, section 5). Names are compared by this part.
 */
export const keysetName = (name: string): string => name.trim().split(' share ')[0]?.trim() ?? ''

/** The settings that a signer needs. */
export const envKeys = ['SHARE_CRED', 'GROUP_CRED', 'GROUP_NAME', 'RELAYS'] as const
export type EnvKey = (typeof envKeys)[number]
