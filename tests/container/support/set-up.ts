import type { TestProject } from 'vitest/node'
import { beginRun, hasDocker, sweep } from './docker.ts'
import { buildImages } from './images.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether containers can be started. */
    hasDocker: boolean
  }
}

/** Once a run: builds the images from the Dockerfiles as they are, and removes what is left over. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const canRun = await hasDocker()
  project.provide('hasDocker', canRun)
  if (!canRun) {
    const problem = 'No Docker engine answers `docker info`'
    if (process.env['CI'] === 'true') throw new Error(problem)
    console.warn(`${problem}: the container tests are skipped.`)
    return undefined
  }
  const run = beginRun()
  await sweep(run)
  await buildImages()
  return () => sweep(run)
}
