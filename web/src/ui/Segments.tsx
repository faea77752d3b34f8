import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface SegmentsProps<T extends string> {
  /** What the tabs switch: the list's name for screen readers. */
  label: string
  tabs: readonly { value: T; text: string }[]
  value: T
  onChange(value: T): void
  /** Shown at the other end of the bar. */
  beside?: ReactNode
  /** The panel of the chosen tab. */
  children: ReactNode
}

/** Tabs as one bar with a raised choice. Only the chosen panel is mounted. */
export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { label, tabs, value, onChange, beside, children } = props
  return (
    <Tabs.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Tabs.List
          aria-label={label}
          activateOnFocus={false}
          className="inline-flex min-w-0 flex-1 basis-full flex-wrap rounded-[10px] bg-line p-[3px] sm:flex-none sm:basis-auto"
        >
          {tabs.map((tab) => (
            <Tabs.Tab
              key={tab.value}
              value={tab.value}
              className="min-h-8 max-sm:min-h-10 grow rounded-[8px] px-2 py-1 font-medium wrap-break-word sm:px-4.5 text-ink-2 hover:text-ink data-[active]:bg-surface data-[active]:text-ink data-[active]:shadow-card"
            >
              {tab.text}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {beside && <div className="ml-auto">{beside}</div>}
      </div>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value}>
          {tab.value === value && children}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}
