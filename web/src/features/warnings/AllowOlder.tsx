import { useQuery } from '@tanstack/react-query'
import type { Peer } from '#contract/peers.ts'
import { peers as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { useAllowV1 } from '../peers/allow-v1.ts'
import { deviceName } from '../peers/device-name.ts'
import { peersQuery } from '../peers/get-peers.ts'

/** A button for each device that is refused in 1.x for what it spoke once. @param keys as they begin */
export function AllowOlder({ keys }: { keys: readonly string[] }) {
  const { data } = useQuery(peersQuery)
  const peers = data?.peers.filter(
    ({ pubkey, firstGenerationAllowed }) =>
      !firstGenerationAllowed && keys.some((key) => pubkey.startsWith(key)),
  )
  return peers?.map((peer) => <AllowButton key={peer.pubkey} peer={peer} />)
}

function AllowButton({ peer }: { peer: Peer }) {
  const { mutate, isPending } = useAllowV1(peer)
  const name = deviceName(peer)
  return (
    <Button
      className="mt-2 mr-2"
      aria-disabled={isPending}
      onClick={() => {
        if (!isPending) mutate({ allowed: true, told: texts.older.told(name, true) })
      }}
    >
      {texts.older.allow(name)}
    </Button>
  )
}
