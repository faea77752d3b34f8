import { useState } from 'react'
import type { EnvAnswer } from '#contract/env.ts'
import { common, start, configure as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { isConfigured } from '../env/is-configured.ts'
import { SignedOutNote } from '../keyset/SignedOutNote.tsx'
import { useGuardedPage } from '../keyset/use-guarded-page.ts'
import { ServerWarnings, useServerWarnings } from '../start/ServerWarnings.tsx'
import type { Carried, Way } from '../start/ways.ts'
import { ClearDialog } from './ClearDialog.tsx'
import { ConfigureForm } from './ConfigureForm.tsx'
import { valuesOf } from './form.ts'
import { useConfigureForm } from './use-configure-form.ts'

export interface ConfigureScreenProps {
  env: EnvAnswer
  /** What the form begins with. */
  carried: Carried
  /** Called when the signer has its credentials: go on to it. */
  onDone(): void
  /** Takes a text to where it belongs. */
  onElse(to: Way, text: Carried): void
  onApp: ((link: string) => void) | undefined
  /** To the other ways to a keyset. */
  onLeave(): void
}

/** The form for a share that there is already, and where a signer gets other credentials. */
export default function ConfigureScreen(props: ConfigureScreenProps) {
  const { env, carried, onDone, onElse, onApp, onLeave } = props
  const [clearing, setClearing] = useState(false)
  const form = useConfigureForm(env, carried)
  const configured = isConfigured(env)
  const warnings = useServerWarnings()

  // A freshly made share may exist nowhere else until it is saved.
  const made = carried.made?.share
  const isSignedOut = useGuardedPage(
    made !== undefined && made === form.values.share && made !== env.SHARE_CRED,
  )

  // The server's warnings are above the form, which would jump if it were shown first.
  if (!configured && warnings === null) return <p role="status">{common.loading}</p>

  return (
    <div className="mx-auto max-w-160">
      {!configured && <ServerWarnings warnings={warnings ?? []} className="mb-4" />}
      <Card
        title={configured ? texts.titleUpdate : texts.title}
        actions={
          <Button kind="quiet" onClick={onLeave}>
            {start.others}
          </Button>
        }
      >
        <CardBody className="flex flex-col gap-4">
          {isSignedOut && <SignedOutNote />}
          {configured ? (
            <Note>
              <p className="font-medium text-ink">{texts.existingTitle}</p>
              <p>{texts.existing}</p>
            </Note>
          ) : (
            <p className="text-ink-2">{texts.lead}</p>
          )}
          <ConfigureForm
            env={env}
            form={form}
            autoFocus={made !== undefined}
            onDone={onDone}
            onClear={() => setClearing(true)}
            onElse={onElse}
            onApp={onApp}
          />
        </CardBody>
      </Card>
      <ClearDialog
        open={clearing}
        // The button that opened it is gone with the credentials.
        finalFocus={() => configured || form.inputs.name.current}
        onClose={() => setClearing(false)}
        onCleared={() => {
          setClearing(false)
          form.fill(valuesOf({ ...(env.RELAYS && { RELAYS: env.RELAYS }) }), null)
        }}
      />
    </div>
  )
}
