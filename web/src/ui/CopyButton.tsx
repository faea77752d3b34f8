import { Check, Copy } from 'lucide-react'
import { copyText } from '../lib/clipboard.ts'
import { useBriefly } from '../lib/hooks.ts'
import { COPY_MARK } from '../lib/limits.ts'
import { common } from '../texts/texts.ts'
import { IconButton } from './IconButton.tsx'
import { toastFailed } from './toast.ts'

export interface CopyButtonProps {
  text: string
  /** What is copied, named as in `Copy group credential`. */
  what: string
  disabled?: boolean
  /** For use in a row of small text. */
  small?: boolean
}

/** Copies a text: [whether it was copied in the last two seconds, copy it]. A toast says if that failed. */
export function useCopy(text: string): [boolean, () => void] {
  const [copied, mark] = useBriefly(COPY_MARK)
  async function copy() {
    if (await copyText(text)) mark()
    else toastFailed(common.copyFailed, common.copyByHand)
  }
  return [copied, () => void copy()]
}

/** Copies a text, and says so for two seconds. */
export function CopyButton({ text, what, disabled, small }: CopyButtonProps) {
  const [copied, copy] = useCopy(text)
  return (
    <>
      <IconButton
        icon={copied ? Check : Copy}
        label={copied ? common.copied : common.copy(what)}
        disabled={disabled}
        small={small ?? false}
        className={copied ? 'text-ok' : ''}
        onClick={copy}
      />
      <span role="status" className="sr-only">
        {copied && common.copied}
      </span>
    </>
  )
}
