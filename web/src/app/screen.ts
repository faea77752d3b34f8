import type { CredentialsAnswer } from '../../../server/contract/credentials.ts'

export type Tab = 'signer' | 'activity' | 'recover'

/** What a signed-in person sees (specification, sections 2 and 4). */
export type Screen = { at: 'configure' } | { at: 'main'; tab: Tab } | { at: 'moving' }

/** The first screen of a freshly loaded page. */
export const firstScreen = ({ configured }: CredentialsAnswer): Screen =>
  configured ? { at: 'main', tab: 'signer' } : { at: 'configure' }
