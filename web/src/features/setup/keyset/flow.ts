/** A freshly made keyset. All of it is in this page's memory, and nowhere else. */
export interface NewKeyset {
  name: string
  threshold: number
  /** The identity that its shares sign as. */
  npub: string
  /** Made from a key that the owner already had. */
  isOwnKey: boolean
  groupCredential: string
  /** Share n is at index n - 1. */
  shareCredentials: readonly string[]
}

/** Where the owner is. Shares are counted from 1; the first is the one that stays here. */
export type Flow =
  | { at: 'settings' }
  | { at: 'shares'; keyset: NewKeyset; share: number; stored: readonly number[] }
  | { at: 'summary'; keyset: NewKeyset; stored: readonly number[] }

type Made = Exclude<Flow, { at: 'settings' }>
type HandingOut = Extract<Flow, { at: 'shares' }>

export const handOut = (keyset: NewKeyset): Flow => ({
  at: 'shares',
  keyset,
  share: 1,
  stored: [],
})

/** Notes whether the share that is shown has been stored by whoever holds it. */
export function confirm(flow: HandingOut, isStored: boolean): Flow {
  const others = flow.stored.filter((share) => share !== flow.share)
  return { ...flow, stored: isStored ? [...others, flow.share] : others }
}

/** The first share has its place; each of the others must be stored before the next is shown. */
const mayGoOn = ({ share, stored }: HandingOut): boolean => share === 1 || stored.includes(share)

/** The next share, or the summary after the last. Stays if it may not go on. */
export function next(flow: HandingOut): Flow {
  const { keyset, share, stored } = flow
  if (!mayGoOn(flow)) return flow
  if (share === keyset.shareCredentials.length) return { at: 'summary', keyset, stored }
  return { ...flow, share: share + 1 }
}

/** The previous share, back to the first; from the summary, the last one. */
export function back(flow: Made): Flow {
  const { keyset, stored } = flow
  const share = flow.at === 'summary' ? keyset.shareCredentials.length : Math.max(1, flow.share - 1)
  return { at: 'shares', keyset, share, stored }
}

/**
 * The shares that nobody would have if the owner left now: the first, which is saved on this signer
 * only when all is done, and those that are not confirmed.
 */
export function unsaved({ keyset, stored }: Made): number[] {
  return keyset.shareCredentials.map((_, at) => at + 1).filter((share) => !stored.includes(share))
}

/** Whether fewer shares would then be left than it takes to sign. */
export const isUseless = ({ keyset, stored }: Made): boolean => stored.length < keyset.threshold
