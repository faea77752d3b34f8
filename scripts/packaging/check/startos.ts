import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from './rules.ts'
import { checkStartosManifest } from './startos-manifest.ts'
import { propertyOf, readTypeScript, type TypeScriptFile, textsOf } from './typescript-file.ts'

const FILES = [
  'README.md',
  'instructions.md',
  'package.json',
  'tsconfig.json',
  'startos/index.ts',
  'startos/sdk.ts',
  'startos/utils.ts',
  'startos/interfaces.ts',
  'startos/dependencies.ts',
  'startos/i18n/index.ts',
  'startos/versions/index.ts',
]
const ICON_BYTES_MAX = 40 * 1024
const HEALTH_CHECKS = ['server', 'relays', 'peers']
const ACTIONS = ['show-credentials', 'reset-password']
const SQLITE_LOGS = ['*-wal', '*-shm']
const NONCES = 'nonces.db*'

/** @param license of Floe itself, which the package's must equal */
export async function checkStartos(
  folder: string,
  license: Uint8Array,
  report: Report,
): Promise<void> {
  const exists = await stat(folder).catch(() => null)
  if (exists === null) return report('any/package-missing', { file: folder })
  for (const path of FILES) {
    const file = join(folder, path)
    await stat(file).catch(() => report('any/file-missing', { file }))
  }
  await checkFolder(folder, license, report)
  const read = (path: string) => readTypeScript(join(folder, 'startos', path), report)
  await checkStartosManifest(folder, read, report)
  const main = await read('main.ts')
  if (main !== null) checkMain(main, report)
  const backups = await read('backups.ts')
  if (backups !== null) checkBackups(backups, report)
  await checkActions(join(folder, 'startos/actions'), report)
  await checkFirstSetUp(join(folder, 'startos/init'), report)
}

async function checkFolder(folder: string, license: Uint8Array, report: Report): Promise<void> {
  const icon = join(folder, 'icon.png')
  const iconSize = await stat(icon).catch(() => null)
  if (iconSize === null) report('any/file-missing', { file: icon })
  else if (iconSize.size > ICON_BYTES_MAX) report('startos/icon-size', { file: icon })
  const assets = await readdir(join(folder, 'assets')).catch((): string[] => [])
  if (assets.length === 0) report('startos/assets-empty', { file: join(folder, 'assets') })
  const file = join(folder, 'LICENSE')
  const ours = await readFile(file).catch(() => null)
  if (ours === null || !ours.equals(license)) report('startos/license', { file })
}

function checkMain(main: TypeScriptFile, report: Report): void {
  const checks: string[] = []
  for (const { name, args, node } of main.calls) {
    if (name !== 'addDaemon' && name !== 'addHealthCheck') continue
    checks.push(...textsOf(args[0]))
    if (propertyOf(args[1], 'ready') === undefined) report('startos/daemon-ready', main.at(node))
  }
  const missing = HEALTH_CHECKS.filter((check) => !checks.includes(check))
  if (missing.length > 0) report('startos/health-checks', main.at(undefined), missing.join(', '))
}

function checkBackups(backups: TypeScriptFile, report: Report): void {
  const volumes = backups.calls.find(({ name }) => name === 'ofVolumes')
  const holdsMain = volumes !== undefined && textsOf(volumes.args).includes('main')
  const leftOut = SQLITE_LOGS.every((pattern) => backups.text.includes(`'${pattern}'`))
  if (!holdsMain || !leftOut) report('startos/backups', backups.at(volumes?.node))
  if (!backups.text.includes(`'${NONCES}'`)) {
    report('startos/backup-nonces', backups.at(volumes?.node), NONCES)
  }
}

async function readFolder(folder: string, report: Report): Promise<TypeScriptFile[]> {
  const names = await readdir(folder).catch((): string[] => [])
  const files = names.map((name) => readTypeScript(join(folder, name), report))
  return (await Promise.all(files)).filter((file) => file !== null)
}

async function checkActions(folder: string, report: Report): Promise<void> {
  const ids = (await readFolder(folder, report)).flatMap(({ calls }) =>
    calls
      .filter(({ name }) => name === 'withInput' || name === 'withoutInput')
      .flatMap(({ args }) => textsOf(args[0])),
  )
  const missing = ACTIONS.filter((id) => !ids.includes(id))
  if (missing.length > 0) report('startos/actions', { file: folder }, missing.join(', '))
}

async function checkFirstSetUp(folder: string, report: Report): Promise<void> {
  const hasTask = (await readFolder(folder, report)).some(({ calls }) =>
    calls.some(({ name, args }) => name === 'createOwnTask' && textsOf(args[2])[0] === 'critical'),
  )
  if (!hasTask) report('startos/critical-task', { file: folder })
}
