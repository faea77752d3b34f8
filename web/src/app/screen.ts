import type { CredentialsAnswer } from '../../../server/contract/credentials.ts'

export type Tab = 'signer' | 'recover'

/** What whoever is signed in has before them (specification, sections 2 and 4). */
export type Screen = { at: 'configure' } | { at: 'main'; tab: Tab } | { at: 'moving' }

/** Where a page that was just loaded begins. */
export const firstScreen = ({ configured }: CredentialsAnswer): Screen =>
  configured ? { at: 'main', tab: 'signer' } : { at: 'configure' }
