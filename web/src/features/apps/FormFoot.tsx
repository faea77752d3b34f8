import type { ReactNode } from 'react'

/** The buttons of a form: on a phone in sight however long the form is, for who leaves it as it is. */
export const FormFoot = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-2 max-sm:sticky max-sm:bottom-0 max-sm:-mx-5 max-sm:-mb-5 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:rounded-b-lg max-sm:px-5 max-sm:py-3 max-sm:[&>button]:min-h-11 max-sm:[&>button]:flex-1">
    {children}
  </div>
)
