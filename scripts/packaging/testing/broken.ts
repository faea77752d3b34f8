import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Breaks one thing in a folder of sound packages. */
export type Break = (folder: string) => Promise<unknown>

/**
 * Replaces a text in a file of the packages; throws if it is not there, or a case would test
 * nothing.
 */
export const replace =
  (path: string, text: string | RegExp, by: string): Break =>
  async (folder) => {
    const file = join(folder, path)
    const before = await readFile(file, 'utf8')
    const after = before.replace(text, by)
    if (after === before) throw new Error(`${path} has no ${text}`)
    await writeFile(file, after)
  }

export const remove =
  (path: string): Break =>
  (folder) =>
    rm(join(folder, path), { recursive: true })

export const add =
  (path: string, content: string | Uint8Array, mode = 0o644): Break =>
  async (folder) => {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
    await chmod(file, mode)
  }

export const copy =
  (from: string, to: string): Break =>
  (folder) =>
    cp(join(folder, from), join(folder, to), { recursive: true })

export const inTurn =
  (...steps: Break[]): Break =>
  async (folder) => {
    for (const step of steps) await step(folder)
  }
