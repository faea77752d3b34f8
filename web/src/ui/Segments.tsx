import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export interface SegmentsProps<T extends string> {
  /** What the tabs switch: the list's name for screen readers. */
  label: string
  tabs: readonly { value: T; text: string }[]
  value: T
  onChange(value: T): void
  /** They are the page's main tabs: on a phone, a bar at its bottom. */
  isBar?: boolean
  /** The panel of the chosen tab. */
  children: ReactNode
}

/** On a phone at the bottom of the page, which leaves room for it (app/app.css). */
const BAR =
  'max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:mb-0 max-sm:flex-nowrap max-sm:rounded-none max-sm:border-t ' +
  'max-sm:border-line max-sm:bg-surface max-sm:px-1.5 max-sm:pt-1.5 max-sm:pb-[calc(0.375rem+env(safe-area-inset-bottom))]'

/** Tabs as one bar with a raised choice. Only the chosen panel is mounted. */
export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { label, tabs, value, onChange, isBar = false, children } = props
  const id = useId()
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        data-bar={isBar || undefined}
        onKeyDown={moveFocus}
        className={cx(
          'mb-4 flex min-w-0 flex-wrap rounded-[10px] bg-line p-[3px] sm:inline-flex',
          isBar && BAR,
        )}
      >
        {tabs.map((tab) => {
          const isChosen = tab.value === value
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={isChosen}
              aria-controls={isChosen ? `${id}-panel` : undefined}
              tabIndex={isChosen ? 0 : -1}
              onClick={() => onChange(tab.value)}
              className={cx(
                'min-h-8 max-sm:min-h-11 grow rounded-[8px] px-2 py-1 font-medium wrap-break-word sm:px-4.5',
                isBar &&
                  'max-sm:min-w-0 max-sm:basis-0 max-sm:text-sm max-sm:aria-selected:bg-ice-soft max-sm:aria-selected:shadow-none',
                isChosen ? 'bg-surface text-ink shadow-card' : 'text-ink-2 hover:text-ink',
              )}
            >
              {tab.text}
            </button>
          )
        })}
      </div>
      <div
        key={value}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        // A panel may have nothing in it that takes the focus.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: WAI-ARIA has it so for panels of tabs
        tabIndex={0}
      >
        {children}
      </div>
    </>
  )
}

/** Moves the focus by the arrow keys, Home and End, as WAI-ARIA describes for tabs that a press chooses. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  const tabs = [...event.currentTarget.querySelectorAll('button')]
  const at = tabs.findIndex((tab) => tab.contains(event.target as Node))
  const places: Record<string, number> = {
    ArrowRight: (at + 1) % tabs.length,
    ArrowLeft: at - 1,
    Home: 0,
    End: -1,
  }
  const place = places[event.key]
  if (place === undefined) return
  event.preventDefault()
  tabs.at(place)?.focus()
}
