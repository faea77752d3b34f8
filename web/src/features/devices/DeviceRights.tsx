import { type ReactNode, useId } from 'react'
import type { Peer } from '#contract/peers.ts'
import { DENIABLE, type Deniable } from '#contract/rule-terms.ts'
import { xOnly } from '#nostr/x-only.ts'
import { devices, rules, peers as texts } from '../../texts/texts.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { Switch } from '../../ui/Switch.tsx'
import { RulesSection } from '../policy/RulesSection.tsx'
import { deviceName, useAllowV1, useSetPolicy } from '../signer/peers.ts'

/** What a device may ask this server for, and be asked for, with the rules that narrow it. */
export function DeviceRights({ peer }: { peer: Peer }) {
  return (
    <Card title={devices.page.rights}>
      <CardBody className="grid gap-5">
        <Direction peer={peer} direction="receive" />
        {peer.allowReceive && (
          <RulesSection
            caller={{ door: 'peer', id: xOnly(peer.pubkey) }}
            name={deviceName(peer)}
            note={showsOf(peer)}
          />
        )}
        <Direction peer={peer} direction="send" />
        {(peer.heardIn2026 || peer.firstGenerationAllowed) && <OlderProtocol peer={peer} />}
      </CardBody>
    </Card>
  )
}

/** Says whether rules for kinds of events apply to a device: an event that it does not show has no kind. */
function showsOf({ generations }: Peer): string {
  if (generations.some(({ name }) => name === '2026')) return rules.shows.newer
  return generations.length > 0 ? rules.shows.older : rules.shows.unknown
}

/** Whether a device may ask this server, or be asked by it, and for what. */
function Direction({ peer, direction }: { peer: Peer; direction: 'send' | 'receive' }) {
  const { mutate, chosen } = useSetPolicy(peer)
  const name = deviceName(peer)
  const isSend = direction === 'send'
  const isOn = isSend ? chosen.allowSend : chosen.allowReceive
  const title = isSend ? texts.asked : texts.asks
  const change = (on: boolean) => (isSend ? { allowSend: on } : { allowReceive: on })
  const message = (on: boolean) => {
    if (isSend) return on ? texts.sendOn(name) : texts.sendOff(name)
    return on ? texts.recvOn(name) : texts.recvOff(name)
  }
  return (
    <div>
      <SwitchRow
        title={title}
        isMain
        checked={isOn}
        onChange={(on) => mutate({ change: () => change(on), message: message(on) })}
      />
      <fieldset disabled={!isOn} className="ml-1 border-l-2 border-line pl-3.5">
        <legend className="sr-only">{title}</legend>
        {DENIABLE.filter((what) => what.startsWith(direction)).map((what) => (
          <Permission key={what} peer={peer} what={what} isOn={isOn} />
        ))}
      </fieldset>
    </div>
  )
}

interface PermissionProps {
  peer: Peer
  what: Deniable
  /** Whether its whole direction is on. */
  isOn: boolean
}

function Permission({ peer, what, isOn }: PermissionProps) {
  // A mutation for each permission, which knows the last choice made here.
  const { mutate, chosen } = useSetPolicy(peer)
  const name = deviceName(peer)
  const { title, on, off } = texts.operations[what]
  return (
    <SwitchRow
      title={title}
      checked={isOn && !chosen.denied.includes(what)}
      disabled={!isOn}
      onChange={(next) =>
        mutate({
          change: ({ denied }) => ({
            denied: next ? denied.filter((one) => one !== what) : [...denied, what],
          }),
          message: next ? on(name) : off(name),
        })
      }
    />
  )
}

/** Allows the older protocol with a peer that speaks the newer one, after saying what it costs. */
function OlderProtocol({ peer }: { peer: Peer }) {
  const { mutate, isPending, variables } = useAllowV1(peer)
  const name = deviceName(peer)
  return (
    <SwitchRow
      title={texts.older.title}
      hint={texts.older.hint}
      isMain
      checked={isPending ? variables.allowed : peer.firstGenerationAllowed}
      onChange={(allowed) => mutate({ allowed, message: texts.older.told(name, allowed) })}
    />
  )
}

interface SwitchRowProps {
  title: string
  hint?: ReactNode
  /** It is not a part of another switch. */
  isMain?: boolean
  checked: boolean
  disabled?: boolean
  onChange(checked: boolean): void
}

function SwitchRow({ title, hint, isMain, checked, disabled, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="flex min-h-9 items-center gap-3 max-sm:min-h-10">
      <div className="min-w-0 flex-1">
        <span id={id} className={cx(isMain ? 'font-medium' : 'text-ink-2')}>
          {title}
        </span>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-ink-3">
            {hint}
          </p>
        )}
      </div>
      <Switch
        labelledBy={id}
        {...(hint !== undefined && { describedBy: `${id}-hint` })}
        checked={checked}
        disabled={disabled ?? false}
        onChange={onChange}
      />
    </div>
  )
}
