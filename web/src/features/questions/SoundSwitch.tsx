import { useState } from 'react'
import { settings, questions as texts } from '../../texts/texts.ts'
import { SwitchRow } from '../../ui/SwitchRow.tsx'
import { isSoundOn, playSound, switchSound } from './sound.ts'

/** Whether this browser plays a sound when something asks; switching it on plays it once. */
export function SoundSwitch() {
  const [on, setOn] = useState(isSoundOn)
  function change(next: boolean) {
    switchSound(next)
    if (next) playSound()
    setOn(next)
  }
  return <SwitchRow title={texts.sound} hint={settings.soundHint} checked={on} onChange={change} />
}
