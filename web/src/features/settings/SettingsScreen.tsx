import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useWide } from '../../lib/use-wide.ts'
import { account, shell, settings as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { type Mark, MarkedSetting } from '../../ui/Setting.tsx'
import { useWatchChanges } from '../events/watch-changes.ts'
import { entriesOf } from './entries.ts'
import { SearchField } from './SearchField.tsx'
import { SearchResults } from './SearchResults.tsx'
import { SectionFrame } from './SectionFrame.tsx'
import { SectionList } from './SectionList.tsx'
import { type Entry, search } from './search.ts'
import type { SectionId } from './section-ids.ts'
import type { SectionProps } from './section-props.ts'
import { SECTIONS } from './sections.ts'

export interface SettingsScreenProps extends Omit<SectionProps, 'onRestored'> {
  /** Which section is shown; one that there is not is none. */
  section?: string | undefined
  onSection(section: SectionId): void
  /** Back to the list of sections. */
  onList(): void
  /** Back to the signer. */
  onDone(): void
}

/**
 * All that can be set, a section at a time: beside the list of them where there is room, else the
 * list leads into each.
 */
export default function SettingsScreen(props: SettingsScreenProps) {
  const { section, onSection, onList, onDone, ...given } = props
  const isOpen = given.userId === null
  useWatchChanges()
  const isWide = useWide()
  const [query, setQuery] = useState('')
  const [mark, setMark] = useState<Mark | null>(null)
  const sections = SECTIONS.filter(({ needsLogins }) => !isOpen || !needsLogins)
  const named = sections.find(({ id }) => id === section)
  const shown = named ?? (isWide ? sections[0] : undefined)
  const found = search(entriesOf(sections.map(({ id }) => id)), query)
  const isSearching = query.trim() !== ''

  function lead({ section: to, setting }: Entry<SectionId>) {
    setMark(setting === null ? null : { name: setting, asked: (mark?.asked ?? 0) + 1 })
    onSection(to)
  }

  function choose(to: SectionId) {
    setMark(null)
    onSection(to)
  }

  // Without logins nothing else clears what this page knows.
  const startAnew = () => (isOpen ? location.reload() : given.onDoubt())
  const isInside = !isWide && named !== undefined

  return (
    <section aria-label={texts.title}>
      <Button
        kind="quiet"
        className="mb-2 -ml-3 max-sm:min-h-10"
        onClick={isInside ? onList : onDone}
      >
        <ArrowLeft size={16} strokeWidth={1.8} aria-hidden />
        {isInside ? texts.toList : shell.back}
      </Button>
      {isOpen && !isInside && (
        <div className="mb-4">
          <Note kind="warn">{account.open}</Note>
        </div>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[15rem_minmax(0,44rem)]">
        {!isInside && (
          <div className="min-w-0">
            <SearchField
              value={query}
              onText={setQuery}
              onSubmit={() => found[0] !== undefined && lead(found[0])}
            />
            <p role="status" className="px-1 text-xs text-ink-3 not-empty:mt-2">
              {isSearching && texts.found(found.length)}
            </p>
            {isSearching ? (
              <SearchResults found={found} onChoose={lead} />
            ) : (
              <nav aria-label={texts.list} className="mt-3">
                <SectionList
                  sections={sections}
                  shown={isWide ? shown?.id : undefined}
                  onChoose={choose}
                />
              </nav>
            )}
          </div>
        )}
        {shown && (
          <MarkedSetting value={mark}>
            <SectionFrame key={shown.id} id={shown.id} takesFocus={isInside && mark === null}>
              <shown.Part {...given} onRestored={startAnew} />
            </SectionFrame>
          </MarkedSetting>
        )}
      </div>
    </section>
  )
}
