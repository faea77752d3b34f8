import { useState } from 'react'
import type { InviteAnswer } from '#contract/apps.ts'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import { apps as texts } from '../../texts/texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { V1Note } from '../setup/credentials/V1Note.tsx'
import { AcceptForm } from './AcceptForm.tsx'
import { InvitedLink, PairedNote } from './InvitedLink.tsx'
import { InviteForm } from './InviteForm.tsx'

export type Way = keyof typeof texts.way

export interface AddAppDialogProps {
  /** The way that is shown first. */
  way: Way
  /** An app's link that is already known. */
  link: string | undefined
  saved: CredentialsAnswer
  onClose(): void
  /** Shows the page of an app. */
  onShow(id: string): void
}

type State =
  | { at: 'choosing'; way: Way }
  | { at: 'link'; name: string; invited: InviteAnswer }
  | { at: 'paired'; id: string }

const WAYS = (['invite', 'accept'] as const).map((value) => ({ value, text: texts.way[value] }))

/** Adds an app: Floe invites it, or takes its invitation. */
export function AddAppDialog(props: AddAppDialogProps) {
  const { way, link, saved, onClose, onShow } = props
  const [state, setState] = useState<State>({ at: 'choosing', way })
  const exposure = saved.keyset?.generation === '1.x' && <V1Note warning={texts.exposure} />
  const title = state.at === 'link' ? texts.linkTitle(state.name) : texts.addTitle
  return (
    <Dialog open onClose={onClose} title={title} wide>
      {state.at === 'choosing' && (
        <Segments
          label={texts.ways}
          tabs={WAYS}
          value={state.way}
          onChange={(next) => setState({ at: 'choosing', way: next })}
        >
          {state.way === 'invite' ? (
            <InviteForm
              relays={saved.relays}
              exposure={exposure}
              onInvited={(name, invited) => setState({ at: 'link', name, invited })}
            />
          ) : (
            <AcceptForm
              link={link}
              npub={saved.keyset?.npub}
              exposure={exposure}
              onPaired={(id) => setState({ at: 'paired', id })}
            />
          )}
        </Segments>
      )}
      {state.at === 'link' && (
        <InvitedLink
          invited={state.invited}
          pairedBefore={undefined}
          onInvited={(invited) => setState({ ...state, invited })}
          onPaired={(id) => setState({ at: 'paired', id })}
        />
      )}
      {state.at === 'paired' && (
        <PairedNote id={state.id} onShow={() => onShow(state.id)} onClose={onClose} />
      )}
    </Dialog>
  )
}
