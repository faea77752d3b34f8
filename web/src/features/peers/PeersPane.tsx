import type { ReactNode } from 'react'
import { peers as texts } from '../../../../server/contract/texts/peers.ts'

/**
 * Where the rows are: no higher than the specification says, and scrolled by the keyboard too. Its
 * width in rem, which text at twice the size halves, decides how a row is laid out.
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
