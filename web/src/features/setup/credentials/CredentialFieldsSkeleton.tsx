import { credentials } from '#web/texts/texts.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** The placeholder for CredentialFields. */
export function CredentialFieldsSkeleton() {
  return (
    <div aria-hidden className="space-y-3.5">
      {[credentials.group, credentials.share].map((label) => (
        <div key={label}>
          <span className="mb-1.5 flex min-h-6 items-center font-medium">{label}</span>
          <Skeleton className="h-9.5 max-sm:h-10.5 rounded-md" />
        </div>
      ))}
    </div>
  )
}
