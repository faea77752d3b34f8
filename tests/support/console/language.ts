/** The console's language in this run: English, or the one of `npm test -- --language=de`. */
export const language = process.env['FLOE_TEST_LANGUAGE'] ?? 'en'

const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB', de: 'de-DE', es: 'es-ES' }

/** The locale of a browser whose console speaks that language. */
export const locale = LOCALES[language] ?? language

/** The words of a specification while the console speaks English; in other languages the console's own text. */
export const inWords = (english: string, text: string): string =>
  language === 'en' ? english : text
