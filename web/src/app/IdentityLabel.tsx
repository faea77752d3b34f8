import { ChevronDown } from 'lucide-react'
import { shell } from '../texts/texts.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { IDENTITY_NAME } from './identity-button.ts'

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
