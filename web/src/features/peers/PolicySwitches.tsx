import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { Peer } from '../../../../server/contract/peers.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { peers as texts } from '../../texts/peers.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { deviceName } from './device-name.ts'
import { useSetPolicy } from './set-policy.ts'

const PermissionsDialog = lazyPart(() => import('./PermissionsDialog.tsx'))

/** What a peer may do: be asked by this signer, and ask it. Shows what the server says. */
export function PolicySwitches({ peer }: { peer: Peer }) {
  const { mutate, isPending } = useSetPolicy(peer)
  const [isOpen, setOpen] = useState(false)
  const name = deviceName(peer)
  return (
    <span className="inline-flex gap-1">
      <PolicySwitch
        word={texts.send}
        label={texts.sendTo(name)}
        on={peer.allowSend}
        busy={isPending}
        onChange={(allowSend) =>
          mutate({
            change: () => ({ allowSend }),
            told: allowSend ? texts.sendOn(name) : texts.sendOff(name),
          })
        }
      />
      <PolicySwitch
        word={texts.recv}
        label={texts.recvFrom(name)}
        on={peer.allowReceive}
        busy={isPending}
        onChange={(allowReceive) =>
          mutate({
            change: () => ({ allowReceive }),
            told: allowReceive ? texts.recvOn(name) : texts.recvOff(name),
          })
        }
      />
      <IconButton
        icon={SlidersHorizontal}
        label={texts.permissionsOf(name)}
        hint={texts.permissions(peer.denied.length)}
        small
        onClick={() => setOpen(true)}
        className={cx(peer.denied.length > 0 && 'text-warn!')}
      />
      {isOpen && (
        <PartFrame>
          <PermissionsDialog peer={peer} onClose={() => setOpen(false)} />
        </PartFrame>
      )}
    </span>
  )
}

interface PolicySwitchProps {
  word: string
  label: string
  on: boolean
  busy: boolean
  onChange(on: boolean): void
}

function PolicySwitch({ word, label, on, busy, onChange }: PolicySwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      aria-busy={busy}
      title={label}
      onClick={() => onChange(!on)}
      className={cx(
        'touch min-h-6 rounded-sm border px-1.5 text-xs whitespace-nowrap transition-colors',
        on ? 'border-ice-line bg-ice-soft text-ice' : 'border-line text-ink-3 line-through',
      )}
    >
      {word}
    </button>
  )
}
