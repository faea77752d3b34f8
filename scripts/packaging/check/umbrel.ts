import { constants } from 'node:fs'
import { access, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { checkImages, type ImageOptions } from './image.ts'
import type { Report } from './rules.ts'
import { checkUmbrelManifest } from './umbrel-manifest.ts'
import { checkProxy } from './umbrel-proxy.ts'
import { checkService } from './umbrel-service.ts'
import { fieldsOf, readYaml } from './yaml-file.ts'

/** Checks each app's folder below `folder`. */
export async function checkUmbrel(
  folder: string,
  options: ImageOptions,
  report: Report,
): Promise<void> {
  const apps = await readdir(folder).catch((): string[] => [])
  if (apps.length === 0) report('any/package-missing', { file: folder })
  const ports = new Map<unknown, string>()
  for (const app of apps.sort()) {
    const manifest = await checkApp(join(folder, app), options, report)
    if (manifest === null) continue
    const { port } = manifest.content
    const holder = ports.get(port)
    if (holder !== undefined) report('umbrel/port-taken', manifest.at(['port']), `by ${holder}`)
    ports.set(port, app)
  }
}

async function checkApp(folder: string, options: ImageOptions, report: Report) {
  await checkExports(join(folder, 'exports.sh'), report)
  await checkHooks(join(folder, 'hooks'), report)
  const manifest = await readYaml(join(folder, 'umbrel-app.yml'), report)
  const compose = await readYaml(join(folder, 'docker-compose.yml'), report)
  if (manifest === null || compose === null) return manifest
  checkUmbrelManifest(manifest, compose, basename(folder), report)
  checkImages(compose, 'umbrel', options, report)
  checkProxy(compose, String(manifest.content['id']), report)
  if (compose.content['networks'] !== undefined) {
    report('umbrel/networks', compose.at(['networks']))
  }
  if (compose.content['volumes'] !== undefined) {
    report('umbrel/volume-named', compose.at(['volumes']))
  }
  for (const name of Object.keys(fieldsOf(compose.content['services']))) {
    if (name !== 'app_proxy') await checkService(compose, name, folder, report)
  }
  return manifest
}

async function checkExports(file: string, report: Report): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return report('any/file-missing', { file })
  for (const [index, line] of text.split('\n').entries()) {
    const command = /(?:^|[;&|({])\s*(exit|cd|set)\b/.exec(line)?.[1]
    if (command !== undefined) report('umbrel/exports-shell', { file, line: index + 1 }, command)
  }
}

async function checkHooks(folder: string, report: Report): Promise<void> {
  for (const hook of await readdir(folder).catch((): string[] => [])) {
    const file = join(folder, hook)
    await access(file, constants.X_OK).catch(() => report('umbrel/hook-executable', { file }))
  }
}
