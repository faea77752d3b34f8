import { useId, useState } from 'react'
import { questions as texts } from '../../../../server/contract/texts/questions.ts'
import { settings } from '../../../../server/contract/texts/settings.ts'
import { Switch } from '../../ui/Switch.tsx'
import { isSoundOn, playSound, switchSound } from './sound.ts'

/** Whether this browser plays a sound when something asks; switching it on plays it once. */
export function SoundSwitch() {
  const [on, setOn] = useState(isSoundOn)
  const id = useId()
  function change(next: boolean) {
    switchSound(next)
    if (next) playSound()
    setOn(next)
  }
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <p id={id} className="font-medium">
          {texts.sound}
        </p>
        <p id={`${id}-hint`} className="mt-0.5 text-xs text-ink-3">
          {settings.soundHint}
        </p>
      </div>
      <Switch labelledBy={id} describedBy={`${id}-hint`} checked={on} onChange={change} />
    </div>
  )
}
