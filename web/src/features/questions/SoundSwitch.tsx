import { Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { questions as texts } from '../../../../server/contract/texts/questions.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { isSoundOn, playSound, switchSound } from './sound.ts'

/** Whether a question is heard too; switching it on lets hear it. */
export function SoundSwitch() {
  const [on, setOn] = useState(isSoundOn)
  const change = () => {
    switchSound(!on)
    if (!on) playSound()
    setOn(!on)
  }
  return (
    <IconButton
      icon={on ? Volume2 : VolumeX}
      label={texts.sound}
      aria-pressed={on}
      onClick={change}
    />
  )
}
