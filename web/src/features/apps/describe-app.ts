import type { AppView } from '#contract/apps.ts'
import { countdown, dayAndTime } from '../../lib/time.ts'
import { rules, apps as texts } from '../../texts/texts.ts'
import type { ChipProps } from '../../ui/Chip.tsx'
import { stateIcons } from '../../ui/tone.ts'

type AppCondition = Pick<AppView, 'state' | 'suspended' | 'invitedUntil'>

/** What an app is now, as its owner thinks of it. */
type Condition = keyof typeof texts.states

/** @param now the server's time, Unix milliseconds */
export function conditionOf(
  { state, suspended, invitedUntil }: AppCondition,
  now: number,
): Condition {
  if (state === 'invited') {
    return invitedUntil !== undefined && Date.parse(invitedUntil) > now ? 'invited' : 'lapsed'
  }
  return state === 'paired' && suspended ? 'suspended' : state
}

export const LOOKS: Readonly<Record<Condition, Pick<ChipProps, 'tone' | 'icon'>>> = {
  invited: { tone: 'ice', icon: stateIcons.wait },
  lapsed: {},
  paired: { tone: 'ok', icon: stateIcons.ok },
  suspended: { tone: 'warn', icon: stateIcons.warn },
  'signed out': {},
  expired: { tone: 'warn', icon: stateIcons.wait },
}

/** A condition in words, with what is left of a link. */
export function describeCondition(app: AppCondition, now: number): string {
  const condition = conditionOf(app, now)
  const word = texts.states[condition]
  if (condition !== 'invited' || app.invitedUntil === undefined) return word
  return `${word} · ${texts.left(countdown(Date.parse(app.invitedUntil) - now))}`
}

/**
 * What an app may do, in one line.
 *
 * @param rulesOfItsOwn the number of the app's own rules
 */
export function rightsLine(
  { preset, suspended, until }: Pick<AppView, 'preset' | 'suspended' | 'until'>,
  rulesOfItsOwn: number,
): string {
  if (suspended) return texts.suspended
  const [title] = rules.presets[preset ?? 'ask']
  const line = texts.rules(title, rulesOfItsOwn)
  return until === undefined ? line : `${line}, ${texts.until(dayAndTime(until))}`
}

/** A website that an app claims, if it may be a link. */
export function websiteOf(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined
  const { protocol, username, password } = new URL(url)
  return /^https?:$/.test(protocol) && username === '' && password === '' ? url : undefined
}

const DAY = 86_400_000

/** After how long an app is signed out by itself. Milliseconds; null: never. */
const ENDS = {
  never: null,
  '1d': DAY,
  '7d': 7 * DAY,
  '30d': 30 * DAY,
  '365d': 365 * DAY,
} as const

export type Ends = keyof typeof ENDS

export const ENDS_OPTIONS = (Object.keys(ENDS) as Ends[]).map((value) => ({
  value,
  text: texts.endsIn[value],
}))

/** @param now the server's time, Unix milliseconds */
export function untilOf(ends: Ends, now: number): string | null {
  const ms = ENDS[ends]
  return ms === null ? null : new Date(now + ms).toISOString()
}
