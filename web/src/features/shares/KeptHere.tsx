import { useState } from 'react'
import { common, settings, shares as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { KeepRecords } from './KeepRecords.tsx'
import { useBrowserRecords } from './use-browser-records.ts'

/** Whether this browser keeps what is saved. It is set over the page, where nothing that was typed is lost. */
export function KeptHere() {
  const { records, keeps, stays } = useBrowserRecords()
  const [isChanging, setChanging] = useState(false)
  const close = () => setChanging(false)
  return (
    <p className="text-xs text-ink-3">
      {keeps ? texts.keptHere[stays ? 'stays' : 'untilSignOut'] : texts.notKeptHere}
      {records.length > 0 && ` ${texts.kept(records.length)}.`}{' '}
      <button
        type="button"
        aria-label={texts.changeLabel}
        onClick={() => setChanging(true)}
        className="rounded-sm text-ink-2 underline decoration-current/40 underline-offset-2 hover:text-ink max-sm:min-h-10"
      >
        {texts.change}
      </button>
      <Dialog
        open={isChanging}
        onClose={close}
        title={settings.single.records.title}
        actions={<Button onClick={close}>{common.done}</Button>}
      >
        <KeepRecords />
      </Dialog>
    </p>
  )
}
