import {
  Circle,
  CircleCheck,
  CircleDot,
  Handshake,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react'
import { joining as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { WordsAndNpub } from '../../home/Identity.tsx'
import { PackageWait } from '../PackageParts.tsx'
import {
  type Joining,
  progressOf,
  type Received,
  type StepState,
  stepsOf,
  useGiveUp,
} from './onboarding.ts'
import { Panel } from './Panel.tsx'

export interface JoiningPanelProps {
  state: Joining
  /** Why nothing newer is known. */
  problem: string | null
  /** What it has joined is being saved. */
  isSaving: boolean
  /** Called when the owner says that it is the right identity. */
  onReceived(received: Received): void
}

const ICONS: Record<StepState, { icon: LucideIcon; ink: string }> = {
  done: { icon: CircleCheck, ink: 'text-ok' },
  now: { icon: LoaderCircle, ink: 'text-ice' },
  later: { icon: Circle, ink: 'text-ink-3' },
}

/** How far this device has got with joining a keyset, up to asking whether it is the right one. */
export function JoiningPanel({ state, problem, isSaving, onReceived }: JoiningPanelProps) {
  const giveUp = useGiveUp()
  const isOver = state.state === 'received'
  return (
    <Panel icon={Handshake} title={texts.progress} takesFocus>
      <ol className="grid gap-1.5">
        {stepsOf(state).map(({ name, text, is }) => (
          <Step key={name} text={text} is={is} turns={!isOver} />
        ))}
      </ol>
      <div role="status" className="mt-2.5 text-sm text-ink-2 empty:hidden">
        {problem !== null && (
          <p className="text-bad">
            {texts.stateFailed}: {problem}
          </p>
        )}
        {!isOver && <p>{progressOf(state)}</p>}
        {state.state === 'asking' && <p className="mt-1">{texts.askingHint}</p>}
      </div>
      {state.state === 'opening' && <PackageWait isWaiting form={state.form} />}
      {state.state === 'received' ? (
        <CompareIdentity
          received={state}
          isGivingUp={giveUp.isPending}
          isSaving={isSaving}
          onSame={() => onReceived(state)}
          onNotSame={() => giveUp.mutate()}
        />
      ) : (
        <div className="mt-3 flex justify-end">
          <Button
            aria-disabled={giveUp.isPending}
            onClick={() => !giveUp.isPending && giveUp.mutate()}
          >
            {texts.cancel}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function Step({ text, is, turns }: { text: string; is: StepState; turns: boolean }) {
  const isNow = is === 'now'
  const { icon, ink } = ICONS[is]
  // At the last step, nothing goes on until the owner answers.
  const Icon = isNow && !turns ? CircleDot : icon
  return (
    <li
      aria-current={isNow ? 'step' : undefined}
      className={cx('flex items-center gap-2', isNow ? 'font-medium' : 'text-ink-2')}
    >
      <Icon
        size={16}
        strokeWidth={1.8}
        aria-hidden
        className={cx('shrink-0', ink, isNow && turns && 'animate-spin')}
      />
      {text}
      <span className="sr-only">: {texts.stepWords[is]}</span>
    </li>
  )
}

interface CompareIdentityProps {
  received: Received
  isGivingUp: boolean
  isSaving: boolean
  onSame(): void
  onNotSame(): void
}

/** The identity that has arrived; only its owner can say whether it is the right one. */
function CompareIdentity(props: CompareIdentityProps) {
  const { received, isGivingUp, isSaving, onSame, onNotSame } = props
  const { npub, threshold, members } = received
  return (
    <div className="mt-3 border-t border-ice-line pt-3">
      <h4 className="font-medium">{texts.compareTitle}</h4>
      <p className="text-sm text-ink-2">{texts.compareLead}</p>
      <div className="my-2.5 rounded-md border border-ice-line bg-surface py-1.5 pr-1 pl-2.5">
        <WordsAndNpub npub={npub} />
      </div>
      <p className="text-sm text-ink-2">{texts.size(threshold, members)}</p>
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button
          aria-disabled={isGivingUp || isSaving}
          onClick={() => !isGivingUp && !isSaving && onNotSame()}
        >
          {texts.notSame}
        </Button>
        <Button kind="primary" aria-disabled={isSaving} onClick={onSame}>
          {isSaving ? texts.saving : texts.same}
        </Button>
      </div>
    </div>
  )
}
