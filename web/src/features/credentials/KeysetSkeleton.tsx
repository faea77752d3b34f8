import { generations } from '../../../../server/contract/texts/generations.ts'
import { credentials, signer as texts } from '../../../../server/contract/texts/signer.ts'
import { Skeleton, SkeletonLine } from '../../ui/Skeleton.tsx'

/** The place of KeysetFacts. */
export function KeysetFactsSkeleton() {
  return (
    <div aria-hidden className="grid gap-y-1">
      {[texts.keyset, texts.index, texts.threshold, texts.pubkey].map((name) => (
        <div key={name} className="flex min-h-6 flex-wrap items-center">
          <span className="w-22 text-ink-3">{name}</span>
          <SkeletonLine className="w-24" />
        </div>
      ))}
      <div className="flex min-h-6 flex-wrap items-baseline">
        <span className="w-22 text-ink-3">{generations.protocol}</span>
        <div>
          <SkeletonLine className="w-24" />
          <div className="min-h-[1lh] text-xs" />
        </div>
      </div>
    </div>
  )
}

/** The place of CredentialFields. */
export function CredentialFieldsSkeleton() {
  return (
    <div aria-hidden className="space-y-3.5">
      {[credentials.group, credentials.share].map((label) => (
        <div key={label}>
          <span className="mb-1.5 flex min-h-6 items-center font-medium">{label}</span>
          <Skeleton className="h-9.5 rounded-md" />
        </div>
      ))}
    </div>
  )
}
