import { cx } from './cx.ts'

/** A place that is kept for what is still being loaded; give it the size of what will come. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={cx('block animate-pulse rounded-sm bg-line', className)} />
}

/** A line of text that is still being loaded: as high as the line, whatever its size. */
export function SkeletonLine({ className }: { className: string }) {
  return (
    <Skeleton
      className={cx('h-[1lh] border-y-[0.25em] border-transparent bg-clip-padding', className)}
    />
  )
}
