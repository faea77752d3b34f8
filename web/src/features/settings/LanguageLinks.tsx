import { reloadHere } from '../../lib/check-build.ts'
import { keepLanguage, LANGUAGES, type Language, language } from '../../texts/language.ts'
import { common } from '../../texts/texts.ts'
import { cx } from '../../ui/cx.ts'

/** The languages by their own names, on screens without the settings, for people who can't read this language. */
export const LanguageLinks = () => (
  <nav aria-label={common.languages} className="mt-4 flex flex-wrap justify-center gap-x-1 text-sm">
    {(Object.entries(LANGUAGES) as [Language, string][]).map(([tag, name]) => (
      <button
        key={tag}
        type="button"
        lang={tag}
        aria-current={tag === language}
        onClick={() => tag !== language && changeLanguage(tag)}
        className={cx(
          'min-h-10 rounded-md px-3 hover:text-ink',
          tag === language ? 'font-medium text-ink-2' : 'text-ink-3',
        )}
      >
        {name}
      </button>
    ))}
  </nav>
)

/** Keeps a choice, null for the browser's language, and shows the same screen in it. */
export function changeLanguage(choice: Language | null): void {
  keepLanguage(choice)
  reloadHere()
}
