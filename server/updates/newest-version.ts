import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Got, getPublic, type Trust } from '#http-client/get.ts'
import { REGISTRY_BYTES_MAX } from '#http-client/limits.ts'

const LABEL = 'org.opencontainers.image.version'
const TAG = 'latest'
const ACCEPT = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')

/** SHA-256, as registries write it. */
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

export type AskOptions = { signal: AbortSignal } & Trust

/**
 * The version that the newest image says it has: the label of the tag `latest`, read over the
 * registry's API (OCI Distribution Specification 1.1) as anybody may.
 *
 * @param image 'registry/name', such as 'ghcr.io/floe-signer/floe'
 * @throws whatever the reason is that it can't be had
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
      authorization = await anybodysToken(got.headers['www-authenticate'] ?? '', options)
      got = await once(path)
    }
    if (got.status !== 200) throw new Error(`the registry answered ${got.status}`)
    return JSON.parse(checked(got.body, path).toString('utf8'))
  }

  const tagged = await get(`manifests/${TAG}`)
  const parts = index.safeParse(tagged)
  const single = parts.success ? await get(`manifests/${ofLinux(parts.data)}`) : tagged
  const config = await get(`blobs/${manifest.parse(single).config.digest}`)
  const version = imageConfig.parse(config).config.Labels[LABEL]
  if (!VERSION.test(version)) throw new Error('the label is no version')
  return version
}

/** Every image of an index has the same version; attestations have no platform. */
function ofLinux({ manifests }: z.infer<typeof index>): string {
  const image = manifests.find(({ platform }) => platform?.os === 'linux')
  if (image === undefined) throw new Error('the index has no image for Linux')
  return image.digest
}

/** What was asked for by its digest is it. */
function checked(body: Buffer, path: string): Buffer {
  const wanted = path.slice(path.lastIndexOf('/') + 1)
  const had = `sha256:${createHash('sha256').update(body).digest('hex')}`
  if (wanted !== TAG && wanted !== had) throw new Error('the registry has sent something else')
  return body
}

/** The token that registries give to anybody who asks for a public image. */
async function anybodysToken(challenge: string, options: AskOptions): Promise<string> {
  const told = new Map(
    [...challenge.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
  const realm = told.get('realm')
  if (!challenge.startsWith('Bearer ') || realm === undefined) throw new Error('no way in is named')
  const url = new URL(realm)
  for (const name of ['service', 'scope']) {
    const value = told.get(name)
    if (value !== undefined) url.searchParams.set(name, value)
  }
  const { status, body } = await getPublic(url.href, { ...options, bytesMax: REGISTRY_BYTES_MAX })
  if (status !== 200) throw new Error(`the registry answered ${status}`)
  return `Bearer ${tokenAnswer.parse(JSON.parse(body.toString('utf8'))).token}`
}
