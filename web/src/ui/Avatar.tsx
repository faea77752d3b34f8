import { locale } from '../texts/language.ts'
import { cx } from './cx.ts'

export interface AvatarProps {
  name: string
  large?: boolean
  /** An app or a device, not a person. */
  isApp?: boolean
}

/** The first letter of a name. Decoration: the name stands beside it. */
export function Avatar({ name, large = false, isApp = false }: AvatarProps) {
  const size = large ? 'size-15 text-[1.5rem]' : 'size-6.5 text-sm'
  return (
    <span
      aria-hidden
      className={cx(
        'inline-grid shrink-0 place-items-center leading-none font-[650] select-none',
        isApp ? 'rounded-sm bg-ice-soft text-ice' : 'rounded-full bg-ice text-on-ice',
        size,
      )}
    >
      {initialOf(name)}
    </span>
  )
}

const initialOf = (name: string): string => {
  const [first] = new Intl.Segmenter(locale).segment(name.trim())
  return first?.segment.toLocaleUpperCase(locale) ?? '·'
}
