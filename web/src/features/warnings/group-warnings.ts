import { clock, ownerWarning } from '#contract/warning-messages.ts'

/** A warning, and the peers that it is about besides the one in its text. */
export interface Warning {
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
