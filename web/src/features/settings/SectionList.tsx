import { ChevronRight } from 'lucide-react'
import { settings as texts } from '../../texts/texts.ts'
import { cx } from '../../ui/cx.ts'
import type { SectionId } from './section-ids.ts'
import type { Section } from './sections.ts'

export interface SectionListProps {
  sections: readonly Section[]
  /** The one that is shown beside the list. */
  shown: SectionId | undefined
  onChoose(section: SectionId): void
}

/** The sections by their titles; where the list is all there is, with what each is about. */
export const SectionList = ({ sections, shown, onChoose }: SectionListProps) => (
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
