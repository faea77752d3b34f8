import { home as texts } from '../../texts/texts.ts'
import { Skeleton, SkeletonLine } from '../../ui/Skeleton.tsx'
import type { Presence } from './presence.ts'
import { ringOf } from './ring.ts'

const SIZE = 116
const STROKE = 11
const SHAPE = { centre: SIZE / 2, radius: 45 }

/** As many segments as a signature needs devices, filled by who is there; undefined: not known yet. */
export function Ring({ presence }: { presence: Presence | undefined }) {
  return (
    <div className="flex items-center gap-3.5 lg:flex-col lg:gap-1.5 lg:text-center">
      {presence === undefined ? (
        <Skeleton className="size-21 rounded-full! lg:size-29" />
      ) : (
        <Segments presence={presence} />
      )}
      <div className="min-h-[2lh] max-w-44 min-w-0 content-center text-xs font-medium text-ink-3 lg:content-start">
        {presence === undefined ? <SkeletonLine className="w-28" /> : presence.names}
      </div>
    </div>
  )
}

function Segments({ presence: { here, needed } }: { presence: Presence }) {
  const { segments, cap } = ringOf(needed, SHAPE)
  const isEnough = here >= needed
  return (
    <div className="relative size-21 shrink-0 lg:size-29">
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
            className={at < here ? (isEnough ? 'stroke-ok' : 'stroke-warn') : 'stroke-line-strong'}
            {...(at >= here && { strokeDasharray: '1 14' })}
          />
        ))}
      </svg>
      <p className="absolute inset-0 grid content-center justify-items-center leading-tight">
        <span className="text-[1.125rem] font-[650] lg:text-[1.5rem]">{here}</span>
        <span className="text-[0.625rem] font-medium text-ink-3 lg:text-xs">
          {texts.ofNeeded(needed)}
        </span>
      </p>
    </div>
  )
}
