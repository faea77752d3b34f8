import { backups as texts } from '../../texts/texts.ts'
import { Setting, Settings } from '../../ui/Setting.tsx'
import { DownloadForm } from './DownloadForm.tsx'
import { LastBackup } from './LastBackup.tsx'
import { RestoreForm } from './RestoreForm.tsx'
import { ScheduledBackups } from './ScheduledBackups.tsx'

export interface BackupsPanelProps {
  /** Called when other data is in force, and the sessions have ended. */
  onRestored(): void
}

/** Back-ups to download, scheduled ones, and restoring. */
export function BackupsPanel({ onRestored }: BackupsPanelProps) {
  return (
    <>
      <p className="mb-4 text-sm text-ink-2">{texts.lead}</p>
      <LastBackup />
      <Settings>
        <DownloadForm />
        <ScheduledBackups />
        <Setting name="restore" title={texts.restore.title}>
          <RestoreForm onRestored={onRestored} />
        </Setting>
      </Settings>
    </>
  )
}
