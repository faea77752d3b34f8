import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { RecordOutline } from '#contract/credentials.ts'
import { dayAndTime } from '#web/lib/time.ts'
import { common, settings, shares as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { KeepRecords } from './KeepRecords.tsx'
import { useBrowserRecords, useDeleteShare, useSavedShares } from './shares.ts'

/** The share records saved on the server, each with a delete button; nothing if there are none. */
export function SavedRecords() {
  const saved = useSavedShares()
  const [asked, setAsked] = useState<RecordOutline | null>(null)
  const [isOpen, setOpen] = useState(false)
  const deletion = useDeleteShare()
  const id = useId()
  if (saved.length === 0 && asked === null) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-medium">
        {texts.savedHere}
      </h3>
      <p className="mt-0.5 text-sm text-ink-3">{texts.savedHereWhy}</p>
      <ul className="mt-1 divide-y divide-line">
        {saved.map((record) => (
          <li key={record.id} className="flex items-center gap-2 py-1 text-sm">
            <span className="min-w-0 flex-1 break-words">
              {record.name ?? texts.unnamed}
              <span className="ml-2 text-sm whitespace-nowrap text-ink-3">
                {dayAndTime(record.savedAt)}
              </span>
            </span>
            <IconButton
              icon={Trash2}
              label={texts.deleteRecord(record.name ?? texts.unnamed)}
              onClick={() => {
                setAsked(record)
                setOpen(true)
              }}
            />
          </li>
        ))}
      </ul>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        onClosed={() => setAsked(null)}
        title={texts.deleteTitle(asked?.name ?? texts.unnamed)}
        description={texts.deleteText}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{common.cancel}</Button>
            <Button
              kind="danger"
              aria-disabled={deletion.isPending}
              onClick={() => {
                if (asked === null || deletion.isPending) return
                deletion.mutate(asked, { onSettled: () => setOpen(false) })
              }}
            >
              {deletion.isPending ? texts.deleting : texts.deleteForGood}
            </Button>
          </>
        }
      />
    </section>
  )
}

/** Says whether this browser keeps what is saved. A dialog changes that, so that nothing that was typed is lost. */
export function KeptHere() {
  const { records, keeps, stays } = useBrowserRecords()
  const [isChanging, setChanging] = useState(false)
  const close = () => setChanging(false)
  return (
    <p className="text-sm text-ink-3">
      {keeps ? texts.keptHere[stays ? 'stays' : 'untilSignOut'] : texts.notKeptHere}
      {records.length > 0 && ` ${texts.kept(records.length)}.`}{' '}
      <button
        type="button"
        aria-label={texts.changeLabel}
        onClick={() => setChanging(true)}
        className="touch rounded-sm text-ink-2 underline decoration-current/40 underline-offset-2 hover:text-ink"
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
