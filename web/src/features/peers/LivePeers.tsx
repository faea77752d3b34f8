import { Plus, RefreshCw, Stethoscope } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { devices, peers as texts } from '../../texts/texts.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { PeerBadges } from './PeerBadges.tsx'
import { PeerList } from './PeerList.tsx'
import { PeersPane } from './PeersPane.tsx'
import { usePingAll } from './ping-peers.ts'
import { usePeers } from './use-peers.ts'

const DiagnosticsDialog = lazyPart(() => import('./DiagnosticsDialog.tsx'))

export interface LivePeersProps {
  /** Whether a relay is heard, so that there is somebody to ping. */
  nodeActive: boolean
  /** The server's clock ahead of this machine's. Milliseconds. */
  clockOffset: number
  /** Called when the owner wants to add a device. */
  onAdd(): void
}

/** The list while there is a signer. */
export function LivePeers({ nodeActive, clockOffset, onAdd }: LivePeersProps) {
  const { state, retry, ...watched } = usePeers(nodeActive)
  const pingAll = usePingAll()
  const [isDiagnosing, setDiagnosing] = useState(false)
  const sweeping = watched.sweeping || pingAll.isPending

  return (
    <Disclosure
      title={texts.title}
      badges={<PeerBadges state={state} />}
      actions={
        <>
          <IconButton icon={Plus} label={devices.add} onClick={onAdd} />
          <IconButton
            icon={Stethoscope}
            label={texts.more}
            disabled={state.at !== 'list'}
            onClick={() => setDiagnosing(true)}
          />
          <IconButton
            icon={RefreshCw}
            label={texts.refresh}
            busy={sweeping}
            disabled={state.at !== 'list'}
            onClick={() => !sweeping && pingAll.mutate()}
          />
        </>
      }
    >
      <PeersPane>
        <PeerList state={state} clockOffset={clockOffset} sweeping={sweeping} onRetry={retry} />
      </PeersPane>
      {isDiagnosing && state.at === 'list' && (
        <PartFrame>
          <DiagnosticsDialog answer={state.answer} onClose={() => setDiagnosing(false)} />
        </PartFrame>
      )}
    </Disclosure>
  )
}
