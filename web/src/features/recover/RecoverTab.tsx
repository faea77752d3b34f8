import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EnvAnswer } from '../../../../server/contract/env.ts'
import { RecoverForm } from './RecoverForm.tsx'
import { useDecoders } from './use-decoders.ts'
import { useSavedPair } from './use-saved-pair.ts'

/**
 * Recovers the nsec. What is entered and its result live only in this tab, and are gone with it.
 * They also go when the page is left for another, because the browser may keep it to go back to.
 */
export default function RecoverTab({ env }: { env: EnvAnswer }) {
  const [visit, setVisit] = useState(0)
  useEffect(() => {
    const leave = () => flushSync(() => setVisit((before) => before + 1))
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [])
  const decoders = useDecoders()
  const saved = useSavedPair(env, decoders)

  return <RecoverForm key={visit} decoders={decoders} saved={saved} />
}
