import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A package as its files: path from the package's folder → content. */
export type PackageFiles = ReadonlyMap<string, string | Uint8Array>

const HOOK = /(^|\/)hooks\//
const EXECUTABLE = 0o755

/** Writes a package into a folder of its own, replacing what was there. */
export async function writePackage(folder: string, files: PackageFiles): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  for (const [path, content] of files) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
    if (HOOK.test(path)) await chmod(file, EXECUTABLE)
  }
}
