import { type ReactNode, useId } from 'react'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import { common, importing, shell, start as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { LanguageLinks } from '../settings/LanguageLinks.tsx'
import { ServerWarnings, useServerWarnings } from './ServerWarnings.tsx'
import type { Way } from './ways.ts'

const WAYS = ['create', 'join', 'bring'] as const

export interface StartWaysProps {
  saved: CredentialsAnswer
  /** The way that somebody has come back from: it gets the focus. */
  last: Way | null
  onWay(way: Way): void
  onSigner(): void
}

/** The ways to a keyset, before any field. */
export function StartWays({ saved, last, onWay, onSigner }: StartWaysProps) {
  const warnings = useServerWarnings()
  const { configured, name } = saved
  // They stand below the ways, but a page that is read from the top should not grow.
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
        {WAYS.map((way) => (
          <WayCard key={way} way={way} takesFocus={last === way} onOpen={() => onWay(way)} />
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

interface WayProps {
  way: (typeof WAYS)[number]
  takesFocus: boolean
  onOpen(): void
}

const focusOn = (button: HTMLButtonElement | null) => button?.focus()

function WayCard({ way, takesFocus, onOpen }: WayProps) {
  const id = useId()
  const { title, text } = texts.doors[way]
  const Drawing = DRAWINGS[way]
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

/** A drawing beside words that say the same. */
const Drawing = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 132 84"
    aria-hidden="true"
    className="w-20 fill-none stroke-2 md:w-33"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {children}
  </svg>
)

const FACE = 'fill-surface stroke-ice'
const SHADE = 'fill-ice-line stroke-ice'
const DEEP = 'fill-ice stroke-ice'

/** A floe that breaks into three. */
const Create = () => (
  <Drawing>
    <path className={DEEP} d="M60 14 27 33l20 13 17-22z" />
    <path className={SHADE} d="m72 14 33 20-19 12-17-21z" />
    <path className={FACE} d="m66 35 17 18-17 19-17-19z" />
    <path className="stroke-ice-line" d="M19 44v11M14 49.500h10M113 49v9M108.5 53.500h9" />
  </Drawing>
)

/** A code on one device, and this one beside it. */
const Join = () => (
  <Drawing>
    <rect className={FACE} x="16" y="10" width="38" height="64" rx="7" />
    <path className="stroke-ice-line" d="M31 67h8" />
    <rect className={DEEP} x="23" y="20" width="9" height="9" rx="1.5" />
    <rect className={DEEP} x="38" y="20" width="9" height="9" rx="1.5" />
    <rect className={DEEP} x="23" y="35" width="9" height="9" rx="1.5" />
    <path className="stroke-ice" d="M38 36h4M47 36v4M39 44h8M24 52h6M36 52h3M46 51v2" />
    <path className="stroke-ice" strokeDasharray="1 6" d="M62 42h22" />
    <path className="stroke-ice" d="m80 36 6 6-6 6" />
    <path className={SHADE} d="m106 20 18 13-18 8-18-8z" />
    <path className={FACE} d="m88 33 18 8v24L88 54zM124 33l-18 8v24l18-11z" />
  </Drawing>
)

/** A piece that goes into its place. */
const Bring = () => (
  <Drawing>
    <path className={DEEP} d="m66 6 17 12-17 11-17-11z" />
    <path className="stroke-ice" d="M66 35v10M60 40l6 6 6-6" />
    <path className={SHADE} d="M30 54 47 44v14l19 10 19-10V44l17 10-36 20z" />
    <path className="stroke-ice" d="M30 54v8l36 18 36-18v-8" />
  </Drawing>
)

const DRAWINGS = { create: Create, join: Join, bring: Bring }
