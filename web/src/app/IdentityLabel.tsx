import { ChevronDown } from 'lucide-react'
import { shell } from '../texts/texts.ts'
import { Avatar } from '../ui/Avatar.tsx'

/** What the button with who signs here shows. */
export const IdentityLabel = ({ name }: { name: string }) => (
  <>
    <Avatar name={name} />
    <span className={IDENTITY_NAME}>
      {name}
      <span className="sr-only">, {shell.menu}</span>
    </span>
    <ChevronDown
      size={14}
      strokeWidth={1.8}
      aria-hidden
      className="shrink-0 text-ink-3 @max-[26rem]:hidden"
    />
  </>
)

/** The look of the button with who signs here, also while what it opens is on its way. */
export const IDENTITY_BUTTON =
  'inline-flex h-10 min-w-0 items-center gap-2 rounded-full border border-line bg-surface pr-2.5 pl-1 ' +
  'font-medium transition-colors hover:border-line-strong sm:h-8.5 @max-[26rem]:gap-1.5'

/** And of the name in it: on a phone a long one has two lines. */
const IDENTITY_NAME =
  'min-w-0 truncate @max-[26rem]:line-clamp-2 @max-[26rem]:text-left @max-[26rem]:text-sm ' +
  '@max-[26rem]:leading-tight @max-[26rem]:hyphens-auto @max-[26rem]:wrap-anywhere @max-[26rem]:whitespace-normal'
