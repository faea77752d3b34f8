import { type ReactNode, Suspense } from 'react'
import { common } from '../texts/texts.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

export interface PartFrameProps {
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
    className="late fixed inset-x-0 bottom-6 z-50 mx-auto w-fit rounded-md bg-ice-soft px-3.5 py-2 text-sm text-ink-2"
  >
    {common.loading}
  </p>
)
