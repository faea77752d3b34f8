import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Peer } from '#contract/peers.ts'
import type { ProtocolName, V1Mode } from '#contract/protocols.ts'
import type { Settings } from '#contract/settings.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { signer, generations as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Choices, choicesOf } from '../../ui/Choices.tsx'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Note } from '../../ui/Note.tsx'
import { Markable } from '../../ui/Setting.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePlaces } from '../home/places.ts'
import { peersQuery } from '../signer/peers.ts'
import { useSaveSettings, useSettings } from '../signer/protocol-settings.ts'
import { isOlder } from '../signer/protocols.ts'
import type { SectionProps } from './section-props.ts'

/** What this signer answers. */
export default function ProtocolSection({ saved }: SectionProps) {
  const query = useSettings()
  const { data: list } = useQuery({ ...peersQuery, enabled: saved.configured })
  return (
    <>
      <p className="mb-4 text-sm text-ink-2">{texts.lead}</p>
      <Loaded query={query} placeholder={<Skeleton className="h-96" />}>
        {(settings) => (
          <ProtocolForm
            saved={settings}
            generation={saved.keyset?.generation}
            peers={list?.peers ?? []}
          />
        )}
      </Loaded>
    </>
  )
}

interface ProtocolFormProps {
  saved: Settings
  /** The oldest protocol that the signer's credentials support; undefined: there are none. */
  generation: ProtocolName | undefined
  peers: readonly Peer[]
}

const CHOICES = choicesOf(Object.keys(texts.choices) as V1Mode[], texts.choices)

/** Saved by a button: moving through the choices by keyboard must not lock anybody out. */
function ProtocolForm({ saved, generation, peers }: ProtocolFormProps) {
  const [chosen, choose] = useState<Partial<Settings>>({})
  const save = useSaveSettings()
  const { onMove } = usePlaces()
  const { firstGeneration, approveOnboarding } = { ...saved, ...chosen }
  const isChanged =
    firstGeneration !== saved.firstGeneration || approveOnboarding !== saved.approveOnboarding
  const older = peers.filter(isOlder).length

  function submit(event: FormEvent) {
    event.preventDefault()
    // What is chosen meanwhile stays chosen.
    save.mutate(chosen, { onSuccess: () => choose((now) => (now === chosen ? {} : now)) })
  }

  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-5">
      <Markable name="firstGeneration">
        <div className="grid grid-cols-1 gap-2">
          {generation === '2026' ? (
            <>
              <p className="font-medium">{texts.firstGeneration}</p>
              <Note>{texts.nothingAnswered}</Note>
            </>
          ) : (
            <Choices
              legend={texts.firstGeneration}
              choices={CHOICES}
              value={firstGeneration}
              onChange={(next) => choose({ ...chosen, firstGeneration: next })}
            />
          )}
          {generation === '1.x' && (
            <Button className="justify-self-start" onClick={onMove}>
              {signer.move}
            </Button>
          )}
          {firstGeneration === 'refuse' && older > 0 && (
            <Note kind="warn">{texts.wouldStop(older)}</Note>
          )}
        </div>
      </Markable>
      <Markable name="onboarding">
        <fieldset>
          <legend className="mb-1.5 font-medium">{texts.onboarding}</legend>
          <Checkbox
            title={texts.approve}
            hint={texts.approveHint}
            checked={approveOnboarding}
            onChange={(next) => choose({ ...chosen, approveOnboarding: next })}
          />
        </fieldset>
      </Markable>
      <FormFailure text={save.error && `${texts.saveFailed}: ${reasonOf(save.error)}`} />
      <div>
        <Button type="submit" kind="primary" disabled={!isChanged} busy={save.isPending}>
          {save.isPending ? texts.saving : texts.save}
        </Button>
      </div>
    </form>
  )
}
