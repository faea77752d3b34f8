import { createHash } from 'node:crypto'
import { DIGEST_PLACEHOLDER } from '../description.ts'
import type { Report } from './rules.ts'
import { fieldsOf, listOf, type YamlFile } from './yaml-file.ts'

/** An image index as `docker buildx imagetools inspect --raw` prints it. */
export interface ImageIndex {
  digest: string
  platforms: readonly string[]
}

export interface ImageOptions {
  index: ImageIndex | undefined
  /** For a release, nothing may be left to fill in or to take on trust. */
  release: boolean
}

const PINNED = /^[^\s@]+:[\w][\w.-]*@sha256:[0-9a-f]{64}$/
const NEEDED = ['linux/amd64', 'linux/arm64']

export function readIndex(bytes: Uint8Array): ImageIndex {
  const { manifests } = fieldsOf(JSON.parse(Buffer.from(bytes).toString('utf8')))
  const platforms = listOf(manifests).map((manifest) => {
    const { os, architecture } = fieldsOf(fieldsOf(manifest)['platform'])
    return `${os}/${architecture}`
  })
  return { digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`, platforms }
}

/** The images of all services must be pinned, and match the given index. */
export function checkImages(
  compose: YamlFile,
  store: 'umbrel' | 'casaos',
  { index, release }: ImageOptions,
  report: Report,
): void {
  for (const [name, service] of Object.entries(fieldsOf(compose.content['services']))) {
    const { image, build } = fieldsOf(service)
    if (build !== undefined) report('any/image-build', compose.at(['services', name, 'build']))
    if (name === 'app_proxy' && image === undefined) continue
    const at = compose.at(['services', name, 'image'])
    const reference = String(image ?? '')
    if (/:latest(@|$)/.test(reference)) report(`${store}/image-latest`, at)
    if (reference.endsWith(`@${DIGEST_PLACEHOLDER}`)) {
      report('any/image-placeholder', at)
    } else if (!PINNED.test(reference)) {
      report('any/image-unpinned', at, reference)
    } else if (index !== undefined) {
      checkIndex(reference, index, (rule, detail) => report(rule, at, detail))
    } else if (release) {
      report('any/image-platforms', at, 'give --index, which shows it')
    }
  }
}

function checkIndex(
  reference: string,
  { digest, platforms }: ImageIndex,
  report: (rule: 'any/image-index' | 'any/image-platforms', detail: string) => void,
): void {
  if (!reference.endsWith(`@${digest}`)) {
    report('any/image-index', digest)
    return
  }
  const missing = NEEDED.filter((platform) => !platforms.includes(platform))
  if (missing.length > 0) report('any/image-platforms', `not for ${missing.join(', ')}`)
}
