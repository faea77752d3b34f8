import { type SubmitEvent, useState } from 'react'
import type { BackupList } from '#contract/backup.ts'
import { BACKUP_INTERVAL_H_MAX, BACKUP_KEEP_MAX } from '#contract/limits.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { backups, common } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { useSavePlan } from './save-plan.ts'

const texts = backups.schedule

export interface PlanFormProps {
  saved: Pick<BackupList, 'interval' | 'keep'>
  onDone(): void
}

/** How often a back-up is made automatically, and how many are kept. */
export function PlanForm({ saved, onDone }: PlanFormProps) {
  const [hours, setHours] = useState(String(saved.interval || 24))
  const [count, setCount] = useState(String(saved.keep))
  const save = useSavePlan()
  const interval = wholeNumber(hours, 0, BACKUP_INTERVAL_H_MAX)
  const keep = wholeNumber(count, 1, BACKUP_KEEP_MAX)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (interval === null || keep === null || save.isPending) return
    save.mutate({ interval, keep }, { onSuccess: onDone })
  }

  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-3 rounded-md border border-line p-3">
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
        <Field
          label={texts.interval}
          inputMode="numeric"
          required
          value={hours}
          onText={setHours}
          hint={texts.intervalHint}
          error={interval === null && texts.intervalWrong(BACKUP_INTERVAL_H_MAX)}
        />
        <Field
          label={texts.keep}
          inputMode="numeric"
          required
          value={count}
          onText={setCount}
          error={keep === null && texts.keepWrong(BACKUP_KEEP_MAX)}
        />
      </div>
      <div role="alert" className="empty:-mb-3">
        {save.error !== null && (
          <Note kind="bad">
            {texts.saveFailed}: {reasonOf(save.error)}
          </Note>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>{common.cancel}</Button>
        <Button
          type="submit"
          kind="primary"
          disabled={interval === null || keep === null}
          aria-disabled={save.isPending}
        >
          {save.isPending ? texts.saving : texts.save}
        </Button>
      </div>
    </form>
  )
}

function wholeNumber(text: string, min: number, max: number): number | null {
  const value = /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : null
}
