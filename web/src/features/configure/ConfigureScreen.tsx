import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EnvAnswer } from '../../../../server/contract/env.ts'
import { common } from '../../../../server/contract/texts/common.ts'
import { configure as texts } from '../../../../server/contract/texts/configure.ts'
import { importing } from '../../../../server/contract/texts/importing.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { isConfigured } from '../env/is-configured.ts'
import { useWatchChanges } from '../events/watch-changes.ts'
import { SignedOutNote } from '../keyset/SignedOutNote.tsx'
import { useGuardedPage } from '../keyset/use-guarded-page.ts'
import { saveRecord } from '../shares/browser-records.ts'
import { statusQuery } from '../status/get-status.ts'
import { ClearDialog } from './ClearDialog.tsx'
import { ConfigureForm } from './ConfigureForm.tsx'
import { valuesOf } from './form.ts'
import { useConfigureForm } from './use-configure-form.ts'
import { useTakenNames } from './use-taken-names.ts'

const KeysetCreator = lazyPart(() => import('../keyset/KeysetCreator.tsx'))
const ImportScreen = lazyPart(() => import('../importing/ImportScreen.tsx'))

export interface ConfigureScreenProps {
  env: EnvAnswer
  /** Called when the signer has its credentials: go on to it. */
  onDone(): void
  /** Called when it runs on a new keyset: its other devices come next. */
  onKept(): void
}

/** What the column shows; after the creator, the form knows how that ended. */
type View =
  | { at: 'form'; after: 'created' | 'cancelled' | 'not imported' | null }
  | { at: 'creating' }
  | { at: 'importing' }

/** A new owner's first screen, and where a signer gets other credentials. */
export default function ConfigureScreen({ env, onDone, onKept }: ConfigureScreenProps) {
  useWatchChanges()
  const [view, setView] = useState<View>({ at: 'form', after: null })
  const [clearing, setClearing] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const form = useConfigureForm(env)
  const taken = useTakenNames()
  // Asked once: nobody watches the signer here.
  const status = useQuery({ ...statusQuery, refetchInterval: false })
  const configured = isConfigured(env)
  const warnings = configured ? [] : (status.data?.warnings ?? [])

  // A freshly made share may exist nowhere else until it is saved.
  const isSignedOut = useGuardedPage(
    made !== null && made === form.values.share && made !== env.SHARE_CRED,
  )

  if (view.at === 'creating') {
    return (
      <PartFrame fallback={<p role="status">{common.loading}</p>}>
        <KeysetCreator
          existingNames={env.GROUP_NAME === undefined ? taken : [...taken, env.GROUP_NAME]}
          relays={form.values.relays}
          onKept={onKept}
          onCreated={({ name, shareCredential: share, groupCredential: group }) => {
            // Every other share is handed out by now: this one must not depend on an open page.
            saveRecord({ shareCredential: share, groupCredential: group, name })
            const button = configured ? texts.update : texts.configure
            form.fill({ ...form.values, name, share, group }, texts.created(button))
            setMade(share)
            setView({ at: 'form', after: 'created' })
          }}
          onCancel={() => setView({ at: 'form', after: 'cancelled' })}
        />
      </PartFrame>
    )
  }

  if (view.at === 'importing') {
    return (
      <PartFrame fallback={<p role="status">{common.loading}</p>}>
        <ImportScreen
          onDone={onDone}
          onCancel={() => setView({ at: 'form', after: 'not imported' })}
        />
      </PartFrame>
    )
  }

  // The server's warnings are above the form, which would jump if it were shown first.
  if (!configured && status.isPending) return <p role="status">{common.loading}</p>

  return (
    <div className="mx-auto max-w-160">
      {warnings.length > 0 && (
        <section aria-label={texts.warnings} className="mb-4 flex flex-col gap-2">
          {warnings.map((warning) => (
            <Note key={warning} kind="warn">
              {warning}
            </Note>
          ))}
        </section>
      )}
      <Card title={configured ? texts.titleUpdate : texts.title}>
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
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line px-3.5 py-2.5">
            <p className="min-w-[min(12rem,100%)] flex-1 text-sm text-ink-2">
              {configured ? texts.createLeadUpdate : texts.createLead}
            </p>
            <Button
              autoFocus={view.after === 'cancelled'}
              onClick={() => setView({ at: 'creating' })}
            >
              {texts.create}
            </Button>
          </div>
          {!configured && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line px-3.5 py-2.5">
              <p className="min-w-[min(12rem,100%)] flex-1 text-sm text-ink-2">{importing.lead}</p>
              <Button
                autoFocus={view.after === 'not imported'}
                onClick={() => setView({ at: 'importing' })}
              >
                {importing.begin}
              </Button>
            </div>
          )}
          <ConfigureForm
            env={env}
            form={form}
            autoFocus={view.after === 'created'}
            onDone={onDone}
            onClear={() => setClearing(true)}
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
