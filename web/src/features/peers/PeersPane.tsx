import type { ReactNode } from 'react'
import { peers as texts } from '../../texts/peers.ts'

/**
 * The rows' pane: no higher than the specification says, and scrollable by keyboard. Its width in
 * rem, which halves when text doubles in size, decides a row's layout.
 */
export function PeersPane({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label={texts.rows}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
      tabIndex={0}
      className="@container max-h-(--height-peers) overflow-y-auto rounded-b-lg -outline-offset-2"
    >
      {children}
    </section>
  )
}
