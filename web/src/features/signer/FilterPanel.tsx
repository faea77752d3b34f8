import { Check, Plus } from 'lucide-react'
import { useMemo } from 'react'
import type { EventType } from '#contract/events.ts'
import { wholeNumber } from '../../lib/format.ts'
import { events } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { countByType, type PageEntry } from './event-log.ts'
import { toggled } from './event-view.ts'
import { Panel, TypeTag, types } from './Panel.tsx'

export interface FilterPanelProps {
  id: string
  entries: readonly PageEntry[]
  /** The types that are left out. */
  hidden: ReadonlySet<EventType>
  onChange(hidden: ReadonlySet<EventType>): void
  onClose(): void
}

/** Which types of entries are shown. */
export default function FilterPanel(props: FilterPanelProps) {
  const { id, entries, hidden, onChange, onClose } = props
  const counts = useMemo(() => countByType(entries), [entries])
  return (
    <Panel
      id={id}
      title={events.filterTitle}
      closeLabel={events.closeFilters}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" className="px-2" onClick={() => onChange(new Set())}>
            {events.selectAll}
          </Button>
          <Button kind="quiet" className="px-2" onClick={() => onChange(new Set(types))}>
            {events.clearAll}
          </Button>
        </>
      }
    >
      {types.map((type) => (
        <TypeToggle
          key={type}
          type={type}
          count={counts.get(type) ?? 0}
          on={!hidden.has(type)}
          onToggle={() => onChange(toggled(hidden, type))}
        />
      ))}
    </Panel>
  )
}

interface TypeToggleProps {
  type: EventType
  count: number
  on: boolean
  onToggle(): void
}

function TypeToggle({ type, count, on, onToggle }: TypeToggleProps) {
  const Icon = on ? Check : Plus
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onToggle}
      className={cx(
        'inline-flex min-h-7 max-sm:min-h-10 items-center gap-1.5 rounded-md border px-2 text-sm text-ink-2 hover:bg-sunken',
        on ? 'border-edge bg-surface' : 'border-dashed border-edge bg-transparent',
      )}
    >
      <Icon size={13} strokeWidth={1.8} aria-hidden className={on ? 'text-ice' : 'text-ink-3'} />
      <TypeTag type={type} />
      {wholeNumber(count)}
    </button>
  )
}
