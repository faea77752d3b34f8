import { useQuery } from '@tanstack/react-query'
import { configure as texts } from '../../texts/texts.ts'
import { translateMessage } from '../../texts/translate-message.ts'
import { cx } from '../../ui/cx.ts'
import { Note } from '../../ui/Note.tsx'
import { statusQuery } from '../home/get-status.ts'

/** What the server warns of before it has a keyset; null until that is known. */
export function useServerWarnings(): readonly string[] | null {
  // Asked once: nobody watches the signer here.
  const { data, isPending } = useQuery({ ...statusQuery, refetchInterval: false })
  return isPending ? null : (data?.warnings ?? [])
}

interface ServerWarningsProps {
  warnings: readonly string[]
  className: string
}

export const ServerWarnings = ({ warnings, className }: ServerWarningsProps) =>
  warnings.length > 0 && (
    <section aria-label={texts.warnings} className={cx('flex flex-col gap-2', className)}>
      {warnings.map((warning) => (
        <Note key={warning} kind="warn">
          {translateMessage(warning)}
        </Note>
      ))}
    </section>
  )
