import type { CredentialsAnswer } from '../../../server/contract/credentials.ts'

export const TABS = ['signer', 'apps', 'activity', 'recover'] as const
export type Tab = (typeof TABS)[number]

/**
 * What a signed-in person sees (specification, sections 2 and 4). `link`: an app's, with which the page
 * was opened; `section`: which part of the settings to begin with.
 */
export type Screen =
  | { at: 'start' }
  | { at: 'configure' }
  | { at: 'main'; tab: Tab; link?: string }
  | { at: 'settings'; section?: string }
  | { at: 'moving' }
  | { at: 'devices' }

/** The first screen of a freshly loaded page. */
export const firstScreen = ({ configured }: CredentialsAnswer): Screen =>
  configured ? { at: 'main', tab: 'signer' } : { at: 'start' }

/** Whether two screens show the same. A link asks for something anew. */
export const isSameScreen = (one: Screen, other: Screen): boolean =>
  one.at === other.at &&
  (one.at !== 'main' || one.link === undefined) &&
  (other.at !== 'main' || other.link === undefined) &&
  detailOf(one) === detailOf(other)

const detailOf = (screen: Screen): string | undefined =>
  screen.at === 'main' ? screen.tab : screen.at === 'settings' ? screen.section : undefined
