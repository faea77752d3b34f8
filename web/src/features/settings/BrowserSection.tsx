import { useState } from 'react'
import { chooseTheme, savedTheme, type Theme, themes } from '../../lib/theme.ts'
import { settings as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { Markable, Setting, Settings } from '../../ui/Setting.tsx'
import { LanguageChoice } from '../language/LanguageChoice.tsx'
import { SoundSwitch } from '../questions/SoundSwitch.tsx'
import { KeepRecords } from '../shares/KeepRecords.tsx'
import { bringBack, useDismissed } from '../warnings/dismissed.ts'

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

const CHOICES = themes.map((value) => {
  const [title, text] = texts.themes[value]
  return { value, title, text }
})

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
