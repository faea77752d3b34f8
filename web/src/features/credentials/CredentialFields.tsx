import { useMemo } from 'react'
import type { Decoders } from '../../lib/decoders.ts'
import { common, credentials as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { CredentialField } from './CredentialField.tsx'
import type { Pair } from './pair.ts'
import { type DraftState, usePairDraft } from './use-pair-draft.ts'

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
        decode={decoders.readGroup}
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
        decode={decoders.readShare}
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
