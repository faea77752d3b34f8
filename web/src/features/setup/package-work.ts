import { queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PackageForm, PackageWork } from '#contract/packages.ts'
import { get } from '../../lib/api-client.ts'
import { useDecoders } from '../../lib/decoders.ts'
import { sealedKind } from '../../lib/sealed-package.ts'

/**
 * How long a call may take that opens or makes one package. Four others may wait before it, and a slow machine takes
 * half a minute for each. Milliseconds.
 */
export const PACKAGE_TIMEOUT = 180_000

/** How long a package takes on the server's machine. */
export const packageWorkQuery = queryOptions({
  queryKey: ['package-work'],
  queryFn: ({ signal }) => get<PackageWork>('/api/packages', signal),
})

/** The form of a sealed package; undefined for any other text, and until the decoders are loaded. */
export function useFormOf(text: string): PackageForm | undefined {
  const decoders = useDecoders()
  return useMemo(() => {
    const kind = sealedKind(text)
    const isPackage = kind !== null && kind !== 'igloo-share'
    return isPackage ? decoders?.packageForm(text.trim()) : undefined
  }, [text, decoders])
}
