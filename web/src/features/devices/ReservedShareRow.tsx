import { Trash2 } from 'lucide-react'
import type { HandOutAnswer, ReservedShare } from '#contract/reserved-shares.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { devices as texts } from '../../texts/texts.ts'
import { told } from '../../texts/told.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { toastFailed } from '../../ui/toast.ts'
import type { StateName } from '../../ui/tone.ts'
import { useHandOut } from './hand-out.ts'

export interface ReservedShareRowProps {
  spare: ReservedShare
  /** It is the first that has no device: the others come after it. */
  isNext: boolean
  onHandOut(): void
  onShown(given: HandOutAnswer): void
  onDelete(): void
}

const ICONS: Record<ReservedShare['state'], StateName> = {
  kept: 'unknown',
  handedOut: 'wait',
  online: 'wait',
  done: 'ok',
  lost: 'bad',
}

/** A share for another device: whose it is, how far it is, and what can be done with it. */
export function ReservedShareRow({
  spare,
  isNext,
  onHandOut,
  onShown,
  onDelete,
}: ReservedShareRowProps) {
  const showAgain = useHandOut(spare.index)
  const { index, state, name, heardBefore, problem, areTwoDevices } = spare
  const what = texts.share(index)

  function start() {
    if (state === 'kept') return onHandOut()
    if (showAgain.isPending) return
    showAgain.mutate(
      {},
      {
        onSuccess: onShown,
        onError: (error) => toastFailed(texts.showFailed, reasonOf(error)),
      },
    )
  }

  return (
    <li className="flex items-start gap-2.5 px-3.5 py-3">
      <span className="mt-0.5">
        <StateIcon state={ICONS[state]} word={texts.words[state]} />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-44">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 font-medium wrap-anywhere">
              {state === 'kept' ? what : (name ?? what)}
            </span>
            <span className="text-xs text-ink-3">{state === 'kept' ? texts.spare : what}</span>
          </p>
          <p className="text-sm text-ink-2">{texts.states[state]}</p>
          {problem && !areTwoDevices && (
            <p className="text-sm text-ink-2">{texts.onlineHint(told(problem))}</p>
          )}
          {areTwoDevices && <p className="text-sm text-warn">{texts.twoDevices}</p>}
          {heardBefore && state === 'lost' && (
            <p className="text-sm text-ink-2">{texts.heardSince}</p>
          )}
          {heardBefore && state === 'kept' && (
            <p className="text-sm text-warn">{texts.heardBefore}</p>
          )}
        </div>
        {state !== 'done' && (
          <div className="ml-auto flex items-center gap-1">
            {state !== 'lost' && (
              <Button
                kind={isNext ? 'primary' : 'plain'}
                aria-label={state === 'kept' ? texts.handOutWhat(what) : texts.showAgainWhat(what)}
                aria-disabled={showAgain.isPending}
                onClick={start}
              >
                {state === 'kept' ? texts.handOut : texts.showAgain}
              </Button>
            )}
            <IconButton icon={Trash2} label={texts.delete(what)} onClick={onDelete} />
          </div>
        )}
      </div>
    </li>
  )
}
