import type { Translation } from '#contract/translation.ts'
import { type Language, language } from './language.ts'

/** The console's texts in another language than English: a part for each file of texts. */
export interface Catalogue {
  access: Translation<typeof import('#contract/texts/access.ts')>
  account: Translation<typeof import('#contract/texts/account.ts')>
  activity: Translation<typeof import('#contract/texts/activity.ts')>
  apps: Translation<typeof import('#contract/texts/apps.ts')>
  audit: Translation<typeof import('#contract/texts/audit.ts')>
  backups: Translation<typeof import('#contract/texts/backups.ts')>
  common: Translation<typeof import('#contract/texts/common.ts')>
  configure: Translation<typeof import('#contract/texts/configure.ts')>
  deeds: Translation<typeof import('#contract/texts/deeds.ts')>
  devices: Translation<typeof import('#contract/texts/devices.ts')>
  done: Translation<typeof import('#contract/texts/done.ts')>
  events: Translation<typeof import('#contract/texts/events.ts')>
  history: Translation<typeof import('#contract/texts/history.ts')>
  home: Translation<typeof import('#contract/texts/home.ts')>
  importing: Translation<typeof import('#contract/texts/importing.ts')>
  joining: Translation<typeof import('#contract/texts/joining.ts')>
  keyset: Translation<typeof import('#contract/texts/keyset.ts')>
  kinds: Translation<typeof import('#contract/texts/kinds.ts')>
  moving: Translation<typeof import('#contract/texts/moving.ts')>
  needs: Translation<typeof import('#contract/texts/needs.ts')>
  notificationsPanel: Translation<typeof import('#contract/texts/notifications-panel.ts')>
  peers: Translation<typeof import('#contract/texts/peers.ts')>
  protocols: Translation<typeof import('#contract/texts/protocols.ts')>
  questions: Translation<typeof import('#contract/texts/questions.ts')>
  reading: Translation<typeof import('#contract/texts/reading.ts')>
  recover: Translation<typeof import('#contract/texts/recover.ts')>
  relays: Translation<typeof import('#contract/texts/relays.ts')>
  rules: Translation<typeof import('#contract/texts/rules.ts')>
  sentences: Translation<typeof import('#contract/codes.ts').sentences>
  settings: Translation<typeof import('#contract/texts/settings.ts')>
  shares: Translation<typeof import('#contract/texts/shares.ts')>
  shell: Translation<typeof import('#contract/texts/shell.ts')>
  signer: Translation<typeof import('#contract/texts/signer.ts')>
  start: Translation<typeof import('#contract/texts/start.ts')>
  v1: Translation<typeof import('#contract/texts/v1.ts')>
}

const CATALOGUES: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  de: () => import('./de/all.ts'),
  es: () => import('./es/all.ts'),
}

/**
 * The catalogue of the page's language. Undefined for English, whose texts come with each part of the console, and
 * for a language that could not be loaded. Every module with texts waits for this one.
 */
export const catalogue: Catalogue | undefined =
  language === 'en' ? undefined : await CATALOGUES[language]().catch(() => undefined)

/** The language that is shown: English if the page's catalogue could not be loaded. */
export const shownLanguage: Language = catalogue === undefined ? 'en' : language

/** A part of the texts in the page's language. */
export const inPageLanguage = <Part extends keyof Catalogue>(
  part: Part,
  english: Catalogue[Part],
): Catalogue[Part] => catalogue?.[part] ?? english
