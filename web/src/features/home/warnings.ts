import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { auth } from '#contract/messages.ts'
import { clock, ownerWarning } from '#contract/warning-messages.ts'
import { storage } from '../../lib/storage.ts'
import { statusQuery } from './get-status.ts'

interface Warnings {
  shown: Warning[]
  /** Set aside in this browser. */
  dismissed: Warning[]
  /** They are not read yet. */
  isPending: boolean
}

/**
 * What the status warns of, each cause once.
 *
 * @param openAccess this server lets everyone in, and will warn about it: known before the status is
 */
export function useWarnings(openAccess: boolean): Warnings {
  const { data } = useQuery({ ...statusQuery, refetchInterval: false })
  const dismissed = useDismissed()
  const known = groupWarnings(data?.warnings ?? (openAccess ? [auth.openAccess] : []))
  const isAside = ({ text, breaks }: Warning) => !breaks && dismissed.includes(text)
  return {
    shown: known.filter((warning) => !isAside(warning)),
    dismissed: known.filter(isAside),
    isPending: data === undefined,
  }
}

/** A warning, and the peers that it is about besides the one in its text. */
interface Warning {
  text: string
  alsoFor: string[]
  /** The peers' keys, as they begin, if they are refused in 1.x and the owner may allow it. */
  shutOut?: string[]
  /** Something doesn't work until the owner has seen to it. */
  breaks: boolean
}

/** Texts that come once a peer, and whether something doesn't work then. */
const PER_PEER = [
  [ownerWarning.firstGeneration, false],
  [ownerWarning.thirdInFirst, true],
  [ownerWarning.shutOut, true],
  [ownerWarning.generationNotKept, true],
  [ownerWarning.exchangeUnweighted, true],
  [ownerWarning.noNoncesGiven, true],
] as const

/** Characters, before what a text says of the one case. */
const BEGINNING = 24

/** Others that can't wait, by how they begin. */
const BREAKING = [
  ownerWarning.v2Off(''),
  ownerWarning.v2Unfit(''),
  ownerWarning.noncesFailing,
  ownerWarning.noncesNotDeleted,
  clock.ahead(''),
].map((text) => text.slice(0, BEGINNING))

const MARK = '\u0000'

const templates = PER_PEER.map(([write, breaks]) => {
  const [before = '', after = ''] = write(MARK).split(MARK)
  return { before, after, breaks, isShutOut: write === ownerWarning.shutOut }
})

/** One warning for each cause, however many peers share it, in the order in which they came. */
export function groupWarnings(texts: readonly string[]): Warning[] {
  const groups = new Map<unknown, Warning>()
  for (const text of new Set(texts.filter((text) => !isAsked(text)))) {
    const template = templates.find(
      ({ before, after }) => text.startsWith(before) && text.endsWith(after),
    )
    if (template === undefined) {
      const breaks = BREAKING.some((begin) => text.startsWith(begin))
      groups.set(text, { text, alsoFor: [], breaks })
      continue
    }
    const { before, after, breaks } = template
    const known = groups.get(template)
    const peer = text.slice(before.length, text.length - after.length)
    if (known === undefined) {
      const shutOut = template.isShutOut ? [peer] : undefined
      groups.set(template, { text, alsoFor: [], breaks, ...(shutOut && { shutOut }) })
      continue
    }
    known.alsoFor.push(peer)
    known.shutOut?.push(peer)
  }
  return [...groups.values()]
}

/** Who asks to join waits in a card of its own, on every screen. */
const isAsked = (text: string): boolean =>
  text.endsWith(ownerWarning.onboardingAsked('', 0).slice(-60))

const KEY = 'floe.dismissed-warnings'
/** More never occur at once. */
const KEPT_MAX = 50

let texts: readonly string[] = read()
const listeners = new Set<() => void>()

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage.get(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : []
  } catch {
    return []
  }
}

function keep(next: readonly string[]): void {
  texts = next.slice(-KEPT_MAX)
  storage.set(KEY, JSON.stringify(texts))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) texts = read()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The warnings that were set aside in this browser, each by its text: a new one is shown again. */
export const useDismissed = (): readonly string[] => useSyncExternalStore(subscribe, () => texts)

export const dismiss = (text: string): void => keep([...texts, text])

/** Shows all of these again. */
export const bringBack = (again: readonly string[]): void =>
  keep(texts.filter((text) => !again.includes(text)))
