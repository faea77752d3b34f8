import type { EnvAnswer } from '#contract/env.ts'

/** Whether the signer has what it needs. */
export const isConfigured = ({ SHARE_CRED, GROUP_CRED }: EnvAnswer): boolean =>
  Boolean(SHARE_CRED && GROUP_CRED)
