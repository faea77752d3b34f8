import { useQuery } from '@tanstack/react-query'
import type { ProtocolName } from '#contract/protocols.ts'
import { generations as texts } from '../../texts/texts.ts'
import { peersQuery } from '../peers/get-peers.ts'
import { useOpenSettings } from '../settings/open-settings.ts'
import { useStatus } from '../status/get-status.ts'
import { useSettings } from './get-settings.ts'
import { SpokenLine } from './SpokenLine.tsx'
import { wordsFor } from './spoken.ts'

export interface ProtocolFactProps {
  /** The oldest generation that the signer's credentials can speak. */
  generation: ProtocolName
}

/** Which generations of the protocol this signer answers, and what its peers speak. */
export function ProtocolFact({ generation }: ProtocolFactProps) {
  const { data: settings, isError } = useSettings()
  // Only reads: the peer list fetches them, while there is a signer that hears any.
  const { data: list } = useQuery({ ...peersQuery, enabled: false })
  const { data: status } = useStatus()
  const openSettings = useOpenSettings()
  const mode = generation === '2026' ? 'refuse' : settings?.firstGeneration
  const words =
    mode === undefined
      ? texts[isError ? 'unknown' : 'loading']
      : wordsFor(generation, mode, status?.generations ?? [])
  return (
    <>
      <span>{words}</span>{' '}
      <button
        type="button"
        aria-label={texts.changeLabel}
        onClick={() => openSettings('protocol')}
        className="touch ml-1 rounded-sm text-ink-2 underline decoration-current/40 underline-offset-2 hover:text-ink"
      >
        {texts.change}
      </button>
      <SpokenLine peers={list?.peers} isRefused={settings?.firstGeneration === 'refuse'} />
    </>
  )
}
