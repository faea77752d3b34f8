import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { casaosPackage } from './casaos.ts'
import { description, imageReference } from './description.ts'
import { writePackage } from './package-files.ts'
import { startosPackage } from './startos.ts'
import { umbrelPackage } from './umbrel.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Where packages are made by default. */
export const PACKAGES_DIR = join(ROOT, '.artefacts/packages')

/**
 * Makes every store's package below a folder.
 *
 * @param digest of the image's index; undefined leaves a placeholder
 * @returns the folders of the packages
 */
export async function makePackages(out: string, digest: string | undefined): Promise<string[]> {
  const { id, name, files } = description
  const [icon, screenshot, license] = await Promise.all([
    readFile(join(ROOT, files.icon)),
    readFile(join(ROOT, files.screenshot)),
    readFile(join(ROOT, files.license)),
  ])
  const image = imageReference(digest)
  const packages = [
    [join(out, 'umbrel', id), umbrelPackage(description, image)],
    [join(out, 'startos'), await startosPackage(description, { icon, license })],
    [join(out, 'casaos', name), casaosPackage(description, image, { icon, screenshot })],
  ] as const
  for (const [folder, content] of packages) await writePackage(folder, content)
  return packages.map(([folder]) => folder)
}
