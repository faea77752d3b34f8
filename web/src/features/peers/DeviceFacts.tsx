import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Peer } from '#contract/peers.ts'
import { ago, milliseconds } from '../../lib/time.ts'
import { useNow } from '../../lib/use-now.ts'
import { peers, home as texts } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Note } from '../../ui/Note.tsx'
import { shortKey } from '../../ui/short-key.ts'
import { UptimeBars } from '../../ui/UptimeBars.tsx'
import { useHistory } from '../history/get-history.ts'
import { describeSpoken } from '../protocol/spoken.ts'
import { useClockOffset } from '../status/use-clock-offset.ts'
import { deviceName } from './device-name.ts'
import { usePingPeer } from './ping-peers.ts'

/** All that is known of a device, and what to do while it is away. */
export function DeviceFacts({ peer }: { peer: Peer }) {
  const ping = usePingPeer(peer)
  const now = useNow() + useClockOffset()
  const past = useHistory().data?.devices.find(({ pubkey }) => pubkey === peer.pubkey)
  const { pubkey, status, online, latency, lastSeen, lastPingAttempt, build } = peer
  const name = deviceName(peer)
  return (
    <>
      {!online && (
        <div className="mb-3">
          <Note>{texts.wake}</Note>
        </div>
      )}
      <dl className="grid gap-y-0.5">
        <Fact name={texts.state}>
          {peers.words[status]}
          {online && latency !== undefined && ` · ${milliseconds(latency)}`}
          <IconButton
            icon={RefreshCw}
            label={peers.pingOf(name)}
            hint={peers.ping}
            busy={ping.isPending}
            onClick={() => !ping.isPending && ping.mutate()}
          />
        </Fact>
        <Fact name={texts.seen}>{lastSeen ? ago(lastSeen, now) : texts.never}</Fact>
        {!online && (
          <Fact name={texts.tried}>
            {lastPingAttempt ? ago(lastPingAttempt, now) : texts.never}
          </Fact>
        )}
        <Fact name={texts.protocol}>{describeSpoken(peer) ?? texts.notHeard}</Fact>
        {build && <Fact name={texts.app}>{texts.builds[build]}</Fact>}
        <Fact name={texts.key}>
          <span className="font-mono text-mono" title={pubkey}>
            {shortKey(pubkey)}
          </span>
          <CopyButton text={pubkey} what={peers.pubkeyOf(name)} />
        </Fact>
      </dl>
      {past && (
        <div className="mt-2 mb-4 grid gap-3 sm:grid-cols-2">
          {(['lastDay', 'lastMonth'] as const).map((stretch) => (
            <div key={stretch}>
              <p className="mb-1 text-xs text-ink-3">{texts[stretch]}</p>
              <UptimeBars values={past[stretch]} label={texts[stretch]} />
            </div>
          ))}
        </div>
      )}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-h-8 flex-wrap items-center">
    <dt className="w-28 text-ink-3">{name}</dt>
    <dd className="flex min-w-[min(100%,12rem)] flex-1 flex-wrap items-center gap-x-1">
      {children}
    </dd>
  </div>
)
