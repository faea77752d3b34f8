import { common, moving as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { useSettings } from '../protocol/get-settings.ts'
import { useSaveSettings } from '../protocol/save-settings.ts'

/** Offers to stop answering 1.x; says so if that is done. */
export function RefuseV1({ isReady }: { isReady: boolean }) {
  const { data: settings } = useSettings()
  const save = useSaveSettings(texts.stopped)
  if (settings === undefined) return null
  if (settings.firstGeneration === 'refuse') {
    return (
      <p className="flex items-center gap-2">
        <StateIcon state="ok" word={common.done} />
        {texts.isStopped}
      </p>
    )
  }
  return (
    <Button
      disabled={!isReady}
      aria-disabled={save.isPending}
      onClick={() => !save.isPending && save.mutate({ firstGeneration: 'refuse' })}
    >
      {save.isPending ? texts.stopping : texts.stopAnswering}
    </Button>
  )
}
