import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { seenText } from '#contract/plain-text.ts'
import type { Decoders } from '#web/lib/decoders.ts'
import { common, credentials as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/Field.tsx'
import { HelpTip } from '#web/ui/HelpTip.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Note } from '#web/ui/Note.tsx'
import { type DraftState, type Pair, usePairDraft } from './pair.ts'

export interface CredentialFieldsProps {
  saved: Pair
  keysetName: string
  decoders: Decoders
}

/** The group credential and the share: both can be replaced here, and save themselves. */
export function CredentialFields({ saved, keysetName, decoders }: CredentialFieldsProps) {
  const draft = usePairDraft(decoders, saved, keysetName)
  const { typed, state, change } = draft
  const group = useMemo(() => decoders.readGroup(typed.group), [decoders, typed.group])
  const share = useMemo(() => decoders.readShare(typed.share), [decoders, typed.share])
  const errors = state.at === 'refused' ? state : { group: null, share: null }
  return (
    // Leaving the pair saves what is ready, so that switching tabs loses nothing.
    <fieldset
      aria-label={texts.both}
      className="min-w-0"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) draft.commit()
      }}
    >
      <CredentialField
        label={texts.group}
        what={texts.inSentence.group}
        value={typed.group}
        onText={(text) => change({ group: text })}
        error={errors.group}
        fact={group.ok ? texts.members(decoders.outlineOf(group.value).members.length) : undefined}
        decoded={group}
        undecodable={texts.groupUndecodable}
        identity={group.ok ? decoders.npubEncode(decoders.groupKeyOf(group.value)) : undefined}
      />
      <CredentialField
        className="mt-3.5"
        label={texts.share}
        what={texts.inSentence.share}
        value={typed.share}
        onText={(text) => change({ share: text })}
        error={errors.share}
        fact={share.ok ? texts.ofIndex(share.value.idx) : undefined}
        decoded={share}
        undecodable={texts.shareUndecodable}
      />
      <div className={cx('flex flex-wrap items-center gap-2', draft.changed ? 'mt-2' : 'sr-only')}>
        <p role="status" className="min-w-0 flex-1 text-sm text-ink-2">
          {draft.changed && progress(state)}
        </p>
        {state.at === 'failed' && <Button onClick={draft.retry}>{common.retry}</Button>}
        {draft.changed && state.at !== 'saving' && (
          <Button kind="quiet" onClick={draft.undo}>
            {common.undo}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

function progress(state: DraftState): string {
  switch (state.at) {
    case 'refused':
      return texts.keptMeanwhile
    case 'pausing':
      return texts.pausing
    case 'saving':
      return texts.saving
    case 'failed':
      return `${texts.saveFailed}: ${state.reason}`
    case 'rest':
      return ''
  }
}

interface CredentialFieldProps
  extends Pick<DecodedViewProps, 'decoded' | 'undecodable' | 'identity'> {
  label: string
  /** What it is called in a sentence. */
  what: string
  value: string
  onText(text: string): void
  error: string | null
  /** What it says about itself at a glance. */
  fact: string | undefined
  className?: string
}

/** A credential: masked; can be copied, decoded and replaced. */
function CredentialField(props: CredentialFieldProps) {
  const { label, what, value, onText, error, fact, className, ...content } = props
  const [open, setOpen] = useState(false)
  const viewId = useId()
  const view = open && value !== ''
  return (
    <div className={className}>
      <Field
        label={label}
        type="password"
        autoComplete="off"
        mono
        value={value}
        onText={onText}
        error={error}
        fact={fact}
        help={<HelpTip subject={what} text={texts.help} />}
        inside={
          <>
            <CopyButton text={value} what={what} disabled={value === ''} />
            <IconButton
              icon={open ? EyeOff : Eye}
              label={texts.decodedOf(what)}
              aria-expanded={view}
              aria-controls={view ? viewId : undefined}
              disabled={value === ''}
              onClick={() => setOpen(!open)}
            />
          </>
        }
      />
      {view && <DecodedView id={viewId} label={texts.decodedOf(what)} raw={value} {...content} />}
    </div>
  )
}

interface DecodedViewProps {
  id: string
  /** Whose view this is, as in `Decoded group credential`. */
  label: string
  raw: string
  /** The package that the text holds, if any; the field says why it holds none. */
  decoded: { ok: true; value: unknown } | { ok: false }
  /** The npub that it signs for, if it says so. */
  identity?: string | undefined
  /** What to say when it holds none. */
  undecodable: string
}

/** A decoded credential: as written, and its content. */
function DecodedView(props: DecodedViewProps) {
  const { id, label, raw, decoded, identity, undecodable } = props
  return (
    <section
      id={id}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by the keyboard
      tabIndex={0}
      className="mt-2 max-h-details space-y-3 overflow-auto rounded-md border border-line bg-sunken p-3"
    >
      <Part title={texts.raw}>
        <p className="font-mono text-mono break-all text-ink-2">{seenText(raw)}</p>
      </Part>
      {identity !== undefined && (
        <Part title={texts.identity}>
          <p className="font-mono text-mono break-all text-ink-2">{identity}</p>
        </Part>
      )}
      <Part title={texts.decoded}>
        {decoded.ok ? (
          <pre className="font-mono text-mono break-all whitespace-pre-wrap text-ink-2">
            {seenText(JSON.stringify(decoded.value, null, 2))}
          </pre>
        ) : (
          <Note kind="bad">{undecodable}</Note>
        )}
      </Part>
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 text-sm font-semibold text-ink-3">{title}</h3>
      {children}
    </div>
  )
}
