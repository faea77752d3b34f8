import { Suspense, useState } from 'react'
import { lazyPart } from '../lib/load-part.ts'
import { ErrorBoundary } from '../ui/PartFrame.tsx'
import { IDENTITY_BUTTON, IdentityLabel } from './IdentityLabel.tsx'
import type { IdentityMenuProps } from './IdentityMenu.tsx'
import { loadIdentityMenu } from './load-screens.ts'

const IdentityMenu = lazyPart(loadIdentityMenu)

/** Who signs here, as a button. The menu takes its place at the first press, with what opens it. */
export function IdentityButton(props: IdentityMenuProps) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      className={IDENTITY_BUTTON}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        setWanted(true)
      }}
    >
      <IdentityLabel name={props.name} />
    </button>
  )
  if (!isWanted) return button
  return (
    <ErrorBoundary>
      <Suspense fallback={button}>
        <IdentityMenu {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
