import { useState } from 'react'
import type { AppView, InviteAnswer } from '#contract/apps.ts'
import { common, apps as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useReinviteApp } from './changes.ts'
import { InvitedLink, PairedNote } from './InvitedLink.tsx'

export interface PairAgainDialogProps {
  app: AppView
  onClose(): void
}

type State =
  | { at: 'asking' }
  | { at: 'link'; invited: InviteAnswer; pairedBefore: string | undefined }
  | { at: 'paired' }

/** A new link for an app that is there. */
export function PairAgainDialog({ app, onClose }: PairAgainDialogProps) {
  const { id, name, state: appState, pairedAt } = app
  const [state, setState] = useState<State>({ at: 'asking' })
  const show = (invited: InviteAnswer) =>
    setState({
      at: 'link',
      invited,
      pairedBefore: state.at === 'link' ? state.pairedBefore : pairedAt,
    })
  const reinvite = useReinviteApp(show)
  if (state.at === 'asking') {
    return (
      <Dialog
        open
        onClose={onClose}
        title={texts.pairAgainTitle(name)}
        description={texts.pairAgainLead}
        actions={
          <>
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button kind="primary" busy={reinvite.isPending} onClick={() => reinvite.mutate(id)}>
              {reinvite.isPending ? texts.inviting : texts.invite}
            </Button>
          </>
        }
      >
        {appState === 'paired' && <p className="text-ink-2">{texts.replaces}</p>}
      </Dialog>
    )
  }
  return (
    <Dialog open onClose={onClose} title={texts.linkTitle(name)} wide>
      {state.at === 'link' ? (
        <InvitedLink
          invited={state.invited}
          pairedBefore={state.pairedBefore}
          onInvited={show}
          onPaired={() => setState({ at: 'paired' })}
        />
      ) : (
        <PairedNote id={id} onClose={onClose} />
      )}
    </Dialog>
  )
}
