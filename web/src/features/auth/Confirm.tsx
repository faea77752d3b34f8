import { useSyncExternalStore } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { PartFrame } from '../../ui/PartFrame.tsx'
import type { Confirming } from './confirming.ts'

const ConfirmDialog = lazyPart(() => import('./ConfirmDialog.tsx'))

/** Where users are asked to confirm who they are: once per page, loaded when needed. */
export function Confirm({ confirming }: { confirming: Confirming }) {
  const isAsked = useSyncExternalStore(confirming.subscribe, confirming.isAsked)
  if (!isAsked) return null
  return (
    <PartFrame>
      <ConfirmDialog confirming={confirming} />
    </PartFrame>
  )
}
