import type { Overview } from '#contract/overview.ts'
import { home as texts } from '../../texts/texts.ts'
import { Skeleton, SkeletonLine } from '../../ui/Skeleton.tsx'
import { deviceName } from '../signer/peers.ts'
import { ringOf } from './ring.ts'

const SIZE = 116
const STROKE = 11
const SHAPE = { centre: SIZE / 2, radius: 45 }
/** With more names than this there is only their count. */
const NAMES_MAX = 3

export interface RingProps {
  /** undefined: not known yet. */
  overview: Overview | undefined
  /** The overview is up to date. */
  isFresh: boolean
}

/** A ring with a segment for each device that a signature needs: as many are filled as devices are online. */
export function Ring({ overview, isFresh }: RingProps) {
  return (
    <div className="flex items-center gap-3.5 lg:flex-col lg:gap-1.5 lg:text-center">
      {overview === undefined ? (
        <Skeleton className="size-29 rounded-full!" />
      ) : (
        <Segments overview={overview} isFresh={isFresh} />
      )}
      <div className="min-h-[2lh] max-w-44 min-w-0 content-center text-sm font-medium text-ink-3 lg:content-start">
        {overview === undefined ? <SkeletonLine className="w-28" /> : namesOf(overview)}
      </div>
    </div>
  )
}

/** Who is there. */
function namesOf({ ring, devices }: Overview): string {
  const online = devices.filter(({ state }) => state === 'online')
  const isHere = ring.online > online.length
  const names = [...(isHere ? [texts.thisServer] : []), ...online.map(deviceName)]
  if (names.length === 0) return texts.nobody
  if (names.length <= NAMES_MAX) return names.join(', ')
  return isHere ? texts.withOthers(online.length) : texts.others(online.length)
}

function Segments({ overview, isFresh }: { overview: Overview; isFresh: boolean }) {
  const { needed, online } = overview.ring
  const here = Math.min(needed, online)
  const { segments, cap } = ringOf(needed, SHAPE)
  // Enough devices are no good sign while nothing can be signed.
  const isWell = overview.status.word === 'ready' && here >= needed
  const colour = !isFresh ? 'stroke-ink-3' : isWell ? 'stroke-ok' : 'stroke-warn'
  return (
    <div className="relative size-29 shrink-0">
      <svg
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        fill="none"
        strokeWidth={STROKE}
        strokeLinecap={cap}
        aria-hidden="true"
        className="size-full"
      >
        {segments.map((path, at) => (
          <path
            key={path}
            d={path}
            className={at < here ? colour : 'stroke-line-strong'}
            {...(at >= here && { strokeDasharray: '1 14' })}
          />
        ))}
      </svg>
      <p className="absolute inset-0 grid content-center justify-items-center leading-tight">
        <span className="text-[1.5rem] font-[650]">{here}</span>
        <span className="text-sm font-medium text-ink-3">{texts.ofNeeded(needed)}</span>
      </p>
    </div>
  )
}
