import { useMemo } from 'react'
import type { PackageForm } from '#contract/packages.ts'
import { sealedKind } from '../../lib/sealed-package.ts'
import { useDecoders } from '../configure/use-decoders.ts'

/** In which form a text is sealed; undefined for any other text, and until the decoders are loaded. */
export function useFormOf(text: string): PackageForm | undefined {
  const decoders = useDecoders()
  return useMemo(() => {
    const kind = sealedKind(text)
    const isPackage = kind !== null && kind !== 'igloo-share'
    return isPackage ? decoders?.packageForm(text.trim()) : undefined
  }, [text, decoders])
}
