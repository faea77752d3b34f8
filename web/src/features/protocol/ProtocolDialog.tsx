import type { GenerationName } from '../../../../server/contract/generations.ts'
import type { Peer } from '../../../../server/contract/peers.ts'
import { generations as texts } from '../../../../server/contract/texts/generations.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Loaded } from '../account/Loaded.tsx'
import { useSettings } from './get-settings.ts'
import { ProtocolForm } from './ProtocolForm.tsx'

export interface ProtocolDialogProps {
  generation: GenerationName
  peers: readonly Peer[]
  onClose(): void
}

/** What this signer answers. */
export default function ProtocolDialog({ generation, peers, onClose }: ProtocolDialogProps) {
  const query = useSettings()
  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.lead} wide>
      <Loaded query={query} placeholder={<Skeleton className="h-96" />}>
        {(saved) => (
          <ProtocolForm saved={saved} generation={generation} peers={peers} onDone={onClose} />
        )}
      </Loaded>
    </Dialog>
  )
}
