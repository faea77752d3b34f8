import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse, stringify } from 'yaml'
import { type Scope, temporaryFolder } from '../../support/scope.ts'
import { composeCommand } from './compose.ts'
import { Started } from './containers.ts'
import { labels } from './docker.ts'
import { images } from './images.ts'

const run = promisify(execFile)

/** A checkout of igloo-server v1.1.0, whose files are not ours to hand on. */
const { IGLOO_SERVER_SOURCES: sources = '' } = process.env

export const canCompose = sources !== '' && composeCommand !== undefined

/** igloo-server's compose files, and the name of its service in each. */
const SERVICES = {
  'compose.yml': 'igloo-server',
  'packages/umbrel/igloo/docker-compose.yml': 'igloo',
} as const
type ComposeFile = keyof typeof SERVICES
export const composeFiles = Object.keys(SERVICES) as ComposeFile[]

interface Service {
  image: string
  build?: unknown
  container_name?: string
  ports?: string[]
  labels?: Readonly<Record<string, string>>
  healthcheck: { interval: string; test: string[] }
}

/**
 * Starts Floe with one of igloo-server's own compose files, and igloo-server's `env.example` as `.env`. The
 * image is Floe's. Only the build, and the name and ports that other containers may have, are left out. The
 * file's own health check runs more often.
 */
export async function startByCompose(scope: Scope, path: ComposeFile): Promise<Started> {
  const folder = temporaryFolder(scope)
  // Otherwise the engine makes these folders, as root.
  for (const part of ['src', 'data']) mkdirSync(join(folder, part))
  cpSync(join(sources, 'env.example'), join(folder, '.env'))
  const name = SERVICES[path]
  const theirs = parse(readFileSync(join(sources, path), 'utf8')) as {
    services: Record<string, Service>
  }
  const { build: _, container_name: __, ports: ___, ...service } = theirs.services[name] as Service
  const healthcheck = { ...service.healthcheck, interval: '1s' }
  const services = { [name]: { ...service, image: images.floe, healthcheck, labels } }
  const file = join(folder, 'compose.yml')
  writeFileSync(file, stringify({ ...theirs, services }))

  const project = `floe-test-${randomUUID()}`
  const [program = '', ...first] = composeCommand ?? []
  const compose = (...args: string[]) =>
    run(program, [...first, '-p', project, '-f', file, ...args], {
      cwd: folder,
      env: { ...process.env, APP_PASSWORD: 'as Umbrel makes it: long and random' },
    })
  scope.onTestFinished(async () => {
    await compose('down', '--volumes', '--timeout', '5')
  })
  await compose('up', '--detach')
  const { stdout } = await compose('ps', '--quiet')
  return new Started(stdout.trim())
}
