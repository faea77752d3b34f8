import { ago } from '../../lib/time.ts'
import { useNow } from '../../lib/use-now.ts'
import { backups } from '../../texts/texts.ts'
import { Note } from '../../ui/Note.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useBackups } from './get-backups.ts'

const texts = backups.last

/** When the last back-up was made, and whether it would open on a new machine. */
export function LastBackup() {
  const { data } = useBackups()
  const now = useNow()
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
