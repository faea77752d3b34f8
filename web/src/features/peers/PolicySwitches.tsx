import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { Peer } from '#contract/peers.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { peers as texts } from '../../texts/texts.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { deviceName } from './device-name.ts'
import { useSetPolicy } from './set-policy.ts'

const PermissionsDialog = lazyPart(() => import('./PermissionsDialog.tsx'))

/** What a peer may do: be asked by this signer, and ask it. Shows what was chosen, then what the server says. */
export function PolicySwitches({ peer }: { peer: Peer }) {
  const [isOpen, setOpen] = useState(false)
  const name = deviceName(peer)
  return (
    <span className="inline-flex gap-1">
      <PolicySwitch
        peer={peer}
        what="allowSend"
        word={texts.send}
        label={texts.sendTo(name)}
        told={(on) => (on ? texts.sendOn(name) : texts.sendOff(name))}
      />
      <PolicySwitch
        peer={peer}
        what="allowReceive"
        word={texts.recv}
        label={texts.recvFrom(name)}
        told={(on) => (on ? texts.recvOn(name) : texts.recvOff(name))}
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
  peer: Peer
  what: 'allowSend' | 'allowReceive'
  word: string
  label: string
  /** What to say once it is on, or off. */
  told(on: boolean): string
}

function PolicySwitch({ peer, what, word, label, told }: PolicySwitchProps) {
  const { mutate, isPending, chosen } = useSetPolicy(peer)
  const on = chosen[what]
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      aria-busy={isPending}
      title={label}
      onClick={() => mutate({ change: () => ({ [what]: !on }), told: told(!on) })}
      className={cx(
        'touch min-h-6 rounded-sm border px-1.5 text-xs whitespace-nowrap transition-colors',
        on ? 'border-ice-line bg-ice-soft text-ice' : 'border-line text-ink-3 line-through',
      )}
    >
      {word}
    </button>
  )
}
