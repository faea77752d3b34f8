import { identity as texts } from '../../texts/texts.ts'
import { SkeletonLine } from '../../ui/Skeleton.tsx'
import { useIdentityWords } from './use-identity-words.ts'

/** Four words to recognise an identity at first sight; its npub is beside them. */
export function IdentityWords({ npub }: { npub: string }) {
  const words = useIdentityWords(npub)
  if (words === undefined) return <p className="text-sm text-warn">{texts.wordsFailed}</p>
  if (words === null) return <SkeletonLine className="w-56 max-w-full" />
  return (
    <p className="text-[0.9375rem] font-semibold [word-spacing:0.25em]">
      <span className="sr-only">{texts.words}: </span>
      {words.join(' ')}
    </p>
  )
}
