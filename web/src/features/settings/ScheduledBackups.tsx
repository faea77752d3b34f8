import { type SubmitEvent, useState } from 'react'
import type { BackupList } from '#contract/backup.ts'
import { BACKUP_INTERVAL_H_MAX, BACKUP_KEEP_MAX } from '#contract/limits.ts'
import { byteSize } from '../../lib/format.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { ago, dayAndTime } from '../../lib/time.ts'
import { backups, common } from '../../texts/texts.ts'
import { translateMessage } from '../../texts/translate-message.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Note } from '../../ui/Note.tsx'
import { Setting } from '../../ui/Setting.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useServerNow } from '../home/server-clock.ts'
import { useBackups, useSavePlan } from './backups.ts'

const texts = backups.schedule

/** Files that are listed at first; there may be a thousand. */
const SHOWN = 7

/** The back-ups that Floe makes by itself, and how often. */
export function ScheduledBackups() {
  const query = useBackups()
  const [isChanging, change] = useState(false)
  return (
    <Setting name="schedule" title={texts.title}>
      <Loaded query={query} placeholder={<Skeleton className="h-10" />}>
        {(list) => (
          <div className="grid grid-cols-1 gap-2">
            {isChanging ? (
              <PlanForm saved={list} onDone={() => change(false)} />
            ) : (
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                <p className="text-sm text-ink-2">{scheduleOf(list)}</p>
                <Button className="ml-auto" onClick={() => change(true)}>
                  {texts.change}
                </Button>
              </div>
            )}
            {list.failureMessage && (
              <Note kind="warn">{translateMessage(list.failureMessage)}</Note>
            )}
            {list.backups.length > 0 && <BackupRows files={list.backups} />}
            {(list.interval > 0 || list.backups.length > 0) && (
              <p className="text-sm text-ink-3">{texts.place}</p>
            )}
          </div>
        )}
      </Loaded>
    </Setting>
  )
}

function scheduleOf({ interval, keep, nextAt, backups: files }: BackupList): string {
  if (interval === 0) return texts.off
  return [
    texts.on(interval, keep),
    ...(nextAt === null ? [] : [texts.next(dayAndTime(nextAt))]),
    ...(files.length === 0 ? [texts.none] : []),
  ].join(' ')
}

function BackupRows({ files }: { files: BackupList['backups'] }) {
  const [all, setAll] = useState(false)
  const now = useServerNow()
  return (
    <>
      <ul aria-label={texts.list} className="divide-y divide-line rounded-md border border-line">
        {(all ? files : files.slice(0, SHOWN)).map(({ name, madeAt, bytes }) => (
          <li key={name} className="flex flex-wrap items-baseline gap-x-3 px-3.5 py-2">
            <span className="font-medium">{dayAndTime(madeAt)}</span>
            <span className="text-sm text-ink-3">{ago(madeAt, now)}</span>
            <span className="ml-auto text-sm text-ink-2">{byteSize(bytes)}</span>
            <span className="basis-full font-mono text-sm break-all text-ink-3">{name}</span>
          </li>
        ))}
      </ul>
      {!all && files.length > SHOWN && (
        <Button className="justify-self-center" onClick={() => setAll(true)}>
          {texts.showAll(files.length)}
        </Button>
      )}
    </>
  )
}

interface PlanFormProps {
  saved: Pick<BackupList, 'interval' | 'keep'>
  onDone(): void
}

/** How often a back-up is made automatically, and how many are kept. */
function PlanForm({ saved, onDone }: PlanFormProps) {
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
      <FormFailure text={save.error && `${texts.saveFailed}: ${reasonOf(save.error)}`} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>{common.cancel}</Button>
        <Button
          type="submit"
          kind="primary"
          disabled={interval === null || keep === null}
          busy={save.isPending}
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
