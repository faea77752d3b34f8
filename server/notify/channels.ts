import { z } from 'zod'
import type { NotifyRequest } from '#contract/notify.ts'
import type { Channel } from './webhook.ts'

export interface ChannelsOptions {
  /** What was set in the console, sealed on the disk. */
  saved: {
    get(name: string): string | undefined
    set(name: string, value: string | null): void
  }
  /** From the environment; null: none. */
  given: Channel | null
  /** The saved channel can't be read: it counts as not saved. */
  onUnreadable(error: unknown): void
}

export interface ChannelInForce {
  source: 'saved' | 'environment' | 'none'
  channel: Channel | null
}

const NAME = 'notify'

const kept = z.object({
  url: z.string(),
  token: z.string().nullable(),
  console: z.string().nullable(),
})

/** The channel in force: the one saved in the console, else the one from the environment. */
export function createChannels({ saved, given, onUnreadable }: ChannelsOptions) {
  const read = (): Channel | null => {
    try {
      const text = saved.get(NAME)
      return text === undefined ? null : kept.parse(JSON.parse(text))
    } catch (error) {
      onUnreadable(error)
      return null
    }
  }
  let current = read()

  const inForce = (): ChannelInForce => {
    if (current !== null) return { source: 'saved', channel: current }
    return { source: given === null ? 'none' : 'environment', channel: given }
  }

  return {
    inForce,
    /** The channel that a request describes. Without a token it keeps the one in force for that host. */
    channelFor: ({ url, token, console }: NotifyRequest): Channel => {
      const { channel: before } = inForce()
      // A token is only sent to the host that it was given for.
      const known = before !== null && isSameHost(before.url, url) ? before : null
      return {
        url,
        token: token === undefined ? (known?.token ?? null) : token,
        console: console === undefined ? (known?.console ?? null) : new URL('.', console).href,
      }
    },
    save: (channel: Channel): void => {
      saved.set(NAME, JSON.stringify(channel))
      current = channel
    },
    /** Removes the saved channel: the environment's is in force again, or none. */
    reset: (): void => {
      saved.set(NAME, null)
      current = null
    },
  }
}

const isSameHost = (one: string, other: string): boolean =>
  new URL(one).origin === new URL(other).origin
