import { z } from 'zod'
import type { NotifyRequest } from '#contract/notify.ts'
import type { Channel } from './notification.ts'

export interface ChannelsOptions {
  /** What was set in the console, sealed on the disk. */
  saved: {
    get(name: string): string | undefined
    set(name: string, value: string | null): void
  }
  /** From the environment; null: none. */
  given: Channel | null
  /** What was saved can't be read: it counts as not saved. */
  onUnreadable(error: unknown): void
}

export interface ChannelInForce {
  source: 'saved' | 'environment' | 'none'
  channel: Channel | null
}

/** Where notices go: what was set in the console, else what the environment has. */
export interface Channels {
  inForce(): ChannelInForce
  /** What saving a request would put in force: a token that is left out is the one that there is. */
  made(request: NotifyRequest): Channel
  save(channel: Channel): void
  /** Nobody is told any more, or whom the environment names. */
  reset(): void
}

const NAME = 'notify'

const kept = z.object({
  url: z.string(),
  token: z.string().nullable(),
  console: z.string().nullable(),
})

export function createChannels({ saved, given, onUnreadable }: ChannelsOptions): Channels {
  const read = (): Channel | null => {
    try {
      const text = saved.get(NAME)
      return text === undefined ? null : kept.parse(JSON.parse(text))
    } catch (error) {
      onUnreadable(error)
      return null
    }
  }
  let now = read()

  const inForce = (): ChannelInForce => {
    if (now !== null) return { source: 'saved', channel: now }
    return { source: given === null ? 'none' : 'environment', channel: given }
  }

  return {
    inForce,
    made: ({ url, token, console }) => {
      const { channel: before } = inForce()
      // A token goes to nobody but those that it was given for.
      const known = before !== null && isSameHost(before.url, url) ? before : null
      return {
        url,
        token: token === undefined ? (known?.token ?? null) : token,
        console: console === undefined ? (known?.console ?? null) : new URL('.', console).href,
      }
    },
    save: (channel) => {
      saved.set(NAME, JSON.stringify(channel))
      now = channel
    },
    reset: () => {
      saved.set(NAME, null)
      now = null
    },
  }
}

const isSameHost = (one: string, other: string): boolean =>
  new URL(one).origin === new URL(other).origin
