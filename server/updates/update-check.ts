import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { BuildOrigin, VersionAnswer } from '#contract/version.ts'
import { type Got, getPublic, type Trust } from '#http-client/get.ts'

/** How often the registry is asked at most. Milliseconds. */
export const VERSION_ASKED_INTERVAL = 86_400_000
/** Bytes of one answer of a registry; real ones have 10 kB. */
export const REGISTRY_BYTES_MAX = 256 * 1024

export interface UpdateCheckOptions {
  /** The version that runs. */
  version: string
  settings: {
    get(name: string): string | undefined
    /** Throws when it can't be stored. */
    set(name: string, value: string): void
  }
  /** Gets the newest version; rejects when it can't. */
  ask(signal: AbortSignal): Promise<string>
  onError(error: unknown): void
  /** Unix milliseconds. */
  now(): number
}

const ALLOWED = 'version.asks'
const LAST = 'version.asked'

/** The last check. `newest`: null when it failed. */
interface Last {
  at: number
  newest: string | null
}

/** Whether there is a newer version: asked only if the owner allows it, and once a day at most. */
export function createUpdateCheck(options: UpdateCheckOptions) {
  const { version, settings, ask, onError, now } = options
  const stopping = new AbortController()
  let asking: Promise<void> | null = null

  const isAllowed = () => settings.get(ALLOWED) === 'yes'
  const last = (): Last | null => {
    const text = settings.get(LAST)
    return text === undefined ? null : (JSON.parse(text) as Last)
  }
  const store = (asked: Last) => settings.set(LAST, JSON.stringify(asked))

  const askNow = async (newestBefore: string | null): Promise<void> => {
    const at = now()
    // Stored first: repeated restarts don't cause repeated checks.
    store({ at, newest: newestBefore })
    let newest: string | null = null
    try {
      newest = await ask(stopping.signal)
    } catch (error) {
      if (stopping.signal.aborted) return
      onError(error)
    }
    if (isAllowed()) store({ at, newest })
  }

  const askWhenDue = () => {
    if (!isAllowed() || asking !== null || stopping.signal.aborted) return
    const before = last()
    // The clock may have been set back: `abs`.
    if (before !== null && Math.abs(now() - before.at) < VERSION_ASKED_INTERVAL) return
    asking = askNow(before?.newest ?? null)
      .catch(onError)
      .finally(() => {
        asking = null
      })
  }

  return {
    view: (): Omit<VersionAnswer, keyof BuildOrigin> => {
      askWhenDue()
      const asks = isAllowed()
      const known = asks ? last() : null
      const newest = known?.newest ?? null
      return {
        ...{ version, asks, isAsking: asking !== null },
        ...(known !== null && { askedAt: new Date(known.at).toISOString() }),
        ...(newest !== null && { newest }),
        isNewer: newest !== null && isNewer(newest, version),
      }
    },
    /** @throws StoreError when it can't be stored */
    allow: (asks: boolean) => {
      settings.set(ALLOWED, asks ? 'yes' : 'no')
      askWhenDue()
    },
    /** Aborts a check under way. */
    stop: async () => {
      stopping.abort()
      await asking
    },
  }
}

/** By Semantic Versioning 2.0, but a pre-release counts as equal to its release. */
export function isNewer(one: string, than: string): boolean {
  const [a, b] = [partsOf(one), partsOf(than)]
  const at = a.findIndex((part, place) => part !== b[place])
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0)
}

const partsOf = (version: string): number[] => version.replace(/-.*/, '').split('.').map(Number)

const LABEL = 'org.opencontainers.image.version'
const TAG = 'latest'
const ACCEPT = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')

/** SHA-256 in the notation of registries. */
const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/)
const index = z.object({
  manifests: z.array(
    z.object({
      digest,
      platform: z.object({ os: z.string(), architecture: z.string() }).optional(),
    }),
  ),
})
const manifest = z.object({ config: z.object({ digest }) })
const imageConfig = z.object({
  config: z.object({ Labels: z.object({ [LABEL]: z.string() }) }),
})
const tokenAnswer = z.object({ token: z.string().regex(/^[\x21-\x7e]{1,8192}$/) })

const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[0-9A-Za-z.-]{1,64})?$/

type AskOptions = { signal: AbortSignal } & Trust

/**
 * The version of the newest image: the label of the tag `latest`, read anonymously over the registry's API
 * (OCI Distribution Specification 1.1).
 *
 * @param image 'registry/name', such as 'ghcr.io/floe-signer/floe'
 * @throws when it can't be read
 */
export async function newestVersion(image: string, options: AskOptions): Promise<string> {
  const at = image.indexOf('/')
  const base = `https://${image.slice(0, at)}/v2/${image.slice(at + 1)}`
  let authorization: string | undefined

  const once = (path: string): Promise<Got> =>
    getPublic(`${base}/${path}`, {
      ...options,
      bytesMax: REGISTRY_BYTES_MAX,
      headers: { Accept: ACCEPT, ...(authorization && { Authorization: authorization }) },
    })
  const get = async (path: string): Promise<unknown> => {
    let got = await once(path)
    if (got.status === 401 && authorization === undefined) {
      authorization = await anonymousToken(got.headers['www-authenticate'] ?? '', options)
      got = await once(path)
    }
    if (got.status !== 200) throw new Error(`the registry answered ${got.status}`)
    return JSON.parse(verified(got.body, path).toString('utf8'))
  }

  const tagged = await get(`manifests/${TAG}`)
  const parts = index.safeParse(tagged)
  const single = parts.success ? await get(`manifests/${linuxDigest(parts.data)}`) : tagged
  const config = await get(`blobs/${manifest.parse(single).config.digest}`)
  const version = imageConfig.parse(config).config.Labels[LABEL]
  if (!VERSION.test(version)) throw new Error('the label is no version')
  return version
}

/** Every image of an index has the same version; attestations have no platform. */
function linuxDigest({ manifests }: z.infer<typeof index>): string {
  const image = manifests.find(({ platform }) => platform?.os === 'linux')
  if (image === undefined) throw new Error('the index has no image for Linux')
  return image.digest
}

/** @throws when the content does not have the digest it was requested by */
function verified(body: Buffer, path: string): Buffer {
  const wanted = path.slice(path.lastIndexOf('/') + 1)
  const had = `sha256:${createHash('sha256').update(body).digest('hex')}`
  if (wanted !== TAG && wanted !== had) throw new Error('the registry has sent other content')
  return body
}

/** The token that registries give to anybody for a public image. */
async function anonymousToken(challenge: string, options: AskOptions): Promise<string> {
  const parameters = new Map(
    [...challenge.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
  const realm = parameters.get('realm')
  if (!challenge.startsWith('Bearer ') || realm === undefined)
    throw new Error('the registry names no token service')
  const url = new URL(realm)
  for (const name of ['service', 'scope']) {
    const value = parameters.get(name)
    if (value !== undefined) url.searchParams.set(name, value)
  }
  const { status, body } = await getPublic(url.href, { ...options, bytesMax: REGISTRY_BYTES_MAX })
  if (status !== 200) throw new Error(`the registry answered ${status}`)
  return `Bearer ${tokenAnswer.parse(JSON.parse(body.toString('utf8'))).token}`
}
