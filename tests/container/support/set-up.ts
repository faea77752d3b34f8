import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { docker, hasDocker, sweep } from './docker.ts'
import { images } from './images.ts'

const ROOT = join(import.meta.dirname, '../../..')

declare module 'vitest' {
  export interface ProvidedContext {
    /** The process that all containers of this run are labelled with; null: there is no engine. */
    run: number | null
  }
}

/** Once a run: builds the images by the Dockerfiles as they stand, and removes what is left over. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!(await hasDocker())) {
    const problem = 'No Docker engine answers `docker info`'
    if (process.env['CI'] === 'true') throw new Error(problem)
    console.warn(`${problem}: the container tests are skipped.`)
    project.provide('run', null)
    return undefined
  }
  const run = process.pid
  await sweep(run)
  const build = (tag: string, dockerfile: string) =>
    docker('build', '--quiet', '--tag', tag, '--file', join(ROOT, dockerfile), ROOT)
  await build(images.floe, 'Dockerfile')
  await build(images.relay, 'relay-fixture/Dockerfile')
  await build(images.peer, 'tests/container/support/peer.Dockerfile')
  project.provide('run', run)
  return () => sweep(run)
}
