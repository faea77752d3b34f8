import { ChevronDown } from 'lucide-react'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { storage } from '../../lib/storage.ts'
import { home as texts } from '../../texts/texts.ts'
import { cx } from '../../ui/cx.ts'

export interface SignerDetailsProps {
  open: boolean
  onOpen(open: boolean): void
  /** Of the button that opens it. */
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** What is there for those who know the protocol; mounted only while it is open. */
export function SignerDetails({ open, onOpen, ref, children }: SignerDetailsProps) {
  const panel = useId()
  return (
    <section aria-label={texts.details}>
      <h2>
        <button
          ref={ref}
          type="button"
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => onOpen(!open)}
          className="-mx-2 mb-2 inline-flex min-h-10 items-center gap-1.5 rounded-md px-2 font-semibold text-ink-2 hover:text-ink"
        >
          {texts.details}
          <ChevronDown
            size={15}
            strokeWidth={1.8}
            aria-hidden
            className={cx('text-ink-3 transition-transform', !open && '-rotate-90')}
          />
        </button>
      </h2>
      <div id={panel} hidden={!open}>
        {open && children}
      </div>
    </section>
  )
}

const KEY = 'floe.signer-details'

/** Whether this browser shows the signer's details: they stay as they were left. */
export function useDetailsOpen(): [boolean, (open: boolean) => void] {
  const [isOpen, setOpen] = useState(() => storage.get(KEY) === 'open')
  return [
    isOpen,
    (open) => {
      setOpen(open)
      if (open) storage.set(KEY, 'open')
      else storage.remove(KEY)
    },
  ]
}
