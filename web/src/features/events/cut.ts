import { events } from '../../texts/texts.ts'

/** The first characters of a text, and how many more there are, if any. */
export function cut(text: string, chars: number): string {
  if (text.length <= chars) return text
  return `${text.slice(0, chars).toWellFormed()}… ${events.more(text.length - chars)}`
}
