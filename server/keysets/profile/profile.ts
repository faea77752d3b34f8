import type { ShownEvent } from '#contract/questions.ts'
import type { CurrentEvents } from '../current-events.ts'
import { PROFILE_REFRESH_INTERVAL, PROFILE_RETRY_INTERVAL } from '../limits.ts'
import type { Picture } from './fetch-picture.ts'
import { readProfile } from './read-profile.ts'

/** What is kept of an identity's profile. Unix milliseconds. */
export interface KeptProfile {
  name: string | null
  /** Of the event that says so, in Unix seconds; null: none was found. */
  eventAt: number | null
  pictureUrl: string | null
  picture: Picture | null
  fetchedAt: number | null
}

/** Where it is kept: nothing for an identity whose owner wants none. Everything throws a StoreError. */
export interface ProfileTable {
  get(pubkey: string): KeptProfile | undefined
  /** Replaces whatever is kept, of this identity or of another. */
  set(pubkey: string, profile: KeptProfile): void
  remove(): void
}

export interface ProfileOptions {
  kept: ProfileTable
  /** The group's x-only key; null while there is none. */
  pubkey(): string | null
  currentEvents: Pick<CurrentEvents, 'find'>
  fetchPicture(url: string, options: { signal: AbortSignal }): Promise<Picture | null>
  onError(error: unknown): void
  /** Unix milliseconds. */
  now(): number
}

export interface ProfileView {
  enabled: boolean
  name?: string
  hasPicture: boolean
  /** When it was last looked for. */
  fetchedAt?: string
}

/**
 * The profile that the identity has on nostr: looked for only once its owner wants that, for that
 * identity alone, when somebody asks for it and what is kept is some hours old.
 */
export interface Profile {
  view(): ProfileView
  picture(): Picture | null
  /** @throws StoreError when it can't be kept */
  enable(enabled: boolean): void
  /** Ends what is under way. */
  stop(): Promise<void>
}

const NONE: KeptProfile = {
  ...{ name: null, eventAt: null, pictureUrl: null, picture: null, fetchedAt: null },
}

/** A profile, as what would be replaced. */
const PROFILE: ShownEvent = { kind: 0, created_at: 0, tags: [], content: '' }

export function createProfile(options: ProfileOptions): Profile {
  const { kept, pubkey, currentEvents, fetchPicture, onError, now } = options
  const stopping = new AbortController()
  let looking: Promise<void> | null = null
  let triedAt = Number.NEGATIVE_INFINITY

  const own = () => {
    const key = pubkey()
    const profile = key === null ? undefined : kept.get(key)
    return key === null || profile === undefined ? null : { key, profile }
  }

  const look = async (key: string): Promise<void> => {
    const found = await currentEvents.find(PROFILE)
    const before = own()
    // Switched off meanwhile, or another identity.
    if (before?.key !== key || stopping.signal.aborted) return
    // Relays that are away now say nothing about what they had.
    const isNews = found && found.created_at >= (before.profile.eventAt ?? 0)
    const told = isNews
      ? { ...readProfile(found.content), eventAt: found.created_at }
      : { ...before.profile, picture: before.profile.pictureUrl }
    const { picture: url, name, eventAt } = told
    const fetched = url === null ? null : await fetchPicture(url, { signal: stopping.signal })
    const after = own()
    if (after?.key !== key || stopping.signal.aborted) return
    const isSame = url === after.profile.pictureUrl
    kept.set(key, {
      ...{ name, eventAt, pictureUrl: url },
      picture: fetched ?? (isSame ? after.profile.picture : null),
      fetchedAt: now(),
    })
  }

  const lookWhenDue = () => {
    const known = own()
    if (known === null || looking !== null || stopping.signal.aborted) return
    const { fetchedAt } = known.profile
    const isFresh = fetchedAt !== null && Math.abs(now() - fetchedAt) < PROFILE_REFRESH_INTERVAL
    if (isFresh || now() - triedAt < PROFILE_RETRY_INTERVAL) return
    triedAt = now()
    looking = look(known.key)
      .catch(onError)
      .finally(() => {
        looking = null
      })
  }

  return {
    view: () => {
      lookWhenDue()
      const known = own()
      if (known === null) return { enabled: false, hasPicture: false }
      const { name, picture, fetchedAt } = known.profile
      return {
        enabled: true,
        ...(name !== null && { name }),
        hasPicture: picture !== null,
        ...(fetchedAt !== null && { fetchedAt: new Date(fetchedAt).toISOString() }),
      }
    },
    picture: () => own()?.profile.picture ?? null,
    enable: (enabled) => {
      const key = pubkey()
      if (!enabled) kept.remove()
      else if (key !== null && kept.get(key) === undefined) kept.set(key, NONE)
      triedAt = Number.NEGATIVE_INFINITY
      lookWhenDue()
    },
    stop: async () => {
      stopping.abort()
      await looking
    },
  }
}
