import { useState } from 'react'
import type { BackupList } from '#contract/backup.ts'
import { byteSize } from '../../lib/byte-size.ts'
import { ago, dayAndTime } from '../../lib/time.ts'
import { useNow } from '../../lib/use-now.ts'
import { backups } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { Setting } from '../../ui/Setting.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Loaded } from '../account/Loaded.tsx'
import { useBackups } from './get-backups.ts'
import { PlanForm } from './PlanForm.tsx'

const texts = backups.schedule

/** As many as people look through; there may be a thousand. */
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
            {list.failure !== null && <Note kind="warn">{list.failure}</Note>}
            {list.backups.length > 0 && <BackupRows files={list.backups} />}
            {(list.interval > 0 || list.backups.length > 0) && (
              <p className="text-xs text-ink-3">{texts.place}</p>
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
  const now = useNow()
  return (
    <>
      <ul aria-label={texts.list} className="divide-y divide-line rounded-md border border-line">
        {(all ? files : files.slice(0, SHOWN)).map(({ name, madeAt, bytes }) => (
          <li key={name} className="flex flex-wrap items-baseline gap-x-3 px-3.5 py-2">
            <span className="font-medium">{dayAndTime(madeAt)}</span>
            <span className="text-xs text-ink-3">{ago(madeAt, now)}</span>
            <span className="ml-auto text-sm text-ink-2">{byteSize(bytes)}</span>
            <span className="basis-full font-mono text-xs break-all text-ink-3">{name}</span>
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
