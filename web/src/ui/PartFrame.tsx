import { Component, type ReactNode, Suspense } from 'react'
import { PartError } from '../lib/load-part.ts'
import { common, shell } from '../texts/texts.ts'
import { Button } from './Button.tsx'
import { Note } from './Note.tsx'

interface PartFrameProps {
  /**
   * Shown in its place meanwhile; by default, the page says after a moment that something is loading.
   */
  fallback?: ReactNode
  children: ReactNode
}

/** Surrounds a part that loads when shown: if that fails, the rest of the page stays. */
export const PartFrame = ({ fallback = <Coming />, children }: PartFrameProps) => (
  <ErrorBoundary>
    <Suspense fallback={fallback}>{children}</Suspense>
  </ErrorBoundary>
)

const Coming = () => (
  <p
    role="status"
    className="late fixed inset-x-0 bottom-[calc(1.5rem+var(--bottom-bar))] z-50 mx-auto w-fit rounded-md bg-ice-soft px-3.5 py-2 text-sm text-ink-2"
  >
    {common.loading}
  </p>
)

interface State {
  failure: PartError['reason'] | 'broken' | null
}

/**
 * Says that a part of the page can't be shown, and why if that is known. React offers this only to
 * classes.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: error instanceof PartError ? error.reason : 'broken' }
  }

  override render() {
    const { failure } = this.state
    if (failure === null) return this.props.children
    if (failure === 'reported') return null
    return (
      <div role="alert" className="mx-auto max-w-md p-4">
        <Note kind={failure === 'updated' ? 'info' : 'bad'}>
          <p className="mb-3">{shell.partFailed[failure]}</p>
          <Button onClick={() => location.reload()}>{shell.reload}</Button>
        </Note>
      </div>
    )
  }
}
