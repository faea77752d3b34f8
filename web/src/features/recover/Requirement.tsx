import { recover as texts } from '../../texts/texts.ts'
import { cx } from '../../ui/cx.ts'

export interface RequirementProps {
  /** How many shares it takes, in words. */
  text: string
  threshold: number
  /** Valid shares so far. */
  valid: number
}

/** How many shares are needed, and how many are there. */
export function Requirement({ text, threshold, valid }: RequirementProps) {
  return (
    <div className="rounded-md border border-ice-line bg-ice-soft px-3.5 py-3">
      <p className="font-semibold">{text}</p>
      <div className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span aria-hidden className="flex flex-wrap gap-1">
          {Array.from({ length: threshold }, (_, at) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a place in the row is all that each is
              key={at}
              className={cx('h-1.5 w-6 rounded-full', at < valid ? 'bg-ok' : 'bg-line-strong')}
            />
          ))}
        </span>
        <p role="status" className="text-sm text-ink-2">
          {texts.progress(valid, threshold)}
        </p>
      </div>
    </div>
  )
}
