import { CircleCheck } from 'lucide-react'
import type { Problem } from './check.ts'

/** What is wrong with a credential, and why. */
export function ProblemText({ problem: { text, reason } }: { problem: Problem }) {
  return (
    <>
      <span className="block">{text}</span>
      {reason !== undefined && (
        <span className="block text-xs text-ink-2">
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
