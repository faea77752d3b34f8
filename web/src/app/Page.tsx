import type { ReactNode } from 'react'

/** The frame of every screen: the header, and the content at one width. */
export function Page({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    // The space at the foot is kept free for the bar of waiting questions, so that nothing moves when it appears.
    <div className="mx-auto max-w-[1180px] px-3 pb-[calc(var(--bottom-bar)+6.5rem)] sm:px-6 sm:pb-[calc(var(--bottom-bar)+5.5rem)]">
      {header}
      <main>{children}</main>
    </div>
  )
}
