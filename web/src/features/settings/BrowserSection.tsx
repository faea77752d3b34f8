import { useState } from 'react'
import { chooseTheme, savedTheme, type Theme, themes } from '../../lib/theme.ts'
import { isLanguage, LANGUAGES, savedLanguage } from '../../texts/language.ts'
import { questions as questionsTexts, settings as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Choices, choicesOf } from '../../ui/Choices.tsx'
import { Select } from '../../ui/Select.tsx'
import { Markable, Setting, Settings, SwitchRow } from '../../ui/Setting.tsx'
import { bringBack, useDismissed } from '../home/needs.ts'
import { isSoundOn, playSound, switchSound } from '../policy/sound.ts'
import { KeepRecords } from '../setup/credentials/KeepRecords.tsx'
import { changeLanguage } from './LanguageLinks.tsx'

const { language, theme, sound, records, warnings } = texts.single

/** What holds in this browser alone. */
export default function BrowserSection() {
  return (
    <Settings>
      <Setting name="language" title={language.title}>
        <LanguageChoice label={language.title} />
      </Setting>
      <Markable name="theme">
        <ThemeChoice />
      </Markable>
      <Setting name="sound" title={sound.title}>
        <SoundSwitch />
      </Setting>
      <Setting name="records" title={records.title}>
        <KeepRecords />
      </Setting>
      <Setting name="warnings" title={warnings.title}>
        <SetAside />
      </Setting>
    </Settings>
  )
}

const CHOICES = choicesOf(themes, texts.themes)

function ThemeChoice() {
  const [chosen, setChosen] = useState(savedTheme)
  function choose(next: Theme) {
    chooseTheme(next)
    setChosen(next)
  }
  return <Choices legend={theme.title} choices={CHOICES} value={chosen} onChange={choose} />
}

function SetAside() {
  const dismissed = useDismissed()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p role="status" className="min-w-0 flex-1 basis-56 text-ink-2">
        {texts.setAside(dismissed.length)}
      </p>
      {dismissed.length > 0 && (
        <Button onClick={() => bringBack(dismissed)}>{texts.bringBack}</Button>
      )}
    </div>
  )
}

const BROWSERS = 'system'
const OPTIONS = [
  { value: BROWSERS, text: texts.browserLanguage },
  ...Object.entries(LANGUAGES).map(([value, text]) => ({ value, text })),
]

/** Which language the console speaks in this browser. The page is loaded again in it. */
const LanguageChoice = ({ label }: { label: string }) => (
  <Select
    label={label}
    labelHidden
    value={savedLanguage() ?? BROWSERS}
    options={OPTIONS}
    onChange={(value) => changeLanguage(isLanguage(value) ? value : null)}
  />
)

/** Whether this browser plays a sound when something asks; switching it on plays it once. */
function SoundSwitch() {
  const [on, setOn] = useState(isSoundOn)
  function change(next: boolean) {
    switchSound(next)
    if (next) playSound()
    setOn(next)
  }
  return (
    <SwitchRow title={questionsTexts.sound} hint={texts.soundHint} checked={on} onChange={change} />
  )
}
