import { common, home, moving as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { StateIcon } from '#web/ui/StateIcon.tsx'
import { Identity } from '../../home/Identity.tsx'
import { useSaveSettings, useSettings } from '../../signer/protocol-settings.ts'
import { JoinRequests } from '../joining/JoinRequests.tsx'
import { StepButtons, StepHeading } from '../keyset/Steps.tsx'
import type { Flow } from './flow.ts'

export interface SummaryProps {
  flow: Extract<Flow, { at: 'summary' }>
  /** undefined: there was nothing to hand out. */
  onBack: (() => void) | undefined
  onDone(): void
}

/** Which devices have their new shares, and what is left to do. */
export function Summary({ flow, onBack, onDone }: SummaryProps) {
  const { dealt, seen } = flow
  return (
    <>
      <StepHeading title={texts.summaryTitle} lead={texts.summaryLead} />
      <Identity npub={dealt.npub} />
      <ul className="my-4 divide-y divide-line rounded-md border border-line">
        <Device name={home.thisServer} isThere state={texts.states.here} />
        {dealt.packages.map(({ index }) => {
          const isThere = seen.includes(index)
          return (
            <Device
              key={index}
              name={texts.member(index)}
              isThere={isThere}
              state={isThere ? texts.states.online : texts.states.waiting}
            />
          )
        })}
      </ul>
      <JoinRequests />
      <Note kind="warn">{texts.deleteOld}</Note>
      <p className="mt-4 mb-2 text-ink-2">{texts.refuseLead}</p>
      <RefuseV1 isReady />
      <StepButtons onBack={onBack}>
        <Button kind="primary" onClick={onDone}>
          {texts.finish}
        </Button>
      </StepButtons>
    </>
  )
}

function Device(props: { name: string; isThere: boolean; state: string }) {
  const { name, isThere, state } = props
  return (
    <li className="flex gap-2.5 px-3 py-2">
      <span className="mt-0.5">
        <StateIcon
          state={isThere ? 'ok' : 'wait'}
          word={isThere ? texts.stateWords.done : texts.stateWords.waiting}
        />
      </span>
      <p className="flex min-w-0 flex-1 flex-wrap gap-x-2.5">
        <span className="font-medium">{name}</span>
        <span className="text-ink-2">{state}</span>
      </p>
    </li>
  )
}

/** Offers to stop answering 1.x; says so if that is done. */
export function RefuseV1({ isReady }: { isReady: boolean }) {
  const { data: settings } = useSettings()
  const save = useSaveSettings(texts.stopped)
  if (settings === undefined) return null
  if (settings.firstGeneration === 'refuse') {
    return (
      <p className="flex items-center gap-2">
        <StateIcon state="ok" word={common.done} />
        {texts.isStopped}
      </p>
    )
  }
  return (
    <Button
      disabled={!isReady}
      aria-disabled={save.isPending}
      onClick={() => !save.isPending && save.mutate({ firstGeneration: 'refuse' })}
    >
      {save.isPending ? texts.stopping : texts.stopAnswering}
    </Button>
  )
}
