import { useState } from 'react'
import { byteSize } from '../../lib/byte-size.ts'
import { backups, common } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { RestoreProgress } from './RestoreProgress.tsx'
import type { RestoreStage } from './use-restore.ts'

const texts = backups.restore

export interface RestoreDialogProps {
  stage: RestoreStage
  /** Called when the owner decides not to restore. */
  onStop(): void
  onConfirm(file: File): void
}

/** Says what will be replaced, then shows progress; it can't be left once the server decides. */
export function RestoreDialog({ stage, onStop, onConfirm }: RestoreDialogProps) {
  const isAsking = stage.at === 'asking'
  const isOpen = !['choosing', 'looking', 'looked'].includes(stage.at)
  return (
    <Dialog
      open={isOpen}
      title={isAsking ? texts.askTitle : texts.restoring}
      {...(isAsking && { onClose: onStop })}
    >
      {stage.at === 'asking' && (
        <Question file={stage.file} onStop={onStop} onConfirm={() => onConfirm(stage.file)} />
      )}
      {(stage.at === 'sending' || stage.at === 'checking' || stage.at === 'restarting') && (
        <RestoreProgress stage={stage} onStop={onStop} />
      )}
    </Dialog>
  )
}

interface QuestionProps {
  file: File
  onStop(): void
  onConfirm(): void
}

function Question({ file, onStop, onConfirm }: QuestionProps) {
  const [understood, setUnderstood] = useState(false)
  return (
    <>
      <p className="mb-3 break-all text-ink-2">{texts.what(file.name, byteSize(file.size))}</p>
      <Note kind="warn">
        <p className="mb-2">{texts.replaced}</p>
        <p className="mb-2">{texts.ends}</p>
        <p>{texts.onePlace}</p>
      </Note>
      <label className="touch mt-4 flex w-fit items-start gap-2.5">
        <input
          type="checkbox"
          checked={understood}
          onChange={(event) => setUnderstood(event.target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-ice"
        />
        {texts.understood}
      </label>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={onStop}>{common.cancel}</Button>
        <Button kind="danger" disabled={!understood} onClick={onConfirm}>
          {texts.confirm}
        </Button>
      </div>
    </>
  )
}
