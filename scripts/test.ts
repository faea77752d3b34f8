// npm test: the everyday run, for before a commit: lint, types, and the tests of tests/sets.ts' everyday set.
// npm run test:all: that, and then all other tests. Every part runs, even after a failure.
// With arguments only Vitest runs, over all tests, and gets them: `npm test -- server/store`, `npm test -- -t 'a name'`.
//
// Three flags of ours, alone or before those arguments: `--long` runs every loop at full length, and the
// cases that take minutes each (tests/support/long.ts); `--pictures` has the browser's tests leave a
// picture of each state (tests/browser/support/check-screen.ts); `--language=de` has the console speak that
// language in them (scripts/vite/spoken-texts.ts).
//
// The last line is always `N passed, N failed`. It counts tests, plus one failure for each other
// thing that failed (a part, a test file that can't be loaded): that line never says `0 failed`
// beside a failing exit code. Before it stands what failed.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestSet } from '../tests/sets.ts'
import { type Tally, tallyOf } from './tally.ts'

const root = join(import.meta.dirname, '..')
/** Vitest takes no arguments of ours: its workers learn of these by the environment. */
const FLAGS: Readonly<Record<string, string>> = {
  '--long': 'FLOE_TEST_LONG',
  '--pictures': 'FLOE_TEST_PICTURES',
}
const ALL = '--all'
const LANGUAGE = '--language='
const given = process.argv.slice(2)
const isOurs = (argument: string) =>
  argument === ALL || argument in FLAGS || argument.startsWith(LANGUAGE)
const vitestArgs = given.filter((argument) => !isOurs(argument))
const flags = given.flatMap((argument) => FLAGS[argument] ?? [])
const language = given.find((argument) => argument.startsWith(LANGUAGE))?.slice(LANGUAGE.length)
const env = {
  ...process.env,
  ...Object.fromEntries(flags.map((name) => [name, '1'])),
  ...(language && { FLOE_TEST_LANGUAGE: language }),
}

/** What runs beside the tests: npm scripts, one after another. */
const CHECKS = ['lint', 'types']

/**
 * Runs a program to its end and prints how long it took.
 *
 * @param isShown prints the program's output as it comes; otherwise when the program has ended
 * @param more variables of its environment beside this process's
 * @returns whether it succeeded
 */
async function run(
  name: string,
  [command, ...args]: readonly [string, ...string[]],
  isShown = true,
  more: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const start = performance.now()
  const child = spawn(command, args, {
    ...{ cwd: root, env: { ...env, ...more } },
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  const pieces: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece: Buffer) => pieces.push(piece))
  }
  const [code] = await once(child, 'close').catch(({ message }: Error) => {
    pieces.push(Buffer.from(`${message}\n`))
    return [null]
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  process.stdout.write(Buffer.concat(pieces))
  console.log(`── ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds} s)`)
  return code === 0
}

/**
 * Runs Vitest and counts its tests.
 *
 * @param set the tests to run; all without it
 */
async function vitest(args: readonly string[], set?: TestSet): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'floe-test-'))
  const file = join(folder, 'tally.json')
  const reporters = ['--reporter=default', '--reporter=./scripts/tally.ts']
  const command = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...reporters] as const
  const more = { FLOE_TEST_TALLY: file, ...(set && { FLOE_TEST_SET: set }) }
  try {
    const isOk = await run(`tests${set ? `, ${set}` : ''}`, [...command, ...args], true, more)
    return tallyOf(existsSync(file) ? readFileSync(file, 'utf8') : undefined, isOk)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @returns the names of what failed */
async function checks(): Promise<string[]> {
  const failed: string[] = []
  for (const name of CHECKS) {
    if (!(await run(name, ['npm', 'run', '--silent', name], false))) failed.push(name)
  }
  return failed
}

/** Builds, because tests run on the build. Then runs these sets one after another, and the checks beside the first. */
async function everything(
  sets: readonly TestSet[],
): Promise<{ tallies: Tally[]; failedParts: string[] }> {
  const isBuilt = await run('build', [process.execPath, 'scripts/setup.mjs', 'build'])
  const checking = checks()
  const tallies: Tally[] = []
  for (const set of sets) tallies.push(await vitest([], set))
  return { tallies, failedParts: [...(isBuilt ? [] : ['build']), ...(await checking)] }
}

const { tallies, failedParts } =
  vitestArgs.length === 0
    ? await everything(given.includes(ALL) ? ['everyday', 'rest'] : ['everyday'])
    : { tallies: [await vitest(vitestArgs)], failedParts: [] }
const passed = tallies.reduce((sum, one) => sum + one.passed, 0)
const failed = tallies.reduce((sum, one) => sum + one.failed, 0)
const named = tallies.flatMap(({ failures }) => failures)
if (named.length > 0) console.log(`\nFailed tests:\n\n${named.join('\n\n')}`)
if (failedParts.length > 0) console.log(`\nFailed beside the tests: ${failedParts.join(', ')}`)

const failures = failed + failedParts.length
console.log(`\n${passed} passed, ${failures} failed`)
process.exitCode = failures > 0 ? 1 : 0
