import { ArrowDown } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { peers as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { useRowsBelow } from './use-rows-below.ts'

/**
 * The rows' pane: no higher than the specification says, and scrollable by keyboard; it says how many
 * more there are below. Its width in rem, which halves when text doubles in size, decides a row's layout.
 */
export function PeersPane({ children }: { children: ReactNode }) {
  const pane = useRef<HTMLElement>(null)
  const below = useRowsBelow(pane)
  const goOn = () => pane.current?.scrollBy({ top: pane.current.clientHeight * 0.8 })
  return (
    <div className="relative">
      <section
        ref={pane}
        aria-label={texts.rows}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
        tabIndex={0}
        className="@container relative max-h-(--height-peers) overflow-y-auto rounded-b-lg -outline-offset-2"
      >
        {/* What can be touched around a switch is no reason to scroll sideways. */}
        <div className="overflow-x-clip">{children}</div>
      </section>
      {below > 0 && (
        <Button
          onClick={goOn}
          className="absolute bottom-2 left-1/2 -translate-x-1/2 text-sm whitespace-nowrap shadow-float"
        >
          <ArrowDown size={15} strokeWidth={1.8} aria-hidden />
          {texts.below(below)}
        </Button>
      )}
    </div>
  )
}
