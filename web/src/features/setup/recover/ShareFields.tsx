import { CircleCheck, Plus, WandSparkles, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AUTO_DETECTED_BADGE } from '#web/lib/limits.ts'
import { recover as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SecretField } from '#web/ui/SecretField.tsx'
import type { Assessment, GroupCheck, Problem, ShareCheck } from './check.ts'
import { type Form, withFieldAdded, withFieldRemoved, withShare } from './form.ts'
import type { Saved } from './use-saved-pair.ts'
import type { ShareEntry } from './use-share-form.ts'

/** The fields for a group credential and its shares, each with the result of its check. */
export const ShareFields = ({ entry }: { entry: ShareEntry }) => (
  <>
    <GroupField entry={entry} />
    <ShareList entry={entry} />
  </>
)

/** Focus follows as fields come and go. */
function ShareList({ entry }: { entry: ShareEntry }) {
  const { form, change, paste, assessment, threshold } = entry
  const { shares } = form
  const list = useRef<HTMLUListElement>(null)

  function changeFields(to: Form, focused: number) {
    flushSync(() => change(to))
    list.current?.querySelectorAll('input')[focused]?.focus()
  }

  return (
    <div>
      <ul ref={list} aria-label={texts.shares} className="grid grid-cols-1 gap-3">
        {shares.map(({ key, text }, at) => (
          <li key={key}>
            <SecretField
              label={texts.share(at + 1)}
              placeholder={texts.sharePlaceholder(at + 1)}
              value={text}
              onText={(next) => change(withShare(form, key, next))}
              onPaste={(event) => paste(event, key)}
              {...shareText(text, assessment, key)}
              beside={
                <IconButton
                  icon={X}
                  label={texts.remove(at + 1)}
                  disabled={shares.length === 1}
                  onClick={() => changeFields(withFieldRemoved(form, key), Math.max(0, at - 1))}
                />
              }
            />
          </li>
        ))}
      </ul>
      {shares.length < threshold && (
        <Button className="mt-3" onClick={() => changeFields(withFieldAdded(form), shares.length)}>
          <Plus size={16} strokeWidth={1.8} aria-hidden />
          {texts.add(shares.length, threshold)}
        </Button>
      )}
    </div>
  )
}

/** The text under a share's field. */
function shareText(text: string, assessment: Assessment | null, key: number) {
  if (assessment === null) return { hint: text === '' ? texts.shareHint : texts.checking }
  const check: ShareCheck = assessment.shares.get(key) ?? { state: 'empty' }
  switch (check.state) {
    case 'empty':
      return { hint: texts.shareHint }
    case 'invalid':
      return { error: <ProblemText problem={check.problem} /> }
    case 'repeated':
      return { error: texts.shareRepeated(check.index, check.position) }
    case 'loose':
      return { hint: texts.shareLoose(check.index) }
    case 'valid':
      return { hint: <FitText text={texts.shareFits(check.index)} /> }
  }
}

function GroupField({ entry }: { entry: ShareEntry }) {
  const { form, change, paste, assessment, saved } = entry
  const { group } = form
  return (
    <SecretField
      label={texts.group}
      placeholder={texts.groupPlaceholder}
      value={group}
      onText={(next) => change({ ...form, group: next })}
      onPaste={(event) => paste(event)}
      fact={
        saved.state === 'found' && (
          <AutoDetectedBadge holds={saved.pair.groupCredential === group} />
        )
      }
      {...groupText(group, assessment?.group ?? null, saved)}
    />
  )
}

/** The text under the field. */
function groupText(text: string, check: GroupCheck | null, saved: Saved) {
  if (text === '' && saved.state === 'failed') return { hint: texts.savedUnreadable(saved.reason) }
  if (check === null) return { hint: text === '' ? texts.groupHint : texts.checking }
  switch (check.state) {
    case 'empty':
      return { hint: texts.groupHint }
    case 'invalid':
      return { error: <ProblemText problem={check.problem} /> }
    case 'valid': {
      return { hint: <FitText text={texts.groupFits(check.group.threshold, check.members)} /> }
    }
  }
}

interface AutoDetectedBadgeProps {
  /** Whether the field still holds it. */
  holds: boolean
}

/** Says for five seconds that a field was filled from what was saved. */
function AutoDetectedBadge({ holds }: AutoDetectedBadgeProps) {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), AUTO_DETECTED_BADGE)
    return () => clearTimeout(timer)
  }, [])
  if (over || !holds) return null
  return (
    <Chip tone="ice" icon={WandSparkles}>
      {texts.autoDetected}
    </Chip>
  )
}

/** What is wrong with a credential, and why. */
export function ProblemText({ problem: { text, reason } }: { problem: Problem }) {
  return (
    <>
      <span className="block">{text}</span>
      {reason !== undefined && (
        <span className="block text-sm text-ink-2">
          {reason.charAt(0).toUpperCase()}
          {reason.slice(1)}.
        </span>
      )}
    </>
  )
}

/** Says that a credential is valid. */
export function FitText({ text }: { text: string }) {
  return (
    <span className="flex items-center gap-1 text-ok">
      <CircleCheck size={14} strokeWidth={1.8} aria-hidden className="shrink-0" />
      {text}
    </span>
  )
}

export interface RequirementProps {
  entry: ShareEntry
  /** How many shares it takes, in words. */
  text(threshold: number, total: number): string
}

/** How many shares are needed, and how many are there. */
export function Requirement({ entry, text }: RequirementProps) {
  const { threshold, total, assessment } = entry
  const valid = assessment?.valid.length ?? 0
  return (
    <div className="rounded-md border border-ice-line bg-ice-soft px-3.5 py-3">
      <p className="font-semibold">{text(threshold, total)}</p>
      <div className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span aria-hidden className="flex flex-wrap gap-1">
          {Array.from({ length: threshold }, (_, at) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a place in the row is all that each is
              key={at}
              className={cx('h-1.5 w-6 rounded-full', at < valid ? 'bg-ok' : 'bg-line-strong')}
            />
          ))}
        </span>
        <p role="status" className="text-sm text-ink-2">
          {texts.progress(valid, threshold)}
        </p>
      </div>
    </div>
  )
}
