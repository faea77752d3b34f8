import type { CredentialsAnswer } from '#contract/credentials.ts'
import type { Way } from '../features/start/ways.ts'

export const TABS = ['signer', 'apps', 'activity', 'recover'] as const
export type Tab = (typeof TABS)[number]

/**
 * What a signed-in person sees (specification, sections 2 and 4). `link`: an app's, with which the page
 * was opened; `part`: what of the signer to begin with; `way`: the chosen way to a keyset; `section`: which part of the settings to begin with;
 * `first`: the first share that has no device is handed out at once.
 */
export type Screen =
  | { at: 'start'; way?: Way }
  | { at: 'configure' }
  | { at: 'main'; tab: Tab; link?: string; part?: 'details' }
  | { at: 'settings'; section?: string }
  | { at: 'moving' }
  | { at: 'devices'; first?: true }

/** The first screen of a freshly loaded page. */
export const firstScreen = ({ configured }: CredentialsAnswer): Screen =>
  configured ? { at: 'main', tab: 'signer' } : { at: 'start' }

/** Whether two screens show the same. A link asks for something anew. */
export const isSameScreen = (one: Screen, other: Screen): boolean =>
  one.at === other.at &&
  (one.at !== 'main' || one.link === undefined) &&
  (other.at !== 'main' || other.link === undefined) &&
  detailOf(one) === detailOf(other)

function detailOf(screen: Screen): string | undefined {
  switch (screen.at) {
    case 'main':
      return screen.tab
    case 'settings':
      return screen.section
    case 'start':
      return screen.way
  }
}
