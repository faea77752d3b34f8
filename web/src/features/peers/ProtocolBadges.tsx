import type { Peer } from '#contract/peers.ts'
import { cx } from '../../ui/cx.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { describeSpoken, isOlder, spokenBy } from '../protocol/spoken.ts'

/** The generations of the protocol that a peer was heard in; nothing before that. */
export function ProtocolBadges({ peer }: { peer: Pick<Peer, 'generations'> }) {
  const meaning = describeSpoken(peer)
  if (meaning === null) return null
  return (
    <Tooltip text={meaning}>
      <button type="button" className="inline-flex cursor-help! gap-1 rounded-sm align-baseline">
        {spokenBy(peer).map((name) => (
          <span
            key={name}
            className={cx(
              'rounded-sm border px-1 text-[0.6875rem] leading-4 font-medium',
              isOlder(peer)
                ? 'border-transparent bg-warn-soft text-warn'
                : 'border-line text-ink-2',
            )}
          >
            {name}
          </span>
        ))}
        <span className="sr-only">: {meaning}</span>
      </button>
    </Tooltip>
  )
}
