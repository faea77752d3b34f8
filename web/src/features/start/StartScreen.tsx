import type { EnvAnswer } from '../../../../server/contract/env.ts'
import ConfigureScreen from '../configure/ConfigureScreen.tsx'

export interface StartScreenProps {
  env: EnvAnswer
  /** Called when the signer has its credentials: go on to it. */
  onDone(): void
  /** Called when it runs on a new keyset: its other devices come next. */
  onKept(): void
  /** Called when the owner wants the form for a share that there is already. */
  onConfigure(): void
}

/** What somebody sees who has no keyset here yet. */
export default function StartScreen({ env, onDone, onKept }: StartScreenProps) {
  return <ConfigureScreen env={env} onDone={onDone} onKept={onKept} />
}
