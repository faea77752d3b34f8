import { queryOptions, useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useId } from 'react'
import { loadPart } from '../../lib/load-part.ts'
import { identity as texts } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { SkeletonLine } from '../../ui/Skeleton.tsx'

/** Who the keyset signs as. */
export function Identity({ npub }: { npub: string }) {
  return (
    <div>
      <p className="text-sm text-ink-3">{texts.name}</p>
      <WordsAndNpub npub={npub} />
    </div>
  )
}

/** The identity that a device which gets a share must show too. */
export function ToCompare({ npub }: { npub: string }) {
  const title = useId()
  return (
    <section
      aria-labelledby={title}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 rounded-md border border-line px-3.5 py-3"
    >
      <Fingerprint size={18} strokeWidth={1.8} aria-hidden className="mt-0.5 text-ice" />
      <div>
        <p id={title} className="font-medium">
          {texts.compareTitle}
        </p>
        <p className="mb-2 text-sm text-ink-2">{texts.compareLead}</p>
        <WordsAndNpub npub={npub} />
      </div>
    </section>
  )
}

/** An identity in the form in which two screens are compared. */
export function WordsAndNpub({ npub }: { npub: string }) {
  return (
    <>
      <IdentityWords npub={npub} />
      <p className="flex items-center gap-1">
        <span className="min-w-0 font-mono text-mono break-all">{npub}</span>
        <CopyButton text={npub} what={texts.npubWhat} />
      </p>
    </>
  )
}

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

const wordsQuery = queryOptions({
  queryKey: ['identity-words'],
  queryFn: () => loadPart(() => import('../../lib/identity-words.ts')),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})

/**
 * The four words of an identity: null until the code for them is loaded, undefined if it can't be.
 * Without an npub the code is loaded for later, when there may be something to lose.
 */
export function useIdentityWords(npub?: string): readonly string[] | null | undefined {
  const { data, isError } = useQuery(wordsQuery)
  if (data === undefined) return isError ? undefined : null
  return npub === undefined ? [] : data.identityWords(npub)
}
