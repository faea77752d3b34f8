import { type ReactNode, useId } from 'react'
import type { Deniable } from '../../../../server/contract/deniable.ts'
import type { Peer } from '../../../../server/contract/peers.ts'
import { peers as texts } from '../../../../server/contract/texts/peers.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { shortKey } from '../../ui/short-key.ts'
import { useAllowFirstGeneration } from './allow-first-generation.ts'
import { type PolicyChange, useSetPolicy } from './set-policy.ts'

export interface PermissionsDialogProps {
  peer: Peer
  onClose(): void
}

/** What a peer may be asked for and may ask for, one by one. */
export default function PermissionsDialog({ peer, onClose }: PermissionsDialogProps) {
  const { mutate, isPending } = useSetPolicy(peer)
  const shared = { peer, busy: isPending, onChange: mutate }
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.permissionsOf(shortKey(peer.pubkey))}
      description={texts.permissionsLead}
    >
      <Direction title={texts.asked} isAllowed={peer.allowSend}>
        <Permission {...shared} what="send.sign" />
        <Permission {...shared} what="send.ecdh" />
      </Direction>
      <Direction title={texts.asks} isAllowed={peer.allowReceive}>
        <Permission {...shared} what="receive.sign" />
        <Permission {...shared} what="receive.ecdh" />
        <Permission {...shared} what="receive.onboard" />
      </Direction>
      {(peer.heardIn2026 || peer.firstGenerationAllowed) && <OlderProtocol peer={peer} />}
    </Dialog>
  )
}

/** Allows the older protocol with a peer that speaks the newer one, after saying what it costs. */
function OlderProtocol({ peer }: { peer: Peer }) {
  const id = useId()
  const { mutate, isPending } = useAllowFirstGeneration(peer)
  const name = shortKey(peer.pubkey)
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
        checked={peer.firstGenerationAllowed}
        busy={isPending}
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
  busy: boolean
  onChange(change: PolicyChange): void
}

function Permission({ peer, what, busy, onChange }: PermissionProps) {
  const id = useId()
  const name = shortKey(peer.pubkey)
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
        checked={isAllowed && !peer.denied.includes(what)}
        disabled={!isAllowed}
        busy={busy}
        onChange={(next) =>
          onChange({
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
