import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { cx } from './cx.ts'
import { Switch } from './Switch.tsx'

/** The setting that a search led to. `asked` differs each time, so that the same setting can be shown again. */
export interface Mark {
  name: string
  asked: number
}

const Marked = createContext<Mark | null>(null)
export const MarkedSetting = Marked.Provider

export interface MarkableProps {
  /** The name that a search finds it by. */
  name: string
  children: ReactNode
}

/** Something that a search can lead to: it is then scrolled into view, marked and focused. */
export function Markable({ name, children }: MarkableProps) {
  const mark = useContext(Marked)
  const asked = mark?.name === name ? mark.asked : null
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asked === null) return
    place.current?.scrollIntoView({ block: 'center' })
    place.current?.focus({ preventScroll: true })
  }, [asked])
  return (
    <div
      ref={place}
      tabIndex={-1}
      data-marked={asked === null ? undefined : ''}
      className={cx(
        'outline-offset-4',
        asked === null ? 'outline-none' : 'rounded-sm outline-2 outline-ice',
      )}
    >
      {children}
    </div>
  )
}

export interface SettingProps extends MarkableProps {
  title: string
  lead?: ReactNode
}

/** A setting under a title of its own. */
export function Setting({ name, title, lead, children }: SettingProps) {
  const id = useId()
  return (
    <Markable name={name}>
      <section aria-labelledby={id}>
        <h3 id={id} className="mb-2 font-semibold">
          {title}
        </h3>
        {lead && <p className="mb-2 text-sm text-ink-2">{lead}</p>}
        {children}
      </section>
    </Markable>
  )
}

/** Settings one below the other, with a line between them. */
export const Settings = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-5 *:not-first:border-t *:not-first:border-line *:not-first:pt-4">
    {children}
  </div>
)

export interface SwitchRowProps {
  title: string
  /** What it means, and costs. */
  hint: string
  checked: boolean
  onChange(checked: boolean): void
}

/** A switch beside what it does. */
export function SwitchRow({ title, hint, ...state }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <p id={id} className="font-medium">
          {title}
        </p>
        <p id={`${id}-hint`} className="mt-0.5 text-sm text-ink-3">
          {hint}
        </p>
      </div>
      <Switch labelledBy={id} describedBy={`${id}-hint`} {...state} />
    </div>
  )
}
