import type { ReactNode } from 'react'

/** The frame of every screen: the header, and the content at one width. */
export function Page({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-[1180px] px-3 pb-8 sm:px-6 sm:pb-12">
      {header}
      <main>{children}</main>
    </div>
  )
}
