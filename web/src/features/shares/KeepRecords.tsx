import { Switch } from '@base-ui/react/switch'
import { useId, useState } from 'react'
import { common } from '../../../../server/contract/texts/common.ts'
import { shares as texts } from '../../../../server/contract/texts/shares.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toastDone } from '../../ui/toast.ts'
import { setKeepsRecords } from './browser-records.ts'
import { useBrowserRecords } from './use-browser-records.ts'

/** Whether this browser keeps share records. Asks before those that are there are removed. */
export function KeepRecords() {
  const { records, keeps } = useBrowserRecords()
  const [asking, setAsking] = useState(false)
  const id = useId()

  function turn(on: boolean) {
    if (!on && records.length > 0) setAsking(true)
    else setKeepsRecords(on)
  }

  function removeAll() {
    setKeepsRecords(false)
    setAsking(false)
    toastDone(texts.removed)
  }

  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <span id={id} className="font-medium">
          {texts.keep}
        </span>
        {records.length > 0 && (
          <span className="ml-2 text-xs whitespace-nowrap text-ink-3">
            {texts.kept(records.length)}
          </span>
        )}
        <p id={`${id}-why`} className="mt-0.5 text-xs text-ink-3">
          {texts.why}
        </p>
      </div>
      <Switch.Root
        aria-labelledby={id}
        aria-describedby={`${id}-why`}
        checked={keeps}
        onCheckedChange={turn}
        className="flex h-6 w-10 shrink-0 items-center cursor-pointer rounded-full border border-edge bg-sunken transition-colors data-[checked]:border-ice data-[checked]:bg-ice"
      >
        <Switch.Thumb className="block size-4 translate-x-[3px] rounded-full bg-edge transition-transform data-[checked]:translate-x-[19px] data-[checked]:bg-on-ice" />
      </Switch.Root>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={texts.removeTitle(records.length)}
        description={texts.removeText}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{common.cancel}</Button>
            <Button kind="danger" onClick={removeAll}>
              {texts.remove}
            </Button>
          </>
        }
      />
    </div>
  )
}
