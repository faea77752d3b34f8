import { Component, type ErrorInfo, type ReactNode } from 'react'
import { shell } from '../../../server/contract/texts/shell.ts'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'

/**
 * Says so where a part of the page can't be shown, as when a new release has replaced the files
 * that this page would still load. React offers this to classes only.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div role="alert" className="mx-auto max-w-md p-4">
        <Note kind="bad">
          <p className="mb-3">{shell.screenFailed}</p>
          <Button onClick={() => location.reload()}>{shell.reload}</Button>
        </Note>
      </div>
    )
  }
}
