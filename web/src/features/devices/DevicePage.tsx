import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { isSameKey } from '#nostr/x-only.ts'
import { devices, peers as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Loaded } from '../settings/Loaded.tsx'
import { DeviceDetails } from '../signer/DeviceDetails.tsx'
import { deviceName, peersQuery } from '../signer/peers.ts'

export interface DevicePageProps {
  pubkey: string
  /** To all devices: also when there is none with this key. */
  onLeave(): void
}

/** One device: what it is called, how it is, and what it may do. */
export default function DevicePage({ pubkey, onLeave }: DevicePageProps) {
  const query = useQuery(peersQuery)
  const peers = query.data?.peers ?? []
  const peer = peers.find((one) => isSameKey(one.pubkey, pubkey))
  const isUnknown = peers.length > 0 && peer === undefined
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (isUnknown) leave()
  }, [isUnknown])

  return (
    <>
      <Button kind="quiet" className="-mt-1 mb-2 -ml-2" onClick={onLeave}>
        <ArrowLeft size={16} strokeWidth={1.8} aria-hidden />
        {devices.back}
      </Button>
      <Loaded query={query} placeholder={<Skeleton className="h-80" />}>
        {() =>
          peer === undefined ? (
            <Note>{texts.stopped}</Note>
          ) : (
            <Card title={deviceName(peer)}>
              <CardBody>
                <DeviceDetails peer={peer} />
              </CardBody>
            </Card>
          )
        }
      </Loaded>
    </>
  )
}
