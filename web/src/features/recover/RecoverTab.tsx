import type { EnvAnswer } from '#contract/env.ts'
import { RecoverForm } from './RecoverForm.tsx'
import { useDecoders } from './use-decoders.ts'
import { useSavedPair } from './use-saved-pair.ts'

/**
 * Recovers the nsec. What is entered and its result live only in this tab, and are gone with it.
 */
export default function RecoverTab({ env }: { env: EnvAnswer }) {
  const decoders = useDecoders()
  const saved = useSavedPair(env, decoders)

  return <RecoverForm decoders={decoders} saved={saved} />
}
