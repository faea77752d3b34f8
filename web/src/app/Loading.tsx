import { common } from '../texts/texts.ts'
import { Logo } from '../ui/Logo.tsx'

/** Shown until it is known what to show. */
export function Loading() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 text-ink-2">
      <Logo size={40} />
      <p role="status">{common.loading}</p>
    </main>
  )
}
