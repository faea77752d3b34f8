import RelayManager from '../relays/RelayManager.tsx'
import { useStatus } from '../status/get-status.ts'
import type { SectionProps } from './section-props.ts'

/** The relays in force; the list can be changed. */
export default function RelaysSection({ saved }: SectionProps) {
  return (
    <div className="-mx-4 -my-3.5">
      <RelayManager saved={saved.relays} status={useStatus()} />
    </div>
  )
}
