import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HandOutAnswer } from '#contract/reserved-shares.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { shell, devices as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Note } from '../../ui/Note.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useIdentityWords } from '../home/Identity.tsx'
import { useWatchChanges } from '../signer/watch-changes.ts'
import { DeviceList } from './DeviceList.tsx'
import { InviteDevice } from './InviteDevice.tsx'
import { reservedSharesQuery } from './reserved-shares.ts'

export interface DevicesScreenProps {
  /**
   * Begins with this share in place of the list; `first`: with a new keyset's identity and its first share that has
   * no device.
   */
  begin: number | 'first' | undefined
  /** To the apps, of which the owner may pair one next. */
  onApps(): void
  /** Back to the signer. */
  onDone(): void
}

/** The other devices of a keyset whose shares this server hands out. The server keeps what was handed out. */
export default function DevicesScreen({ begin, onApps, onDone }: DevicesScreenProps) {
  useIdentityWords()
  useWatchChanges()
  const { data, error, refetch } = useQuery(reservedSharesQuery)
  const [at, setAt] = useState<number | null>(null)
  // A share that is shown again begins with its invitation.
  const [shown, setShown] = useState<HandOutAnswer | null>(null)
  const [begins, setBegins] = useState(begin)
  // The first device of a new keyset, until another page is chosen.
  const [first, setFirst] = useState<number | null>(null)
  if (begins !== undefined && data !== undefined) {
    setBegins(undefined)
    const kept = data.spares.filter(({ state }) => state === 'kept')
    const index = kept.find((share) => begins === 'first' || share.index === begins)?.index ?? null
    setAt(index)
    if (begins === 'first') setFirst(index)
  }
  const reserved = data?.spares.find(({ index }) => index === at)
  const next = data?.spares.find(({ index, state }) => state === 'kept' && index !== at)?.index

  function go(to: number | null) {
    setShown(null)
    setFirst(null)
    setAt(to)
  }

  return (
    <div className="mx-auto max-w-2xl">
      <Card title={texts.title}>
        <CardBody>
          {data !== undefined && error !== null && (
            <div role="alert" className="mb-4">
              <Note kind="warn">{shell.tryingAgain(reasonOf(error))}</Note>
            </div>
          )}
          {data === undefined ? (
            error === null ? (
              <Skeleton className="h-40 rounded-md" />
            ) : (
              <LoadFailure
                text={`${texts.loadFailed}: ${reasonOf(error)}`}
                onRetry={() => void refetch()}
                before={<Button onClick={onDone}>{texts.back}</Button>}
              />
            )
          ) : reserved === undefined ? (
            <DeviceList
              answer={data}
              onInvite={go}
              onShown={(given) => {
                setShown(given)
                setAt(given.index)
              }}
              onDone={onDone}
            />
          ) : (
            <InviteDevice
              key={reserved.index}
              answer={data}
              reserved={reserved}
              isFirst={first === reserved.index}
              given={shown?.index === at ? shown : null}
              onNext={next === undefined ? undefined : () => go(next)}
              onApps={onApps}
              onBack={() => go(null)}
              onDone={onDone}
            />
          )}
        </CardBody>
      </Card>
    </div>
  )
}
