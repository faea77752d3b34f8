/** What the console speaks in this run: English, unless `npm test -- --language=de` says otherwise. */
export const language = process.env['FLOE_TEST_LANGUAGE'] ?? 'en'

const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB', de: 'de-DE', es: 'es-ES' }

/** Of a browser whose console speaks it. */
export const locale = LOCALES[language] ?? language

/** Words as a specification has them, where the console says them in English; elsewhere, its text for the same. */
export const inWords = (english: string, text: string): string =>
  language === 'en' ? english : text
