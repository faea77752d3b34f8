import { PROFILE_NAME_MAX } from '#contract/limits.ts'
import { cleanName, plainLine } from '#contract/plain-text.ts'
import type { ShownEvent } from '#contract/questions.ts'
import { getPublic, type Trust } from '#http-client/get.ts'
import { PICTURE_BYTES_MAX, PROFILE_REFRESH_INTERVAL, PROFILE_RETRY_INTERVAL } from './limits.ts'
import type { CurrentEvents } from './stored-events.ts'

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

/** What a profile says of its owner that is shown here. */
export interface ToldProfile {
  /** On one line, safe to show; null: none. */
  name: string | null
  /** As written. */
  picture: string | null
}

/** What the content of a profile event (NIP-01, kind 0) says; nothing where it is not one. */
export function readProfile(content: string): ToldProfile {
  const told = objectOf(content)
  const names = [told['display_name'], told['name']].map(nameOf)
  const picture = told['picture']
  return {
    name: names.find((name) => name !== null) ?? null,
    picture: typeof picture === 'string' && picture !== '' ? picture : null,
  }
}

function nameOf(value: unknown): string | null {
  if (typeof value !== 'string' || cleanName(value) === '') return null
  // Twice: naming what can't be seen makes it longer. The ellipsis counts too.
  const shown = plainLine(plainLine(value, PROFILE_NAME_MAX), PROFILE_NAME_MAX - 1)
  return shown === '' ? null : shown
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export interface Picture {
  /** By its bytes, whatever the server says. */
  type: string
  bytes: Buffer
}

/**
 * The picture at an address that a stranger may have written: from public addresses only, at most
 * 512 KiB, and nothing but a picture. Never rejects.
 *
 * @returns null when there is none to be had
 */
export async function fetchPicture(
  address: string,
  options: { signal: AbortSignal } & Trust,
): Promise<Picture | null> {
  try {
    const { status, body } = await getPublic(address, {
      ...options,
      headers: { Accept: 'image/*' },
      bytesMax: PICTURE_BYTES_MAX,
    })
    const type = status === 200 ? imageTypeOf(body) : null
    return type === null ? null : { type, bytes: body }
  } catch {
    // Whoever wrote the address learns nothing of why.
    return null
  }
}

const MAGIC: readonly (readonly [
  type: string,
  bytes: readonly (readonly [at: number, hex: string])[],
])[] = [
  ['image/png', [[0, '89504e470d0a1a0a']]],
  ['image/jpeg', [[0, 'ffd8ff']]],
  ['image/gif', [[0, '474946383761']]],
  ['image/gif', [[0, '474946383961']]],
  [
    'image/webp',
    [
      [0, '52494646'],
      [8, '57454250'],
    ],
  ],
]

/** The type of a picture, by how it begins: PNG, JPEG, GIF or WebP; null for anything else. */
export function imageTypeOf(bytes: Buffer): string | null {
  const has = ([at, hex]: readonly [number, string]) =>
    bytes.subarray(at, at + hex.length / 2).toString('hex') === hex
  return MAGIC.find(([, parts]) => parts.every(has))?.[0] ?? null
}
