import { RefreshCw } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Peer } from '#contract/peers.ts'
import type { Deniable } from '#contract/rule-terms.ts'
import { xOnly } from '#nostr/x-only.ts'
import { useNow } from '../../lib/hooks.ts'
import { ago, milliseconds } from '../../lib/time.ts'
import { home as homeTexts, names, rules, peers as texts } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Note } from '../../ui/Note.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { shortKey } from '../../ui/short-key.ts'
import { UptimeBars } from '../../ui/UptimeBars.tsx'
import { useHistory } from '../activity/queries.ts'
import { useClockOffset } from '../home/server-clock.ts'
import { RulesSection } from '../policy/RulesSection.tsx'
import { NameForm } from '../settings/NameForm.tsx'
import { deviceName, useAllowV1, usePingPeer, useSetPolicy } from './peers.ts'
import { describeProtocols } from './protocols.ts'

/** What a device is called, what it may do, and what it may be asked for. */
export function DeviceDetails({ peer }: { peer: Peer }) {
  return (
    <>
      <DeviceFacts peer={peer} />
      <NameForm pubkey={peer.pubkey} name={peer.name} />
      <p className="mt-1 text-xs text-ink-3">{names.hint}</p>
      <h3 className="mt-5 font-semibold">{texts.switches}</h3>
      <p className="text-ink-2">{texts.permissionsLead}</p>
      <Direction title={texts.asked} isAllowed={peer.allowSend}>
        <Permission peer={peer} what="send.sign" />
        <Permission peer={peer} what="send.ecdh" />
      </Direction>
      <Direction title={texts.asks} isAllowed={peer.allowReceive}>
        <Permission peer={peer} what="receive.sign" />
        <Permission peer={peer} what="receive.ecdh" />
        <Permission peer={peer} what="receive.onboard" />
      </Direction>
      {(peer.heardIn2026 || peer.firstGenerationAllowed) && <OlderProtocol peer={peer} />}
      <h3 className="mt-6 mb-3 border-t border-line pt-4 font-semibold">{rules.title}</h3>
      <RulesSection
        caller={{ door: 'peer', id: xOnly(peer.pubkey) }}
        name={deviceName(peer)}
        note={showsOf(peer)}
      />
    </>
  )
}

/** Whether rules for kinds of events reach it: what is not shown is of no kind. */
function showsOf({ generations }: Peer): string {
  if (generations.some(({ name }) => name === '2026')) return rules.shows.newer
  return generations.length > 0 ? rules.shows.older : rules.shows.unknown
}

/** Allows the older protocol with a peer that speaks the newer one, after saying what it costs. */
function OlderProtocol({ peer }: { peer: Peer }) {
  const id = useId()
  const { mutate, isPending, variables } = useAllowV1(peer)
  const name = deviceName(peer)
  return (
    <div className="mt-3 flex items-start gap-3 border-t border-line pt-3">
      <div className="min-w-0 flex-1">
        <span id={id} className="font-medium">
          {texts.older.title}
        </span>
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {texts.older.hint}
        </p>
      </div>
      <Switch
        labelledBy={id}
        describedBy={`${id}-hint`}
        checked={isPending ? variables.allowed : peer.firstGenerationAllowed}
        onChange={(allowed) => mutate({ allowed, message: texts.older.told(name, allowed) })}
      />
    </div>
  )
}

interface DirectionProps {
  title: string
  /** If it is denied, nothing in it can be chosen. */
  isAllowed: boolean
  children: ReactNode
}

function Direction({ title, isAllowed, children }: DirectionProps) {
  return (
    <fieldset disabled={!isAllowed} className="mt-3 border-t border-line pt-3">
      <legend className="sr-only">{title}</legend>
      <p aria-hidden className="text-sm text-ink-2">
        {title}
      </p>
      {!isAllowed && <p className="text-sm text-warn">{texts.directionOff}</p>}
      {children}
    </fieldset>
  )
}

interface PermissionProps {
  peer: Peer
  what: Deniable
}

function Permission({ peer, what }: PermissionProps) {
  const id = useId()
  // Each has its own, so that it knows what was chosen here last.
  const { mutate, chosen } = useSetPolicy(peer)
  const name = deviceName(peer)
  const { title, hint, on, off } = texts.operations[what]
  const isAllowed = what.startsWith('send.') ? peer.allowSend : peer.allowReceive
  return (
    <div className="mt-2.5 flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <span id={id} className="font-medium">
          {title}
        </span>
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </p>
      </div>
      <Switch
        labelledBy={id}
        describedBy={`${id}-hint`}
        checked={isAllowed && !chosen.denied.includes(what)}
        disabled={!isAllowed}
        onChange={(next) =>
          mutate({
            change: ({ denied }) => ({
              denied: next ? denied.filter((one) => one !== what) : [...denied, what],
            }),
            message: next ? on(name) : off(name),
          })
        }
      />
    </div>
  )
}

/** All that is known of a device, and what to do while it is away. */
function DeviceFacts({ peer }: { peer: Peer }) {
  const ping = usePingPeer(peer)
  const now = useNow() + useClockOffset()
  const past = useHistory().data?.devices.find(({ pubkey }) => pubkey === peer.pubkey)
  const { pubkey, status, online, latency, lastSeen, lastPingAttempt, build } = peer
  const name = deviceName(peer)
  return (
    <>
      {!online && (
        <div className="mb-3">
          <Note>{homeTexts.wake}</Note>
        </div>
      )}
      <dl className="grid gap-y-0.5">
        <Fact name={homeTexts.state}>
          {texts.words[status]}
          {online && latency !== undefined && ` · ${milliseconds(latency)}`}
          <IconButton
            icon={RefreshCw}
            label={texts.pingOf(name)}
            hint={texts.ping}
            busy={ping.isPending}
            onClick={() => !ping.isPending && ping.mutate()}
          />
        </Fact>
        <Fact name={homeTexts.seen}>{lastSeen ? ago(lastSeen, now) : homeTexts.never}</Fact>
        {!online && (
          <Fact name={homeTexts.tried}>
            {lastPingAttempt ? ago(lastPingAttempt, now) : homeTexts.never}
          </Fact>
        )}
        <Fact name={homeTexts.protocol}>{describeProtocols(peer) ?? homeTexts.notHeard}</Fact>
        {build && <Fact name={homeTexts.app}>{homeTexts.builds[build]}</Fact>}
        <Fact name={homeTexts.key}>
          <span className="font-mono text-mono" title={pubkey}>
            {shortKey(pubkey)}
          </span>
          <CopyButton text={pubkey} what={texts.pubkeyOf(name)} />
        </Fact>
      </dl>
      {past && (
        <div className="mt-2 mb-4 grid gap-3 sm:grid-cols-2">
          {(['lastDay', 'lastMonth'] as const).map((stretch) => (
            <div key={stretch}>
              <p className="mb-1 text-xs text-ink-3">{homeTexts[stretch]}</p>
              <UptimeBars values={past[stretch]} label={homeTexts[stretch]} />
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
