/** The names of the four credentials, which make a signer. */
export const envKeys = ['SHARE_CRED', 'GROUP_CRED', 'GROUP_NAME', 'RELAYS'] as const
export type EnvKey = (typeof envKeys)[number]
