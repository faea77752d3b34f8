import type { ReactNode } from 'react'
import { common } from '../texts/texts.ts'
import { Button } from './Button.tsx'
import { Note } from './Note.tsx'

interface LoadFailureProps {
  /** What was not loaded, and why. */
  text: string
  onRetry(): void
  /** Another way on, before the button. */
  before?: ReactNode
}

/** In the place of what could not be loaded: why, and a button that asks again. */
export const LoadFailure = ({ text, onRetry, before }: LoadFailureProps) => (
  <Note kind="bad">
    <p role="alert" className="mb-3">
      {text}
    </p>
    <div className="flex flex-wrap gap-2">
      {before}
      <Button onClick={onRetry}>{common.retry}</Button>
    </div>
  </Note>
)
