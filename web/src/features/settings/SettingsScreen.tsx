import { ArrowLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { account, common, shell, settings as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Note } from '../../ui/Note.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { type Mark, MarkedSetting } from '../../ui/Setting.tsx'
import { useWatchChanges } from '../signer/watch-changes.ts'
import { SearchField, SearchResults } from './SearchField.tsx'
import { type Entry, entriesOf, search } from './search.ts'
import type { SectionId, SectionProps } from './section-props.ts'
import { SECTIONS, type Section } from './sections.ts'

export interface SettingsScreenProps extends Omit<SectionProps, 'onRestored'> {
  /** Which section is shown; an unknown one counts as none. */
  section?: string | undefined
  onSection(section: SectionId): void
  /** Back to the list of sections. */
  onList(): void
  /** Back to the signer. */
  onDone(): void
}

/**
 * All settings, a section at a time: beside the list of sections where there is room, else in its
 * place.
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

  function lead({ section: to, setting }: Entry) {
    setMark(setting === null ? null : { name: setting, asked: (mark?.asked ?? 0) + 1 })
    onSection(to)
  }

  function choose(to: SectionId) {
    setMark(null)
    onSection(to)
  }

  // Without logins nothing else clears what this page knows.
  const startAnew = () => (isOpen ? location.reload() : given.onCheckAccess())
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
            <p role="status" className="px-1 text-sm text-ink-3 not-empty:mt-2">
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

interface SectionFrameProps {
  id: SectionId
  /** Its heading gets the focus, because the section has taken the place of the pressed button. */
  takesFocus: boolean
  children: ReactNode
}

/** One section, under its title. */
function SectionFrame({ id, takesFocus, children }: SectionFrameProps) {
  const titled = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <section
      aria-labelledby={titled}
      className="mb-4 min-w-0 rounded-lg border border-line bg-surface shadow-card"
    >
      <h2
        ref={heading}
        id={titled}
        tabIndex={-1}
        className="border-b border-line px-4 py-3.5 font-semibold outline-none"
      >
        {texts.sections[id].title}
      </h2>
      <div className="px-4 py-3.5">
        <PartFrame fallback={<p role="status">{common.loading}</p>}>{children}</PartFrame>
      </div>
    </section>
  )
}

interface SectionListProps {
  sections: readonly Section[]
  /** The one that is shown beside the list. */
  shown: SectionId | undefined
  onChoose(section: SectionId): void
}

/** The sections by their titles; on a narrow page, also with what each is about. */
const SectionList = ({ sections, shown, onChoose }: SectionListProps) => (
  <ul className="grid grid-cols-1 gap-0.5 max-lg:gap-0 max-lg:divide-y max-lg:divide-line max-lg:overflow-hidden max-lg:rounded-lg max-lg:border max-lg:border-line max-lg:bg-surface max-lg:shadow-card">
    {sections.map(({ id, icon: Icon }) => {
      const { title, lead } = texts.sections[id]
      return (
        <li key={id}>
          <button
            type="button"
            aria-current={id === shown || undefined}
            data-section={id}
            onClick={() => onChoose(id)}
            className={cx(
              'flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left transition-colors lg:min-h-9 lg:rounded-md lg:px-3 lg:py-1',
              '-outline-offset-2 lg:outline-offset-2',
              id === shown
                ? 'font-semibold lg:bg-surface lg:text-ink lg:shadow-card'
                : 'font-medium lg:text-ink-2 lg:hover:bg-line/60 lg:hover:text-ink',
            )}
          >
            <Icon
              size={18}
              strokeWidth={1.8}
              aria-hidden
              className={cx('shrink-0', id === shown ? 'text-ice' : 'text-ink-3')}
            />
            <span className="min-w-0 flex-1">
              {title}
              <span className="block text-sm font-normal text-pretty text-ink-3 lg:hidden">
                {lead}
              </span>
            </span>
            <ChevronRight
              size={16}
              strokeWidth={1.8}
              aria-hidden
              className="shrink-0 text-ink-3 lg:hidden"
            />
          </button>
        </li>
      )
    })}
  </ul>
)

/** In rem: whoever asks for large text has less room. */
const roomForTwo = () => matchMedia('(min-width: 64rem)')

function subscribe(listener: () => void): () => void {
  const wide = roomForTwo()
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Whether there is room for two columns. */
const useWide = (): boolean => useSyncExternalStore(subscribe, () => roomForTwo().matches)
