/** `retryAfter` in whole seconds, at least 1. */
export type Consumed = { ok: true } | { ok: false; retryAfter: number }

export interface FixedWindows {
  /** Counts one, and says whether it may go. */
  consume(key: string): Consumed
  /** The same without counting: whether another one might go. */
  look(key: string): Consumed
  /** Takes one back. */
  refund(key: string): void
  /** How many keys are kept, those whose window is over included. */
  readonly size: number
}

export interface FixedWindowsOptions {
  /** How many may go in a window. */
  points: number
  /** Seconds. */
  window: number
  /** Beyond, the key whose window is the oldest is forgotten. */
  maxKeys: number
  /** Milliseconds of a clock that nobody sets. */
  now?: () => number
}

interface Window {
  count: number
  endsAt: number
}

/** Counters in fixed windows that begin with a key's first request. */
export function createFixedWindows(options: FixedWindowsOptions): FixedWindows {
  const { points, window, maxKeys, now = () => performance.now() } = options
  /** All windows last the same: in the order in which they began, they also end. */
  const windows = new Map<string, Window>()

  const begin = (key: string, at: number): Window => {
    for (const [oldest, { endsAt }] of windows) {
      if (at < endsAt && windows.size < maxKeys) break
      windows.delete(oldest)
    }
    const begun = { count: 0, endsAt: at + window * 1_000 }
    windows.set(key, begun)
    return begun
  }

  return {
    consume: (key) => {
      const at = now()
      const last = windows.get(key)
      const current = last !== undefined && at < last.endsAt ? last : begin(key, at)
      current.count += 1
      return current.count <= points
        ? { ok: true }
        : { ok: false, retryAfter: Math.ceil((current.endsAt - at) / 1_000) }
    },
    look: (key) => {
      const at = now()
      const current = windows.get(key)
      return current === undefined || at >= current.endsAt || current.count < points
        ? { ok: true }
        : { ok: false, retryAfter: Math.ceil((current.endsAt - at) / 1_000) }
    },
    refund: (key) => {
      const current = windows.get(key)
      if (current !== undefined && current.count > 0) current.count -= 1
    },
    get size() {
      return windows.size
    },
  }
}
