import { jsonObject } from '#contract/json-object.ts'
import { PROFILE_NAME_MAX } from '#contract/limits.ts'
import { cleanName, plainLine } from '#contract/plain-text.ts'
import type { ProfileAnswer } from '#contract/profile.ts'
import type { ShownEvent } from '#contract/questions.ts'
import { getPublic, type Trust } from '#http-client/get.ts'
import type { Profiles, StoredProfile } from '#store/profiles.ts'
import { PICTURE_BYTES_MAX, PROFILE_REFRESH_INTERVAL, PROFILE_RETRY_INTERVAL } from './limits.ts'
import type { CurrentEvents } from './stored-events.ts'

export interface ProfileOptions {
  /** Has no row for an identity whose owner wants no profile. */
  kept: Profiles
  /** The group's x-only key; null while there is none. */
  pubkey(): string | null
  currentEvents: Pick<CurrentEvents, 'find'>
  fetchPicture(url: string, options: { signal: AbortSignal }): Promise<Picture | null>
  onError(error: unknown): void
  /** Unix milliseconds. */
  now(): number
}

const NONE: StoredProfile = {
  ...{ name: null, eventAt: null, pictureUrl: null, picture: null, fetchedAt: null },
}

/** The profile is the event that this one would replace. */
const PROFILE: ShownEvent = { kind: 0, created_at: 0, tags: [], content: '' }

/**
 * The identity's profile on nostr. It is searched only if the owner has enabled that for this identity, and only
 * when somebody views it and the stored profile is some hours old.
 */
export function createProfile(options: ProfileOptions) {
  const { kept, pubkey, currentEvents, fetchPicture, onError, now } = options
  const stopping = new AbortController()
  let searching: Promise<void> | null = null
  let triedAt = Number.NEGATIVE_INFINITY

  const own = () => {
    const key = pubkey()
    const profile = key === null ? undefined : kept.get(key)
    return key === null || profile === undefined ? null : { key, profile }
  }

  const search = async (key: string): Promise<void> => {
    const found = await currentEvents.find(PROFILE)
    const before = own()
    // Disabled during the search, or another identity.
    if (before?.key !== key || stopping.signal.aborted) return
    // Nothing found can mean that the relays are unreachable: the stored profile stays.
    const isNews = typeof found === 'object' && found.created_at >= (before.profile.eventAt ?? 0)
    const current = isNews
      ? { ...readProfile(found.content), eventAt: found.created_at }
      : { ...before.profile, picture: before.profile.pictureUrl }
    const { picture: url, name, eventAt } = current
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

  const searchWhenDue = () => {
    const known = own()
    if (known === null || searching !== null || stopping.signal.aborted) return
    const { fetchedAt } = known.profile
    const isFresh = fetchedAt !== null && Math.abs(now() - fetchedAt) < PROFILE_REFRESH_INTERVAL
    if (isFresh || now() - triedAt < PROFILE_RETRY_INTERVAL) return
    triedAt = now()
    searching = search(known.key)
      .catch(onError)
      .finally(() => {
        searching = null
      })
  }

  return {
    view: (): ProfileAnswer => {
      searchWhenDue()
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
    picture: (): Picture | null => own()?.profile.picture ?? null,
    /** @throws StoreError when it can't be stored */
    enable: (enabled: boolean): void => {
      const key = pubkey()
      if (!enabled) kept.remove()
      else if (key !== null && kept.get(key) === undefined) kept.set(key, NONE)
      triedAt = Number.NEGATIVE_INFINITY
      searchWhenDue()
    },
    /** Ends a search. */
    stop: async (): Promise<void> => {
      stopping.abort()
      await searching
    },
  }
}

/** The fields of a profile that are shown. */
export interface ProfileFields {
  /** On one line, safe to show; null: none. */
  name: string | null
  /** The URL as written; null: none. */
  picture: string | null
}

/** Reads the content of a profile event (NIP-01, kind 0); all null if it is invalid. */
export function readProfile(content: string): ProfileFields {
  const fields = jsonObject(content) ?? {}
  const names = [fields['display_name'], fields['name']].map(nameOf)
  const picture = fields['picture']
  return {
    name: names.find((name) => name !== null) ?? null,
    picture: typeof picture === 'string' && picture !== '' ? picture : null,
  }
}

function nameOf(value: unknown): string | null {
  if (typeof value !== 'string' || cleanName(value) === '') return null
  // Twice, because escaping invisible characters makes the text longer. The ellipsis counts too.
  const shown = plainLine(plainLine(value, PROFILE_NAME_MAX), PROFILE_NAME_MAX - 1)
  return shown === '' ? null : shown
}

export interface Picture {
  /** From its bytes, whatever the server claims. */
  type: string
  bytes: Buffer
}

/**
 * Fetches a picture from an untrusted address: from public addresses only, at most 512 KiB, and only PNG, JPEG,
 * GIF and WebP. Never rejects.
 *
 * @returns null if that fails
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
    // The reason could tell the author of the address something about this network.
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

/** PNG, JPEG, GIF or WebP by the first bytes; null: anything else. */
function imageTypeOf(bytes: Buffer): string | null {
  const has = ([at, hex]: readonly [number, string]) =>
    bytes.subarray(at, at + hex.length / 2).toString('hex') === hex
  return MAGIC.find(([, parts]) => parts.every(has))?.[0] ?? null
}
