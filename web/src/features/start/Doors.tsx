import { useId } from 'react'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import { common, importing, shell, start as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { LanguageLinks } from '../language/LanguageLinks.tsx'
import { DRAWINGS } from './drawings.tsx'
import { ServerWarnings, useServerWarnings } from './ServerWarnings.tsx'
import type { Way } from './ways.ts'

const DOORS = ['create', 'join', 'bring'] as const

export interface DoorsProps {
  saved: CredentialsAnswer
  /** The way that somebody has come back from: it gets the focus. */
  last: Way | null
  onWay(way: Way): void
  onSigner(): void
}

/** The ways to a keyset, before any field. */
export function Doors({ saved, last, onWay, onSigner }: DoorsProps) {
  const warnings = useServerWarnings()
  const { configured, name } = saved
  // They are below the doors, but a page that is read from the top should not grow.
  if (!configured && warnings === null) return <p role="status">{common.loading}</p>
  return (
    <div className="mx-auto max-w-4xl">
      <div className="mb-5 sm:mt-3 sm:mb-6">
        <h2 className="text-lg font-semibold sm:text-[1.375rem]">
          {configured ? texts.titleAgain : texts.title}
        </h2>
        <p className="mt-1 max-w-160 text-ink-2">
          {configured ? texts.again(name || shell.savedShare) : texts.whatItIs}
        </p>
      </div>
      <ul className="grid gap-3 md:grid-cols-3">
        {DOORS.map((door) => (
          <CallerKind
            key={door}
            door={door}
            takesFocus={last === door}
            onOpen={() => onWay(door)}
          />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-2">
        {configured ? (
          <Button kind="quiet" className="-ml-3 min-h-10" onClick={onSigner}>
            {texts.backToSigner}
          </Button>
        ) : (
          <>
            <Line lead={importing.lead} go={importing.begin} onGo={() => onWay('import')} />
            <Line lead={texts.restore} go={texts.restoreDo} onGo={() => onWay('restore')} />
          </>
        )}
      </div>
      {!configured && <ServerWarnings warnings={warnings ?? []} className="mt-4" />}
      {!configured && <LanguageLinks />}
    </div>
  )
}

interface DoorProps {
  door: (typeof DOORS)[number]
  takesFocus: boolean
  onOpen(): void
}

const focusOn = (button: HTMLButtonElement | null) => button?.focus()

function CallerKind({ door, takesFocus, onOpen }: DoorProps) {
  const id = useId()
  const { title, text } = texts.doors[door]
  const Drawing = DRAWINGS[door]
  return (
    <li className="group relative flex items-center gap-3.5 rounded-lg border border-line bg-surface p-3 shadow-card transition-colors hover:border-ice md:flex-col md:items-stretch md:gap-0 md:p-0">
      <span className="grid shrink-0 place-content-center rounded-md bg-ice-soft max-md:size-22 md:rounded-t-[13px] md:rounded-b-none md:py-6">
        <Drawing />
      </span>
      <div className="min-w-0 md:px-4 md:pt-3.5 md:pb-4">
        <button
          type="button"
          ref={takesFocus ? focusOn : null}
          aria-describedby={id}
          onClick={onOpen}
          // All of the card can be pressed.
          className={
            'text-left text-[1rem] font-semibold outline-none group-hover:text-ice after:absolute ' +
            'after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 ' +
            'focus-visible:after:outline-ice'
          }
        >
          {title}
        </button>
        <p id={id} className="mt-0.5 text-sm text-ink-2">
          {text}
        </p>
      </div>
    </li>
  )
}

const Line = ({ lead, go, onGo }: { lead: string; go: string; onGo(): void }) => (
  <p className="flex flex-wrap items-center gap-x-1.5">
    {lead}
    <button
      type="button"
      onClick={onGo}
      className="min-h-10 rounded-sm font-medium text-ice underline-offset-2 hover:underline"
    >
      {go}
    </button>
  </p>
)
