import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, test } from 'vitest'

// A folder with a folder for each genuine build: the two files below, which a wallet's build makes from
// bifrost's bridge. They are not ours to hand on, so none is in this repository.
const FOLDER = process.env['FLOE_GENUINE'] ?? ''
const FILES = ['bifrost_bridge_wasm.js', 'bifrost_bridge_wasm_bg.wasm']

/** One build of the genuine device. */
export interface Build {
  name: string
  /** The folder of its files, absolute. */
  folder: string
}

/** All builds, sorted by name. @throws when FLOE_GENUINE names a folder without one */
export function builds(): Build[] {
  if (FOLDER === '') return []
  const found = readdirSync(resolve(FOLDER))
    .map((name) => ({ name, folder: resolve(FOLDER, name) }))
    .filter(({ folder }) => FILES.every((file) => existsSync(join(folder, file))))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  if (found.length > 0) return found
  throw new Error(`FLOE_GENUINE names ${FOLDER}, and no folder in it has ${FILES.join(' and ')}`)
}

/** Runs the cases with each build; without one, reports a skipped test that says why. */
export function describeBuilds(what: string, cases: (build: Build) => void): void {
  const found = builds()
  if (found.length === 0) {
    test.skip(`${what}: skipped, for FLOE_GENUINE names no folder of genuine builds`, () => {})
  }
  for (const build of found) describe(`${what}: ${build.name}`, () => cases(build))
}
