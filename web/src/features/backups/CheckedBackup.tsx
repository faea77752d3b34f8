import type { BackupContents } from '#contract/backup.ts'
import { dayAndTime } from '../../lib/time.ts'
import { backups } from '../../texts/texts.ts'
import { Note } from '../../ui/Note.tsx'

const texts = backups.check

/** What a back-up file is that was checked, and what is in it. */
export function CheckedBackup({ contents }: { contents: BackupContents }) {
  const { madeAt, madeBy, key, keysets } = contents
  const { apps, apiKeys, rules, audit } = contents.counts
  return (
    <Note kind={key === 'locked' ? 'info' : 'ok'}>
      <p>{madeAt === null ? texts.bare : texts.sound(dayAndTime(madeAt), madeBy ?? '')}</p>
      <p className="mt-1">{texts.keys[key]}</p>
      <p className="mt-1">
        {texts.holds(keysets.join(', ') || texts.noKeyset, apps, apiKeys, rules, audit)}
      </p>
    </Note>
  )
}
