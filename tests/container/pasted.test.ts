// The files of docs/ that people paste into Portainer, Unraid or systemd.
import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import { VERSION } from '#lib/version.ts'
import { IMAGE } from '../../scripts/packaging/description.ts'
import { call } from '../support/api-server.ts'
import { freePort } from '../support/free-port.ts'
import { temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { inVolume, makeVolume, Started } from './support/containers.ts'
import { docker, labels, tryDocker } from './support/docker.ts'
import { images } from './support/images.ts'
import { describeWithDocker } from './support/suite.ts'
import { openTerminal } from './support/terminal.ts'

const ROOT = join(import.meta.dirname, '../..')
const pasted = (name: string): string => readFileSync(join(ROOT, 'docs', name), 'utf8')
const published = `${IMAGE}:${VERSION}`
const SYSTEMD = '/usr/bin/systemd-analyze'

const isWell = async (url: string): Promise<boolean> =>
  (await call(`${url}/api/health`).catch(() => undefined))?.status === 200

describeWithDocker('A file to paste', () => {
  it('for Portainer and its like starts Floe, and its log shows a link', async (scope) => {
    await docker('tag', images.floe, published)
    const folder = temporaryFolder(scope)
    const port = await freePort()
    const content = pasted('compose.yaml')
    expect(content).toContain(`image: ${published}\n`)
    writeFileSync(join(folder, 'compose.yaml'), content.replace('"8002:8002"', `"${port}:8002"`))
    const COMPOSE_PROJECT_NAME = `floe-test-${randomUUID()}`
    const terminal = openTerminal(scope, folder, { COMPOSE_PROJECT_NAME })
    scope.onTestFinished(async () => {
      await terminal('docker compose down --volumes --timeout 5')
    })

    const up = await terminal('docker compose up -d')

    expect(up).toMatchObject({ code: 0 })
    await until(() => isWell(`http://127.0.0.1:${port}`))
    // Floe writes the link after it listens, and the engine may show it later still.
    const logged = async () => (await terminal('docker compose logs')).stdout
    await until(async () => /:8002\/#token=/.test(await logged()))
  })

  it('for Unraid starts Floe, which runs as the owner of its shares', async (scope) => {
    const { document } = new Window()
    document.body.innerHTML = pasted('unraid.xml').replace(/^<\?xml.*\n/, '')
    const text = (name: string) => document.querySelector(name)?.textContent?.trim() ?? ''
    const settings = [...document.querySelectorAll('Config')].map((one) => ({
      type: one.getAttribute('Type'),
      target: one.getAttribute('Target') ?? '',
      value: one.textContent ?? '',
    }))
    const of = (type: string) => settings.filter((one) => one.type === type)
    expect(text('Repository')).toBe(published)
    expect(of('Port')).toEqual([{ type: 'Port', target: '8002', value: '8002' }])
    // As Unraid makes the folder.
    const volume = await makeVolume(scope)
    await inVolume(volume, 'chown 0:0 /data')

    const id = await docker(
      ...['run', '--detach', '--publish', '127.0.0.1::8002'],
      ...Object.entries(labels).flatMap(([name, value]) => ['--label', `${name}=${value}`]),
      ...text('ExtraParams').split(' '),
      ...of('Path').flatMap(({ target }) => ['--volume', `${volume}:${target}`]),
      ...of('Variable').flatMap(({ target, value }) => ['--env', `${target}=${value}`]),
      images.floe,
    )
    scope.onTestFinished(async () => {
      await tryDocker('rm', '-fv', id)
    })

    const floe = new Started(id)
    const url = await floe.urlOf(8002)
    await until(() => isWell(url))
    expect(await inVolume(volume, 'stat -c %u:%g /data/floe.db')).toBe('99:100\n')
  })
})

describe('The unit for systemd', () => {
  const unit = pasted('floe.service')
  const values = (name: string): string[] =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

  it('starts Floe', async (scope) => {
    const port = await freePort()
    const here = (line: string) =>
      line.replaceAll('/opt/floe', ROOT).replaceAll('/var/lib/floe', temporaryFolder(scope))
    const [command = ''] = values('ExecStart')
    const [program = '', ...args] = here(command).split(' ')
    const child = spawn(program, args, {
      cwd: here(values('WorkingDirectory')[0] ?? ''),
      env: {
        ...Object.fromEntries(values('Environment').map((line) => here(line).split('='))),
        HOST_PORT: String(port),
      },
      stdio: 'ignore',
    })
    const ended = once(child, 'close')
    scope.onTestFinished(async () => {
      child.kill('SIGKILL')
      await ended
    })

    await until(() => isWell(`http://127.0.0.1:${port}`))
    child.kill('SIGTERM')

    expect(await ended).toEqual([0, null])
  })

  it.skipIf(!existsSync(SYSTEMD))('has no setting that systemd does not know', async (scope) => {
    const file = join(temporaryFolder(scope), 'floe.service')
    // systemd-analyze looks for the program, which is not installed here.
    writeFileSync(file, unit.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))

    const { stderr } = await promisify(execFile)(SYSTEMD, ['verify', file])

    expect(stderr).toBe('')
  })
})
