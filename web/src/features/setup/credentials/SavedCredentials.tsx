import { useEffect, useState } from 'react'
import { CONFIRMED_FOR_MS } from '#contract/limits.ts'
import { lazyPart } from '#web/lib/load-part.ts'
import { credentials as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { PartFrame } from '#web/ui/PartFrame.tsx'
import { CredentialFieldsSkeleton } from './CredentialFieldsSkeleton.tsx'

const ShownCredentials = lazyPart(() => import('./ShownCredentials.tsx'))

/**
 * The credentials that the signer runs on. They are in the page only once somebody wants to see
 * them, and only as long as the server shows them to a confirmed user.
 */
export function SavedCredentials({ keysetName }: { keysetName: string }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(false), CONFIRMED_FOR_MS)
    return () => clearTimeout(timer)
  }, [shown])
  const label = shown ? texts.hide : texts.show
  return (
    <section aria-label={texts.both}>
      {shown ? (
        <PartFrame fallback={<CredentialFieldsSkeleton />}>
          <ShownCredentials keysetName={keysetName} />
        </PartFrame>
      ) : (
        <ul className="grid gap-y-1 text-ink-3">
          {[texts.group, texts.share].map((name) => (
            <li key={name} className="flex min-h-6 flex-wrap items-baseline gap-x-3">
              <span className="w-32">{name}</span>
              <span className="font-mono text-mono">{texts.masked}</span>
            </li>
          ))}
        </ul>
      )}
      <Button className="mt-2" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {label}
      </Button>
    </section>
  )
}
