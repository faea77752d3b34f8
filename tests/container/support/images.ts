import { join } from 'node:path'
import { docker } from './docker.ts'

const ROOT = join(import.meta.dirname, '../../..')
const BASE_IMAGE = 'node:26-bookworm-slim'

/** The tags of the images that are built. */
export const images = {
  floe: 'floe-test/floe',
  relay: 'floe-test/relay',
  peer: 'floe-test/peer',
} as const

/** Builds all images from the Dockerfiles. */
export async function buildImages(): Promise<void> {
  const build = (tag: string, dockerfile: string, ...options: string[]) =>
    docker('build', '--quiet', '--tag', tag, '--file', join(ROOT, dockerfile), ...options, ROOT)
  // The peer's Dockerfile names this stage; the build of Floe's image finds it in the cache.
  await build('floe-test/build', 'Dockerfile', '--target', 'build')
  await build(images.floe, 'Dockerfile')
  await build(images.relay, 'relay-fixture/Dockerfile')
  await build(images.peer, 'tests/container/support/peer.Dockerfile')
}

/** The bytes that Floe's image adds to its base image. */
export async function addedBytes(): Promise<number> {
  const size = async (image: string) =>
    Number(await docker('image', 'inspect', '--format', '{{.Size}}', image))
  return (await size(images.floe)) - (await size(BASE_IMAGE))
}
