import type { EnvAnswer } from '../../../server/contract/env.ts'
import { isConfigured } from '../features/env/is-configured.ts'

export type Tab = 'signer' | 'recover'

/** What whoever is signed in has before them (specification, sections 2 and 4). */
export type Screen = { at: 'configure' } | { at: 'main'; tab: Tab } | { at: 'moving' }

/** Where a page that was just loaded begins. */
export const firstScreen = (env: EnvAnswer): Screen =>
  isConfigured(env) ? { at: 'main', tab: 'signer' } : { at: 'configure' }
