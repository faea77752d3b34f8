import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { BackupContents } from '#contract/backup.ts'
import { byteSize } from '../../lib/format.ts'
import { readText } from '../../lib/read-text.ts'
import { dayAndTime } from '../../lib/time.ts'
import { useUnloadGuard } from '../../lib/use-unload-guard.ts'
import { backups, common } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { Note } from '../../ui/Note.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { FileField } from './FileField.tsx'
import { type RestoreStage, useRestore } from './use-restore.ts'

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
  const text = await readText(file)
  return text === null ? { text: '', problem: common.fileUnreadable } : { text, problem: null }
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
    if (key.problem === null) void restore.check({ file, passphrase, key: key.text })
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
        <FormFailure text={failureAt('form')} />
        <div role="status" className="empty:-mb-3">
          {stage.at === 'looked' && <CheckedBackup contents={stage.contents} />}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit">{texts.submit}</Button>
          <Button busy={stage.at === 'looking'} onClick={check}>
            {stage.at === 'looking' ? backups.check.checking : backups.check.submit}
          </Button>
        </div>
      </form>
      <RestoreDialog stage={stage} onStop={restore.stop} onConfirm={confirm} />
    </>
  )
}

const checkedBackupTexts = backups.check

/** What a back-up file is that was checked, and what is in it. */
function CheckedBackup({ contents }: { contents: BackupContents }) {
  const { madeAt, madeBy, key, keysets } = contents
  const { apps, apiKeys, rules, audit } = contents.counts
  return (
    <Note kind={key === 'locked' ? 'info' : 'ok'}>
      <p>
        {madeAt === null
          ? checkedBackupTexts.bare
          : checkedBackupTexts.sound(dayAndTime(madeAt), madeBy ?? '')}
      </p>
      <p className="mt-1">{checkedBackupTexts.keys[key]}</p>
      <p className="mt-1">
        {checkedBackupTexts.holds(
          keysets.join(', ') || checkedBackupTexts.noKeyset,
          apps,
          apiKeys,
          rules,
          audit,
        )}
      </p>
    </Note>
  )
}

export interface RestoreDialogProps {
  stage: RestoreStage
  /** Called when the owner decides not to restore. */
  onStop(): void
  onConfirm(file: File): void
}

/** Says what will be replaced, then shows progress; it can't be left once the server decides. */
function RestoreDialog({ stage, onStop, onConfirm }: RestoreDialogProps) {
  const isAsking = stage.at === 'asking'
  const isOpen = !['choosing', 'looking', 'looked'].includes(stage.at)
  return (
    <Dialog
      open={isOpen}
      title={isAsking ? texts.askTitle : texts.restoring}
      {...(isAsking && { onClose: onStop })}
    >
      {stage.at === 'asking' && (
        <Question file={stage.file} onStop={onStop} onConfirm={() => onConfirm(stage.file)} />
      )}
      {(stage.at === 'sending' || stage.at === 'checking' || stage.at === 'restarting') && (
        <RestoreProgress stage={stage} onStop={onStop} />
      )}
    </Dialog>
  )
}

interface QuestionProps {
  file: File
  onStop(): void
  onConfirm(): void
}

function Question({ file, onStop, onConfirm }: QuestionProps) {
  const [understood, setUnderstood] = useState(false)
  return (
    <>
      <p className="mb-3 break-all text-ink-2">{texts.what(file.name, byteSize(file.size))}</p>
      <Note kind="warn">
        <p className="mb-2">{texts.replaced}</p>
        <p className="mb-2">{texts.ends}</p>
        <p>{texts.onePlace}</p>
      </Note>
      <label className="touch mt-4 flex w-fit items-start gap-2.5">
        <input
          type="checkbox"
          checked={understood}
          onChange={(event) => setUnderstood(event.target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-ice"
        />
        {texts.understood}
      </label>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={onStop}>{common.cancel}</Button>
        <Button kind="danger" disabled={!understood} onClick={onConfirm}>
          {texts.confirm}
        </Button>
      </div>
    </>
  )
}

/** Milliseconds after which a restarting server takes longer than it should. */
const SLOW = 30_000

/** A step without measurable progress pulses as a whole. */
const BAR = cx(
  'mt-3 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line',
  '[&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ice [&::-moz-progress-bar]:bg-ice',
  'indeterminate:animate-pulse indeterminate:[&::-webkit-progress-bar]:bg-ice',
)

type Running = Extract<RestoreStage, { at: 'sending' | 'checking' | 'restarting' }>

export interface RestoreProgressProps {
  stage: Running
  onStop(): void
}

/** How far a restore has got; it can be stopped until the server has all of the back-up. */
function RestoreProgress({ stage, onStop }: RestoreProgressProps) {
  const status = useRef<HTMLParagraphElement>(null)
  useUnloadGuard(stage.at !== 'restarting')
  // The pressed button is gone from the page, and focus with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again at each stage
  useEffect(() => status.current?.focus(), [stage.at])
  return (
    <>
      <p ref={status} role="status" tabIndex={-1} className="text-ink-2 outline-none">
        {stage.at === 'sending' && texts.sending}
        {stage.at === 'checking' && texts.checking}
        {stage.at === 'restarting' && texts.restarting}
      </p>
      <progress
        aria-label={texts.restoring}
        value={stage.at === 'sending' ? stage.part : undefined}
        className={BAR}
      />
      {stage.at === 'sending' && (
        <div className="mt-4 flex flex-wrap items-center justify-end gap-3">
          <span className="mr-auto text-sm text-ink-3 tabular-nums">
            {texts.sent(Math.floor(stage.part * 100))}
          </span>
          <Button onClick={onStop}>{common.cancel}</Button>
        </div>
      )}
      {stage.at === 'restarting' && <SlowStart />}
    </>
  )
}

function SlowStart() {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p role="status" className="mt-3 text-sm text-ink-2 empty:hidden">
      {slow && texts.slow}
    </p>
  )
}
