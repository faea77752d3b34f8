import { useEffect, useRef, useState } from 'react'
import { useUnloadGuard } from '../../lib/use-unload-guard.ts'
import { backups, common } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import type { RestoreStage } from './use-restore.ts'

const texts = backups.restore

/** Milliseconds after which a restarting server takes longer than it should. */
const SLOW = 30_000

/** A step without measurable progress pulses as a whole. */
const BAR = cx(
  'mt-3 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line',
  '[&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ice [&::-moz-progress-bar]:bg-ice',
  'indeterminate:animate-pulse indeterminate:[&::-webkit-progress-bar]:bg-ice',
)

type Running = Extract<RestoreStage, { at: 'sending' | 'checking' | 'restarting' }>

export interface RestoreProgressProps {
  stage: Running
  onStop(): void
}

/** How far a restore has got; it can be stopped until the server has all of the back-up. */
export function RestoreProgress({ stage, onStop }: RestoreProgressProps) {
  const status = useRef<HTMLParagraphElement>(null)
  useUnloadGuard(stage.at !== 'restarting')
  // The pressed button is gone from the page, and focus with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again at each stage
  useEffect(() => status.current?.focus(), [stage.at])
  return (
    <>
      <p ref={status} role="status" tabIndex={-1} className="text-ink-2 outline-none">
        {stage.at === 'sending' && texts.sending}
        {stage.at === 'checking' && texts.checking}
        {stage.at === 'restarting' && texts.restarting}
      </p>
      <progress
        aria-label={texts.restoring}
        value={stage.at === 'sending' ? stage.part : undefined}
        className={BAR}
      />
      {stage.at === 'sending' && (
        <div className="mt-4 flex flex-wrap items-center justify-end gap-3">
          <span className="mr-auto text-sm text-ink-3 tabular-nums">
            {texts.sent(Math.floor(stage.part * 100))}
          </span>
          <Button onClick={onStop}>{common.cancel}</Button>
        </div>
      )}
      {stage.at === 'restarting' && <SlowStart />}
    </>
  )
}

function SlowStart() {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p role="status" className="mt-3 text-sm text-ink-2 empty:hidden">
      {slow && texts.slow}
    </p>
  )
}
