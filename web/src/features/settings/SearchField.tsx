import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { settings as texts } from '../../texts/texts.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import type { Entry } from './search.ts'

export interface SearchFieldProps {
  value: string
  onText(text: string): void
  /** Enter was pressed. */
  onSubmit(): void
}

/** The field for a search. The key "/" focuses it from anywhere on the page, and Escape empties it. */
export function SearchField({ value, onText, onSubmit }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('[role=dialog]') !== null) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
        className="flex min-h-10 items-center gap-2 rounded-md border border-edge bg-sunken pr-1 pl-2.5 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-ice"
      >
        <Search size={16} strokeWidth={1.8} aria-hidden className="shrink-0 text-ink-3" />
        <input
          ref={input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          aria-label={texts.search}
          aria-keyshortcuts="/"
          placeholder={texts.searchPlaceholder}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={({ target }) => onText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || value === '') return
            event.stopPropagation()
            onText('')
          }}
          className="min-h-10 min-w-0 flex-1 bg-transparent py-1.5 outline-none placeholder:text-ink-3 max-sm:text-[1rem]"
        />
        {value === '' ? (
          <kbd
            aria-hidden
            className="mr-1.5 hidden rounded-sm border border-line-strong px-1.5 font-mono text-sm text-ink-3 lg:block"
          >
            {texts.searchKey}
          </kbd>
        ) : (
          <IconButton
            icon={X}
            label={texts.clearSearch}
            onClick={() => {
              onText('')
              input.current?.focus()
            }}
          />
        )}
      </form>
    </search>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

interface SearchResultsProps {
  found: readonly Entry[]
  onChoose(entry: Entry): void
}

/** What a search has found: each leads to its setting. */
export const SearchResults = ({ found, onChoose }: SearchResultsProps) => (
  <ul
    aria-label={texts.results}
    className="mt-2 grid grid-cols-1 divide-y divide-line overflow-hidden rounded-md border border-line bg-surface empty:hidden"
  >
    {found.map((entry) => (
      <li key={`${entry.section} ${entry.setting}`}>
        <button
          type="button"
          onClick={() => onChoose(entry)}
          className="min-h-10 w-full px-3 py-1.5 text-left -outline-offset-2 transition-colors hover:bg-sunken"
        >
          <span className="block font-medium">{entry.title}</span>
          {entry.setting !== null && (
            <span className="block text-sm text-ink-3">
              {texts.within(texts.sections[entry.section].title)}
            </span>
          )}
        </button>
      </li>
    ))}
  </ul>
)
