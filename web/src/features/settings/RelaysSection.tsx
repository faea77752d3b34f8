import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '../home/get-status.ts'
import { RelayManager } from '../signer/RelaysCard.tsx'
import type { SectionProps } from './section-props.ts'

/** The relays in force, as on the signer's page. */
export default function RelaysSection({ saved }: SectionProps) {
  return (
    <div className="-mx-4 -my-3.5">
      <RelayManager saved={saved.relays} status={useQuery(statusQuery)} />
    </div>
  )
}
