import { type ReactNode, useId } from 'react'
import type { Peer } from '#contract/peers.ts'
import type { Deniable } from '#contract/rule-terms.ts'
import { xOnly } from '#nostr/x-only.ts'
import { peers as texts } from '../../texts/peers.ts'
import { names, rules } from '../../texts/rules.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { NameForm } from '../names/NameForm.tsx'
import { RulesSection } from '../rules/RulesSection.tsx'
import { useAllowV1 } from './allow-v1.ts'
import { DeviceFacts } from './DeviceFacts.tsx'
import { deviceName } from './device-name.ts'
import { useSetPolicy } from './set-policy.ts'

export interface PermissionsDialogProps {
  peer: Peer
  onClose(): void
}

/** A device's page: what it is called, what it may do, and what it may be asked for. */
export default function PermissionsDialog({ peer, onClose }: PermissionsDialogProps) {
  return (
    <Dialog open onClose={onClose} title={texts.permissionsOf(deviceName(peer))} wide>
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
    </Dialog>
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
        onChange={(allowed) => mutate({ allowed, told: texts.older.told(name, allowed) })}
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
            told: next ? on(name) : off(name),
          })
        }
      />
    </div>
  )
}
