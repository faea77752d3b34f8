import { Link2, Pencil, Trash2 } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import type { AppView } from '#contract/apps.ts'
import { CALLER_NAME_CHARS_MAX } from '#contract/rule-terms.ts'
import { ago, dayAndTime } from '../../lib/time.ts'
import { common, apps as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Identicon } from '../../ui/Identicon.tsx'
import { Note } from '../../ui/Note.tsx'
import { shortKey } from '../../ui/short-key.ts'
import { useServerNow } from '../home/server-clock.ts'
import { useQuestions } from '../policy/questions.ts'
import { useRemoveApp, useUpdateApp } from './changes.ts'
import { conditionOf, describeCondition, LOOKS } from './describe-app.ts'
import { PairAgainDialog } from './PairAgainDialog.tsx'
import { Website } from './Website.tsx'

export interface AppHeadProps {
  app: AppView
  onRemoved(): void
}

/** An app's name, key and state, and the buttons to pair, rename and remove it. */
export function AppHead({ app, onRemoved }: AppHeadProps) {
  const { id, name, client, claims, createdAt, lastUsedAt, wrongSecrets } = app
  const [asking, setAsking] = useState<'rename' | 'pair' | 'remove' | null>(null)
  const close = () => setAsking(null)
  const now = useServerNow()
  const questions = useQuestions().data?.questions ?? []
  const waiting = questions.filter(({ caller }) => caller.id === id).length
  const condition = conditionOf(app, now)
  const hint = texts.stateHints[condition as keyof typeof texts.stateHints]
  const times = [
    texts.created(dayAndTime(createdAt)),
    lastUsedAt === undefined ? texts.neverUsed : texts.lastUsed(ago(lastUsedAt, now)),
  ]
  return (
    <section
      aria-label={name}
      className="mb-4 rounded-lg border border-line bg-surface p-4 shadow-card"
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <Identicon pubkey={client} large />
        <div className="min-w-0 flex-1 basis-56">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h2 className="text-[1.25rem] leading-tight font-[650] tracking-tight">{name}</h2>
            <Chip {...LOOKS[condition]}>{describeCondition(app, now)}</Chip>
            {waiting > 0 && <Chip tone="ice">{texts.waits(waiting)}</Chip>}
          </div>
          {claims.name !== undefined && claims.name !== name && (
            <p className="text-sm text-ink-2">{texts.callsItself(claims.name)}</p>
          )}
          {claims.url !== undefined && (
            <p className="text-sm text-ink-2">
              <Website url={claims.url} />
            </p>
          )}
          {client !== undefined && (
            <p className="flex items-center gap-1 text-ink-3">
              <span className="min-w-0 truncate font-mono text-mono" title={client}>
                {shortKey(client)}
              </span>
              <CopyButton text={client} what={texts.keyOf(name)} small />
            </p>
          )}
          <p className="text-sm text-ink-3">{times.join(' · ')}</p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>button]:grow max-sm:[&_svg]:hidden">
          <Button onClick={() => setAsking('pair')}>
            <Link2 size={16} strokeWidth={1.8} aria-hidden />
            {texts.pairAgain}
          </Button>
          <Button onClick={() => setAsking('rename')}>
            <Pencil size={16} strokeWidth={1.8} aria-hidden />
            {texts.rename}
          </Button>
          <Button onClick={() => setAsking('remove')}>
            <Trash2 size={16} strokeWidth={1.8} aria-hidden />
            {texts.remove}
          </Button>
        </div>
      </div>
      <div className="mt-3 grid gap-2 empty:hidden">
        {hint !== undefined && <Note>{hint}</Note>}
        {wrongSecrets > 0 && <Note kind="warn">{texts.wrongSecrets(wrongSecrets)}</Note>}
        {app.usesNip04 && <Note kind="warn">{texts.usesNip04}</Note>}
      </div>
      {asking === 'pair' && <PairAgainDialog app={app} onClose={close} />}
      {asking === 'rename' && <RenameDialog app={app} onClose={close} />}
      {asking === 'remove' && <RemoveDialog app={app} onClose={close} onRemoved={onRemoved} />}
    </section>
  )
}

interface RenameDialogProps {
  app: AppView
  onClose(): void
}

/** What an app is called here, whatever it calls itself. */
function RenameDialog({ app, onClose }: RenameDialogProps) {
  const [typed, setTyped] = useState(app.name)
  const { mutate, isPending } = useUpdateApp(app)
  const form = useId()
  const name = typed.trim()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (name === '') return
    if (name === app.name && !isPending) onClose()
    else mutate({ name }, { onSuccess: onClose })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.renameTitle(app.name)}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" form={form} kind="primary" busy={isPending}>
            {texts.rename}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field
          label={texts.name}
          maxLength={CALLER_NAME_CHARS_MAX}
          autoComplete="off"
          value={typed}
          onText={setTyped}
          hint={name === '' ? texts.nameMissing : null}
        />
      </form>
    </Dialog>
  )
}

interface RemoveDialogProps {
  app: AppView
  onClose(): void
  onRemoved(): void
}

/** Asks before an app is removed. */
function RemoveDialog({ app, onClose, onRemoved }: RemoveDialogProps) {
  const { mutate, isPending } = useRemoveApp(onRemoved)
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.removeTitle(app.name)}
      description={texts.removeLead}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="danger" busy={isPending} onClick={() => mutate(app, { onError: onClose })}>
            {isPending ? texts.removing : texts.remove}
          </Button>
        </>
      }
    />
  )
}
