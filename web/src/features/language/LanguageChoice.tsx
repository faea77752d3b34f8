import { isLanguage, LANGUAGES, savedLanguage } from '../../texts/language.ts'
import { settings as texts } from '../../texts/texts.ts'
import { Select } from '../../ui/Select.tsx'
import { changeLanguage } from './change-language.ts'

const BROWSERS = 'system'
const OPTIONS = [
  { value: BROWSERS, text: texts.browserLanguage },
  ...Object.entries(LANGUAGES).map(([value, text]) => ({ value, text })),
]

/** Which language the console speaks in this browser. The page is loaded anew in it. */
export const LanguageChoice = ({ label }: { label: string }) => (
  <Select
    label={label}
    labelHidden
    value={savedLanguage() ?? BROWSERS}
    options={OPTIONS}
    onChange={(value) => changeLanguage(isLanguage(value) ? value : null)}
  />
)
