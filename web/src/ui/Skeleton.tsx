import { cx } from './cx.ts'

/** A placeholder for content still loading; give it the size of that content. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={cx('block animate-pulse rounded-sm bg-line', className)} />
}

/** A line of text still loading: as high as the line, whatever its size. */
export function SkeletonLine({ className }: { className: string }) {
  return (
    <Skeleton
      className={cx('h-[1lh] border-y-[0.25em] border-transparent bg-clip-padding', className)}
    />
  )
}
