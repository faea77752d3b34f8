import { Download } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { passphraseProblem } from '../../../../server/contract/backup-rules.ts'
import { BACKUP_PASSPHRASE_CHARS_MIN } from '../../../../server/contract/limits.ts'
import { backups } from '../../../../server/contract/texts/backups.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { Note } from '../../ui/Note.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { useDownloadBackup } from './download-backup.ts'
import { Section } from './Section.tsx'

const texts = backups.download

type Kind = keyof typeof texts.kinds

const KINDS = (Object.keys(texts.kinds) as Kind[]).map((value) => {
  const [title, text] = texts.kinds[value]
  return { value, title, text }
})

/** Makes a back-up to take away, with the sealing key only when asked. */
export function DownloadForm() {
  const [kind, choose] = useState<Kind>('plain')
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const download = useDownloadBackup()
  const withKey = kind === 'withKey'
  const problem = passphrase === '' ? undefined : passphraseProblem(passphrase)
  const differs = again !== '' && again !== passphrase

  function forget() {
    setPassphrase('')
    setAgain('')
  }

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (download.isPending || (withKey && (problem !== undefined || differs))) return
    download.mutate(withKey ? { withKey, passphrase } : { withKey }, { onSuccess: forget })
  }

  return (
    <Section title={texts.title}>
      <form onSubmit={send} className="grid grid-cols-1 gap-3">
        <Choices
          legend={texts.kind}
          choices={KINDS}
          value={kind}
          onChange={(next) => {
            choose(next)
            forget()
          }}
        />
        {withKey && (
          <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
            <SecretField
              label={texts.passphrase}
              required
              value={passphrase}
              onText={setPassphrase}
              hint={texts.hint(BACKUP_PASSPHRASE_CHARS_MIN)}
              error={problem}
            />
            <SecretField
              label={texts.again}
              required
              value={again}
              onText={setAgain}
              error={differs && texts.differs}
            />
          </div>
        )}
        <div role="alert" className="empty:-mb-3">
          {download.error !== null && <Note kind="bad">{reasonOf(download.error)}</Note>}
        </div>
        <Button
          type="submit"
          kind="primary"
          className="justify-self-start"
          aria-disabled={download.isPending}
        >
          <Download size={16} strokeWidth={1.8} aria-hidden />
          {download.isPending ? texts.making : texts.submit}
        </Button>
      </form>
    </Section>
  )
}
