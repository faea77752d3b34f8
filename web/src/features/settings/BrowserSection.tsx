import { useState } from 'react'
import { settings as texts } from '../../../../server/contract/texts/settings.ts'
import { chooseTheme, savedTheme, type Theme, themes } from '../../lib/theme.ts'
import { Choices } from '../../ui/Choices.tsx'
import { Markable, Setting, Settings } from '../../ui/Setting.tsx'
import { SoundSwitch } from '../questions/SoundSwitch.tsx'
import { KeepRecords } from '../shares/KeepRecords.tsx'

const { theme, sound, records } = texts.single

/** What holds in this browser alone. */
export default function BrowserSection() {
  return (
    <Settings>
      <Markable name="theme">
        <ThemeChoice />
      </Markable>
      <Setting name="sound" title={sound.title}>
        <SoundSwitch />
      </Setting>
      <Setting name="records" title={records.title}>
        <KeepRecords />
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
