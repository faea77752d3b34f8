import { Download } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { BACKUP_PASSPHRASE_CHARS_MIN } from '#contract/limits.ts'
import { passphraseProblem, readableSecret } from '#contract/passphrases.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { backup, backups } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Choices, choicesOf } from '../../ui/Choices.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { Setting } from '../../ui/Setting.tsx'
import { useDownloadBackup } from './backups.ts'

const texts = backups.download

type Kind = keyof typeof texts.kinds

const KINDS = choicesOf(Object.keys(texts.kinds) as Kind[], texts.kinds)

/** How the key in the back-up is protected. */
type Lock =
  | { by: 'made'; passphrase: string; kept: boolean }
  | { by: 'own'; passphrase: string; again: string }

const makeLock = (): Lock => ({
  by: 'made',
  passphrase: readableSecret((bytes) => crypto.getRandomValues(new Uint8Array(bytes))),
  kept: false,
})

const OWN: Lock = { by: 'own', passphrase: '', again: '' }

/** Makes a back-up to download: one for a new machine, unless another kind is chosen. */
export function DownloadForm() {
  const [kind, choose] = useState<Kind>('withKey')
  const [lock, setLock] = useState(makeLock)
  const download = useDownloadBackup()
  const withKey = kind === 'withKey'
  const made = withKey ? (download.data ?? null) : null
  const problem =
    lock.by === 'own' && lock.passphrase !== ''
      ? passphraseProblem(lock.passphrase, backup)
      : undefined
  const differs = lock.by === 'own' && lock.again !== '' && lock.again !== lock.passphrase
  const isLocked = lock.by === 'made' ? lock.kept : problem === undefined && !differs

  /** Changes the passphrase, and forgets the last file: only the previous passphrase opens it. */
  function change(next: Lock) {
    setLock(next)
    download.reset()
  }

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (download.isPending || (withKey && !isLocked)) return
    const { passphrase } = lock
    download.mutate(withKey ? { withKey, passphrase } : { withKey })
  }

  return (
    <Setting name="download" title={texts.title}>
      <form onSubmit={send} className="grid grid-cols-1 gap-3">
        <Choices<Kind> legend={texts.kind} choices={KINDS} value={kind} onChange={choose} />
        {withKey && lock.by === 'made' && (
          <MadePassphrase
            passphrase={lock.passphrase}
            kept={lock.kept}
            opens={made}
            onKept={(kept) => setLock({ ...lock, kept })}
          />
        )}
        {withKey && lock.by === 'own' && (
          <OwnPassphrase
            value={lock.passphrase}
            again={lock.again}
            problem={problem}
            differs={differs}
            onValue={(passphrase) => setLock({ ...lock, passphrase })}
            onAgain={(again) => setLock({ ...lock, again })}
          />
        )}
        <FormFailure text={download.error && reasonOf(download.error)} />
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            kind="primary"
            disabled={withKey && lock.by === 'made' && !lock.kept}
            busy={download.isPending}
          >
            <Download size={16} strokeWidth={1.8} aria-hidden />
            {download.isPending ? texts.making : texts.submit}
          </Button>
          {withKey && (
            <Button onClick={() => change(lock.by === 'made' ? OWN : makeLock())}>
              {lock.by === 'made' ? texts.chooseOwn : texts.makeOne}
            </Button>
          )}
          {lock.by === 'made' && made !== null && (
            <Button onClick={() => change(makeLock())}>{texts.makeAnother}</Button>
          )}
        </div>
      </form>
    </Setting>
  )
}

interface MadePassphraseProps {
  passphrase: string
  kept: boolean
  /** The file that was made with it; null: none yet. */
  opens: string | null
  onKept(kept: boolean): void
}

/** A passphrase made here, shown until another one is asked for; the owner confirms keeping it. */
function MadePassphrase({ passphrase, kept, opens, onKept }: MadePassphraseProps) {
  return (
    <div className="rounded-md border border-line px-3 py-2.5">
      <p className="font-medium">{texts.made}</p>
      <p className="mt-1.5 flex items-center gap-1 rounded-md border border-edge bg-sunken pr-1 pl-2.5">
        <span className="min-w-0 flex-1 py-1.5 font-mono text-mono break-all">{passphrase}</span>
        <CopyButton text={passphrase} what={texts.madeWhat} />
      </p>
      {opens !== null && <p className="mt-2 font-medium break-all">{texts.opens(opens)}</p>}
      <p className="mt-2 text-sm text-ink-2">{texts.madeLead}</p>
      <label className="touch mt-2.5 flex w-fit items-start gap-2.5">
        <input
          type="checkbox"
          checked={kept}
          onChange={(event) => onKept(event.target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-ice"
        />
        {texts.kept}
      </label>
    </div>
  )
}

interface OwnPassphraseProps {
  value: string
  again: string
  problem: string | undefined
  differs: boolean
  onValue(value: string): void
  onAgain(value: string): void
}

/** A passphrase that the owner chooses, typed twice. */
function OwnPassphrase(props: OwnPassphraseProps) {
  const { value, again, problem, differs, onValue, onAgain } = props
  return (
    <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
      <SecretField
        label={texts.passphrase}
        required
        value={value}
        onText={onValue}
        hint={texts.hint(BACKUP_PASSPHRASE_CHARS_MIN)}
        error={problem}
      />
      <SecretField
        label={texts.again}
        required
        value={again}
        onText={onAgain}
        error={differs && texts.differs}
      />
    </div>
  )
}
