import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settings as texts } from '../../texts/texts.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Loaded } from '../account/Loaded.tsx'
import { getLicence } from './get-licence.ts'

const FILES = {
  floe: './LICENSE.md',
  web: './licenses.md',
  server: './licenses-server.md',
} as const
type Whose = keyof typeof FILES
const WHOSE = Object.keys(FILES) as Whose[]

/** The licences of what this build contains, each text loaded when it is opened. */
export const Licences = () => (
  <div className="divide-y divide-line rounded-md border border-line">
    {WHOSE.map((whose) => (
      <LicenceText key={whose} whose={whose} />
    ))}
  </div>
)

function LicenceText({ whose }: { whose: Whose }) {
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    queryKey: ['licence', whose],
    queryFn: ({ signal }) => getLicence(FILES[whose], signal),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-10 cursor-pointer px-3.5 py-2.5 font-medium">
        {texts.licenceOf[whose]}
      </summary>
      {isOpen && (
        <div className="border-t border-line px-3.5 py-3">
          <Loaded query={query} placeholder={<Skeleton className="h-40" />}>
            {(text) => (
              <section
                aria-label={texts.licenceOf[whose]}
                // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard
                tabIndex={0}
                className="max-h-96 overflow-y-auto font-mono text-xs wrap-break-word whitespace-pre-wrap text-ink-2"
              >
                {text}
              </section>
            )}
          </Loaded>
        </div>
      )}
    </details>
  )
}
