import { settings as texts } from '../../texts/texts.ts'
import type { Entry } from './search.ts'
import type { SectionId } from './section-ids.ts'

export interface SearchResultsProps {
  found: readonly Entry<SectionId>[]
  onChoose(entry: Entry<SectionId>): void
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
            <span className="block text-xs text-ink-3">
              {texts.within(texts.sections[entry.section].title)}
            </span>
          )}
        </button>
      </li>
    ))}
  </ul>
)
