import type { CredentialsAnswer } from '../../../server/contract/credentials.ts'

export type Tab = 'signer' | 'apps' | 'activity' | 'recover'

/**
 * What a signed-in person sees (specification, sections 2 and 4). `link`: an app's, with which the page
 * was opened.
 */
export type Screen =
  | { at: 'configure' }
  | { at: 'main'; tab: Tab; link?: string }
  | { at: 'moving' }
  | { at: 'devices' }

/** The first screen of a freshly loaded page. */
export const firstScreen = ({ configured }: CredentialsAnswer): Screen =>
  configured ? { at: 'main', tab: 'signer' } : { at: 'configure' }
