import { reloadHere } from '../../lib/reload-here.ts'
import { keepLanguage, type Language } from '../../texts/language.ts'

/** Keeps a choice, null for the browser's language, and shows the same screen in it. */
export function changeLanguage(choice: Language | null): void {
  keepLanguage(choice)
  reloadHere()
}
