import type { Peer } from '../../../../server/contract/peers.ts'
import { peers as texts } from '../../../../server/contract/texts/peers.ts'
import { cx } from '../../ui/cx.ts'
import { shortKey } from '../../ui/short-key.ts'
import { useSetPolicy } from './set-policy.ts'

/** What a peer may do: be asked by this signer, and ask it. What is shown is what the server says. */
export function PolicySwitches({ peer }: { peer: Peer }) {
  const { pubkey, allowSend, allowReceive } = peer
  const set = useSetPolicy(pubkey)
  const name = shortKey(pubkey)

  const change = (policy: { allowSend: boolean; allowReceive: boolean }, told: string) => {
    if (!set.isPending) set.mutate({ policy, told })
  }

  return (
    <span className="inline-flex gap-1">
      <PolicySwitch
        word={texts.send}
        label={texts.sendTo(name)}
        on={allowSend}
        busy={set.isPending}
        onChange={(on) =>
          change({ allowSend: on, allowReceive }, on ? texts.sendOn(name) : texts.sendOff(name))
        }
      />
      <PolicySwitch
        word={texts.recv}
        label={texts.recvFrom(name)}
        on={allowReceive}
        busy={set.isPending}
        onChange={(on) =>
          change({ allowSend, allowReceive: on }, on ? texts.recvOn(name) : texts.recvOff(name))
        }
      />
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
      aria-disabled={busy}
      title={label}
      onClick={() => onChange(!on)}
      className={cx(
        'min-h-6 rounded-sm border px-1.5 text-xs transition-colors',
        on ? 'border-ice-line bg-ice-soft text-ice' : 'border-line text-ink-3 line-through',
      )}
    >
      {word}
    </button>
  )
}
