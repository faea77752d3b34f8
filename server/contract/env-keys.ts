/** The settings that make a signer, by their names. */
export const envKeys = ['SHARE_CRED', 'GROUP_CRED', 'GROUP_NAME', 'RELAYS'] as const
export type EnvKey = (typeof envKeys)[number]
