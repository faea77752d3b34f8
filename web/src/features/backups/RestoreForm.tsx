import { type SubmitEvent, useState } from 'react'
import { backups } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { CheckedBackup } from './CheckedBackup.tsx'
import { FileField } from './FileField.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'
import { useRestore } from './use-restore.ts'

const texts = backups.restore

export interface RestoreFormProps {
  onRestored(): void
}

type OldKey = { text: string; problem: string | null }

const NO_KEY: OldKey = { text: '', problem: null }
/** A key file has 65 bytes; SECRET_KEY may be any text. */
const KEY_BYTES_MAX = 4_096

async function readKey(file: File): Promise<OldKey> {
  if (file.size > KEY_BYTES_MAX) return { text: '', problem: texts.keyTooLarge }
  return { text: await file.text(), problem: null }
}

/** Chooses a back-up to restore, and says at the right field why the server refuses it. */
export function RestoreForm({ onRestored }: RestoreFormProps) {
  const [file, setFile] = useState<File | null>(null)
  const [passphrase, setPassphrase] = useState('')
  const [key, setKey] = useState<OldKey>(NO_KEY)
  const [isKeyShown, showKey] = useState(false)
  const restore = useRestore(onRestored)
  const { stage } = restore
  const failure = stage.at === 'choosing' ? stage.failure : null
  const failureAt = (place: string) => (failure?.at === place ? failure.text : null)
  const passphraseFailure = failureAt('passphrase')

  function ask(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (key.problem === null) restore.ask(file)
  }

  function check() {
    if (key.problem === null && stage.at !== 'looking')
      void restore.check({ file, passphrase, key: key.text })
  }

  function confirm(confirmed: File) {
    void restore.start({ file: confirmed, passphrase, key: key.text })
    setPassphrase('')
  }

  async function takeKey(chosen: File | null) {
    setKey(chosen === null ? NO_KEY : await readKey(chosen))
  }

  return (
    <>
      <form onSubmit={ask} className="grid grid-cols-1 gap-3">
        <p className="text-sm text-ink-2">{texts.lead}</p>
        <FileField
          label={texts.file}
          onFile={(chosen) => {
            setFile(chosen)
            restore.stop()
          }}
          error={failureAt('file')}
        />
        <SecretField
          label={texts.passphrase}
          value={passphrase}
          onText={setPassphrase}
          hint={texts.hint}
          error={passphraseFailure !== null && <span role="alert">{passphraseFailure}</span>}
        />
        <details
          open={isKeyShown || failureAt('key') !== null}
          onToggle={({ currentTarget }) => showKey(currentTarget.open)}
        >
          <summary className="touch w-fit cursor-pointer text-sm text-ink-2">
            {texts.otherWay}
          </summary>
          <div className="mt-2">
            <FileField
              label={texts.key}
              hint={texts.keyHint}
              onFile={(chosen) => void takeKey(chosen)}
              error={key.problem ?? failureAt('key')}
            />
          </div>
        </details>
        <div role="alert" className="empty:-mb-3">
          {failureAt('form') !== null && <Note kind="bad">{failureAt('form')}</Note>}
        </div>
        <div role="status" className="empty:-mb-3">
          {stage.at === 'looked' && <CheckedBackup contents={stage.contents} />}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit">{texts.submit}</Button>
          <Button aria-disabled={stage.at === 'looking'} onClick={check}>
            {stage.at === 'looking' ? backups.check.checking : backups.check.submit}
          </Button>
        </div>
      </form>
      <RestoreDialog stage={stage} onStop={restore.stop} onConfirm={confirm} />
    </>
  )
}
