import { storage } from '../lib/storage.ts'

/** What the console speaks, each under its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' } as const
export type Language = keyof typeof LANGUAGES

const KEY = 'floe.language'

export const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name)

/** The owner's choice in this browser; null: the browser's. */
export function savedLanguage(): Language | null {
  const saved = storage.get(KEY)
  return saved !== null && isLanguage(saved) ? saved : null
}

/** The first of the browser's languages that the console speaks; English without one. */
export function browserLanguage(preferred: readonly string[]): Language {
  const languages = preferred.map((tag) => tag.split('-')[0]?.toLowerCase() ?? '')
  return languages.find(isLanguage) ?? 'en'
}

/** Keeps a choice, null for the browser's. The page speaks it when it is loaded again. */
export function keepLanguage(choice: Language | null): void {
  if (choice === null) storage.remove(KEY)
  else storage.set(KEY, choice)
}

const isPage = 'document' in globalThis

/** What this page speaks, until it is loaded again. Outside a browser, English. */
export const language: Language = isPage
  ? (savedLanguage() ?? browserLanguage(navigator.languages))
  : 'en'

/**
 * For Intl: the browser's own variant of this language (en-GB, de-AT), for dates and numbers; the language
 * alone, if the browser names none.
 */
export const locale: string = isPage
  ? (navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language)
  : 'en'
