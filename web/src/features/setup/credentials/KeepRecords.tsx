import { useId, useState } from 'react'
import { common, shares as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { toastDone } from '#web/ui/toast.ts'
import { setKeepsRecords } from './browser-records.ts'
import { setStaysAfterSignOut } from './record-storage.ts'
import { useBrowserRecords } from './shares.ts'

/** Whether this browser keeps share records. Asks before it removes existing ones. */
export function KeepRecords() {
  const { records, keeps, stays } = useBrowserRecords()
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
    <div className="grid grid-cols-1 gap-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <span id={id} className="font-medium">
            {texts.keep}
          </span>
          {records.length > 0 && (
            <span className="ml-2 text-sm whitespace-nowrap text-ink-3">
              {texts.kept(records.length)}
            </span>
          )}
          <p id={`${id}-why`} className="mt-0.5 text-sm text-ink-3">
            {texts.why}
          </p>
        </div>
        <Switch labelledBy={id} describedBy={`${id}-why`} checked={keeps} onChange={turn} />
      </div>
      {keeps && (
        <label className="touch flex w-fit items-start gap-2.5 text-sm">
          <input
            type="checkbox"
            checked={stays}
            onChange={(event) => setStaysAfterSignOut(event.target.checked)}
            className="mt-0.5 size-4 shrink-0 accent-ice"
          />
          {texts.stay}
        </label>
      )}
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
