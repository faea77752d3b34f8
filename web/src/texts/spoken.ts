import type { Catalogue } from './catalogue.ts'
import { type Language, language } from './language.ts'

const OTHERS: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  de: () => import('./de/all.ts'),
  es: () => import('./es/all.ts'),
}

/**
 * The catalogue of the page's language; undefined for English, which is what each part of the console
 * brings with it, and for a language that could not be loaded. Whoever reads a text waits for this module.
 */
export const spoken: Catalogue | undefined =
  language === 'en' ? undefined : await OTHERS[language]().catch(() => undefined)

/** What the page speaks indeed. */
export const spokenLanguage: Language = spoken === undefined ? 'en' : language
