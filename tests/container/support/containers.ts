// Containers, networks and volumes of a test. How a container test is written, with those of floe.ts
// and group.ts:
//
//   describeWithDocker('the image', () => {
//     const file = fileScope()                  // ends after the file's last test
//     let group: Group
//     beforeAll(async () => { group = await startGroup(file) })
//
//     it('signs', async (scope) => {
//       const floe = await startFloe(scope, { network: group.network })
//       await floe.configure(group)
//       await expectSignature(floe, group)
//     })
//   })
//
// Containers talk over a network of their own, on which the relay is `relay.floe.test`; the tests
// reach Floe by its mapped port. Access is by an API key: nobody signs in. Everything is labelled
// with the run, ends with its scope, and is swept with the run (set-up.ts). Nothing here needs Vitest.

import { randomUUID } from 'node:crypto'
import { GenericContainer } from 'testcontainers'
import type { Scope } from '../../support/scope.ts'
import { docker, type Ended, labels, tryDocker } from './docker.ts'
import { images } from './images.ts'

// testcontainers' reaper is an image that would have to be pulled; `sweep` removes what runs leave instead.
process.env['TESTCONTAINERS_RYUK_DISABLED'] = 'true'

const labelled = Object.entries(labels).flatMap(([name, value]) => ['--label', `${name}=${value}`])

/** A network of containers that is gone with its scope. */
export async function makeNetwork(scope: Scope): Promise<string> {
  const name = `floe-test-${randomUUID()}`
  await docker('network', 'create', ...labelled, name)
  scope.onTestFinished(async () => {
    await tryDocker('network', 'rm', name)
  })
  return name
}

/** A volume that is gone with its scope. It is empty, and gets its owner from the image. */
export async function makeVolume(scope: Scope, ...options: string[]): Promise<string> {
  const name = await docker('volume', 'create', ...labelled, ...options)
  scope.onTestFinished(async () => {
    await tryDocker('volume', 'rm', '-f', name)
  })
  return name
}

/** `docker run` of Floe's image to its end: options of Docker, then the command. */
export const runImage = (options: readonly string[], ...command: string[]): Promise<Ended> =>
  tryDocker('run', '--rm', ...labelled, ...options, images.floe, ...command)

/** Runs lines of a shell on a volume, as root. @returns what they print */
export async function inVolume(volume: string, script: string): Promise<string> {
  const { code, stdout, stderr } = await runImage(
    ['-i', '--user', '0', '-v', `${volume}:/data`],
    ...['sh', '-euc', script],
  )
  if (code !== 0) throw new Error(`${script}: ${stderr}`)
  return stdout
}

/**
 * Owner, mode and SHA-256 of a volume's files, in lines that stay the same while nothing is written. Leaves
 * out empty files, such as the lock, and SQLite's shared memory.
 */
export const filesOf = (volume: string): Promise<string> => inVolume(volume, LIST_FILES)

const FIND = "find . -type f ! -empty ! -name '*-shm'"
/** A line of a shell that prints what `filesOf` returns, for /data. */
export const LIST_FILES = `cd /data; ${FIND} -printf '%p %U:%G %m\\n' | sort; ${FIND} -exec sha256sum '{}' + | sort`

/** A running container, by its id. */
export class Started {
  readonly id: string

  constructor(id: string) {
    this.id = id
  }

  /** The URL at which this machine reaches a port of the container. */
  async urlOf(port: number): Promise<string> {
    const [address = ''] = (await docker('port', this.id, `${port}/tcp`)).split('\n')
    return `http://127.0.0.1:${address.split(':').at(-1)}`
  }

  exec(...command: string[]): Promise<Ended> {
    return tryDocker('exec', this.id, ...command)
  }

  /** The result of a template for `docker inspect`. */
  inspect(template: string): Promise<string> {
    return docker('inspect', '--format', template, this.id)
  }

  async logs(): Promise<string> {
    const { stdout, stderr } = await tryDocker('logs', this.id)
    return stdout + stderr
  }
}

/** An image that is about to be started. */
export class Image extends GenericContainer {
  /** Makes the root read-only, for which testcontainers has no call. */
  withReadOnlyRoot(): this {
    this.hostConfig.ReadonlyRootfs = true
    return this
  }

  /** Runs the image's own health check at another interval. */
  withHealthInterval(milliseconds: number): this {
    this.createOpts.Healthcheck = { Interval: milliseconds * 1e6 }
    return this
  }
}

/** Starts a container that is gone with its scope. */
export async function start(scope: Scope, image: GenericContainer): Promise<Started> {
  const started = await image.withLabels(labels).start()
  scope.onTestFinished(async () => {
    await tryDocker('rm', '-fv', started.getId())
  })
  return new Started(started.getId())
}
