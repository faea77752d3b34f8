import { KeyRound, Smartphone } from 'lucide-react'
import type { CallerKind } from '#contract/rules.ts'
import { cx } from '../../ui/cx.ts'

/** Who asked, as a sign; who that is stands beside it. */
export function Asker({ door, name }: { door: CallerKind | null; name: string }) {
  const isPerson = door === 'owner'
  return (
    <span
      aria-hidden
      className={cx(
        'inline-grid size-6.5 shrink-0 place-items-center text-xs font-semibold',
        isPerson ? 'rounded-full bg-ice text-on-ice' : 'rounded-[7px] bg-ice-soft text-ice',
      )}
    >
      {door === 'peer' ? (
        <Smartphone size={15} strokeWidth={1.8} />
      ) : door === 'program' ? (
        <KeyRound size={15} strokeWidth={1.8} />
      ) : (
        initialOf(name)
      )}
    </span>
  )
}

/** The first letter or digit; a name may begin with anything. */
const initialOf = (name: string): string => /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? '·'
