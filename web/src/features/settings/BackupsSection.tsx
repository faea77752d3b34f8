import { ago } from '../../lib/time.ts'
import { backups as backupsTexts } from '../../texts/texts.ts'
import { Note } from '../../ui/Note.tsx'
import { Setting, Settings } from '../../ui/Setting.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useServerNow } from '../home/server-clock.ts'
import { useBackups } from './backups.ts'
import { DownloadForm } from './DownloadForm.tsx'
import { RestoreForm } from './RestoreForm.tsx'
import { ScheduledBackups } from './ScheduledBackups.tsx'
import type { SectionProps } from './section-props.ts'

/** Back-ups to download, scheduled ones, and restoring. */
export default function BackupsSection({ onRestored }: SectionProps) {
  return (
    <>
      <p className="mb-4 text-sm text-ink-2">{backupsTexts.lead}</p>
      <LastBackup />
      <Settings>
        <DownloadForm />
        <ScheduledBackups />
        <Setting name="restore" title={backupsTexts.restore.title}>
          <RestoreForm onRestored={onRestored} />
        </Setting>
      </Settings>
    </>
  )
}

const texts = backupsTexts.last

/** When the last back-up was made, and whether it would open on a new machine. */
function LastBackup() {
  const { data } = useBackups()
  const now = useServerNow()
  if (data === undefined) return <Skeleton className="mb-4 h-11" />
  const { last } = data
  if (last === null) {
    return (
      <div className="mb-4">
        <Note kind="warn">{texts.none}</Note>
      </div>
    )
  }
  const when = ago(last.madeAt, now)
  return (
    <div className="mb-4">
      <Note kind={last.withKey ? 'ok' : 'info'}>
        {last.withKey ? texts.withKey(when) : texts.plain(when)}
      </Note>
    </div>
  )
}
