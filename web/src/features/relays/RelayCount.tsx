import { relays as texts } from '../../texts/texts.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { StatusQuery } from '../status/get-status.ts'

/** How many of the relays are heard; nothing where there are none. */
export function RelayCount({ status: { data } }: { status: StatusQuery }) {
  if (data === undefined) return <Skeleton className="h-5.5 w-16 rounded-full" />
  const { length } = data.relayStates
  if (length === 0) return null
  const heard = data.relayStates.filter((relay) => relay.heard).length
  return (
    <Chip tone={heard === 0 ? 'bad' : heard < length ? 'warn' : 'ok'}>
      {texts.count(heard, length)}
    </Chip>
  )
}
