import { seenText } from '#contract/plain-text.ts'
import { type Catalogue, catalogue } from './catalogue.ts'

/** Its part of the console is loaded for other languages than English only. */
const loadTranslator = async ({ sentences }: Catalogue) =>
  (await import('./translator.ts')).createTranslator(sentences)

const translate = catalogue && (await loadTranslator(catalogue).catch(() => undefined))

/**
 * A message of the server, which is in English, in the page's language; an unknown one stays as it is.
 * It may quote others: what can't be seen in that is named.
 */
export const translateMessage = (text: string): string => seenText(translate?.(text) ?? text)
