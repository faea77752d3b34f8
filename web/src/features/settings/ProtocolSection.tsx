import { useQuery } from '@tanstack/react-query'
import { generations as texts } from '../../texts/texts.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Loaded } from '../account/Loaded.tsx'
import { peersQuery } from '../peers/get-peers.ts'
import { useSettings } from '../protocol/get-settings.ts'
import { ProtocolForm } from '../protocol/ProtocolForm.tsx'
import type { SectionProps } from './section-props.ts'

/** What this signer answers. */
export default function ProtocolSection({ saved }: SectionProps) {
  const query = useSettings()
  const { data: list } = useQuery({ ...peersQuery, enabled: saved.configured })
  return (
    <>
      <p className="mb-4 text-sm text-ink-2">{texts.lead}</p>
      <Loaded query={query} placeholder={<Skeleton className="h-96" />}>
        {(settings) => (
          <ProtocolForm
            saved={settings}
            generation={saved.keyset?.generation}
            peers={list?.peers ?? []}
          />
        )}
      </Loaded>
    </>
  )
}
