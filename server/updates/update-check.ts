import type { BuildOrigin, VersionAnswer } from '#contract/version.ts'
import { VERSION_ASKED_INTERVAL } from '#http-client/limits.ts'

export interface UpdateCheckOptions {
  /** The version that runs. */
  version: string
  kept: {
    get(name: string): string | undefined
    /** Throws where it can't be kept. */
    set(name: string, value: string): void
  }
  /** The newest version there is. Rejects where that can't be told. */
  ask(signal: AbortSignal): Promise<string>
  onError(error: unknown): void
  /** Unix milliseconds. */
  now(): number
}

/** Whether there is a newer version: asked only where the owner allows it, and once a day at most. */
export interface UpdateCheck {
  view(): Omit<VersionAnswer, keyof BuildOrigin>
  /** @throws StoreError when it can't be kept */
  allow(asks: boolean): void
  /** Ends what is under way. */
  stop(): Promise<void>
}

const ALLOWED = 'version.asks'
const LAST = 'version.asked'

/** How the last try ended. `newest`: null where it could not be told. */
interface Last {
  at: number
  newest: string | null
}

export function createUpdateCheck(options: UpdateCheckOptions): UpdateCheck {
  const { version, kept, ask, onError, now } = options
  const stopping = new AbortController()
  let asking: Promise<void> | null = null

  const isAllowed = () => kept.get(ALLOWED) === 'yes'
  const last = (): Last | null => {
    const text = kept.get(LAST)
    return text === undefined ? null : (JSON.parse(text) as Last)
  }
  const keep = (asked: Last) => kept.set(LAST, JSON.stringify(asked))

  const askNow = async (newestBefore: string | null): Promise<void> => {
    const at = now()
    // First: whoever restarts Floe over and over does not ask as often.
    keep({ at, newest: newestBefore })
    let newest: string | null = null
    try {
      newest = await ask(stopping.signal)
    } catch (error) {
      if (stopping.signal.aborted) return
      onError(error)
    }
    if (isAllowed()) keep({ at, newest })
  }

  const askWhenDue = () => {
    if (!isAllowed() || asking !== null || stopping.signal.aborted) return
    const before = last()
    // A clock that was set back proves nothing.
    if (before !== null && Math.abs(now() - before.at) < VERSION_ASKED_INTERVAL) return
    asking = askNow(before?.newest ?? null)
      .catch(onError)
      .finally(() => {
        asking = null
      })
  }

  return {
    view: () => {
      askWhenDue()
      const asks = isAllowed()
      const known = asks ? last() : null
      return {
        ...{ version, asks, isAsking: asking !== null },
        ...(known !== null && { askedAt: new Date(known.at).toISOString() }),
        ...(known !== null && known.newest !== null && { newest: known.newest }),
        isNewer: known !== null && known.newest !== null && isNewer(known.newest, version),
      }
    },
    allow: (asks) => {
      kept.set(ALLOWED, asks ? 'yes' : 'no')
      askWhenDue()
    },
    stop: async () => {
      stopping.abort()
      await asking
    },
  }
}

/** By Semantic Versioning 2.0, but that a pre-release is never newer than what it comes before. */
export function isNewer(one: string, than: string): boolean {
  const [a, b] = [partsOf(one), partsOf(than)]
  const at = a.findIndex((part, place) => part !== b[place])
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0)
}

const partsOf = (version: string): number[] => version.replace(/-.*/, '').split('.').map(Number)
