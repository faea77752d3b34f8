// npm test: everything that must hold before a change is done; every part runs, even after a failure. With
// arguments only Vitest runs, and gets them: `npm test -- server/store`, `npm test -- --project unit -t 'a name'`.
//
// Three flags of ours, alone or before those arguments: `--long` runs every loop at full length, and the
// cases that take minutes each (tests/support/long.ts); `--pictures` has the browser's tests leave a
// picture of each state (tests/browser/support/check-screen.ts); `--language=de` has the console speak that
// language in them (scripts/vite/spoken-texts.ts).
//
// The last line is always `N passed, N failed`. It counts tests, plus one failure for each other
// thing that failed (a part, a test file that can't be loaded): that line never says `0 failed`
// beside a failing exit code. Before it stands what failed, and what needed a second try.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Tally, tallyOf } from './tally.ts'

const root = join(import.meta.dirname, '..')
/** Vitest takes no arguments of ours: its workers learn of these by the environment. */
const FLAGS: Readonly<Record<string, string>> = {
  '--long': 'FLOE_TEST_LONG',
  '--pictures': 'FLOE_TEST_PICTURES',
}
const LANGUAGE = '--language='
const given = process.argv.slice(2)
const isOurs = (argument: string) => argument in FLAGS || argument.startsWith(LANGUAGE)
const vitestArgs = given.filter((argument) => !isOurs(argument))
const flags = given.flatMap((argument) => FLAGS[argument] ?? [])
const language = given.find((argument) => argument.startsWith(LANGUAGE))?.slice(LANGUAGE.length)
const env = {
  ...process.env,
  ...Object.fromEntries(flags.map((name) => [name, '1'])),
  ...(language && { FLOE_TEST_LANGUAGE: language }),
}

interface Ran {
  isOk: boolean
  printed: Buffer
}

/**
 * Runs a program to its end, whatever comes of it.
 *
 * @param isShown what it prints is shown as it comes; otherwise it is in `printed`
 * @param more variables of its environment beside this process's
 */
async function run(
  name: string,
  [command, ...args]: readonly [string, ...string[]],
  isShown = true,
  more: Readonly<Record<string, string>> = {},
): Promise<Ran> {
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
  const end = `── ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds} s)\n`
  pieces.push(Buffer.from(end))
  const printed = Buffer.concat(pieces)
  if (isShown) process.stdout.write(printed)
  return { isOk: code === 0, printed: isShown ? Buffer.alloc(0) : printed }
}

/** Vitest's arguments for projects, and for all others. */
const only = (...projects: string[]) => projects.map((name) => `--project=${name}`)
const allBut = (...projects: string[]) => projects.map((name) => `--project=!${name}`)

/**
 * The tests, in lanes side by side, one run after another in each. What waits for engines, peers and pages
 * comes first, and what computes fills up all cores at the end. Containers have gone before pages come:
 * whenever one comes or goes, Chromium drops requests. A project that is named nowhere runs first.
 */
const LANES = [
  [allBut('unit', 'api', 'browser', 'interop', 'attack'), only('browser')],
  [only('interop', 'attack'), only('unit', 'api')],
]
/** What needs no test, beside them: npm scripts. */
const CHECKS = ['lint', 'types']

/** Runs Vitest and counts its tests. */
async function vitest(args: readonly string[], isShown = true): Promise<Tally & Ran> {
  const name = args.length === 0 ? 'tests' : args.join(' ')
  const folder = mkdtempSync(join(tmpdir(), 'floe-test-'))
  const file = join(folder, 'tally.json')
  const reporters = ['--reporter=default', '--reporter=./scripts/tally.ts']
  const command = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...reporters] as const
  try {
    const ran = await run(name, [...command, ...args], isShown, { FLOE_TEST_TALLY: file })
    const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    return { ...tallyOf(text, ran.isOk), ...ran }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** All runs, the later ones even after a failure. Those of the first lane are shown as they go on. */
async function allLanes(): Promise<(Tally & Ran)[]> {
  const lanes = LANES.map(async (runs, n) => {
    const tallies = []
    for (const args of runs) tallies.push(await vitest(args, n === 0))
    return tallies
  })
  return (await Promise.all(lanes)).flat()
}

/** The build, on which tests run, then all else side by side. */
async function everything(): Promise<{ tallies: Tally[]; failedParts: string[] }> {
  const built = await run('build', [process.execPath, 'scripts/setup.mjs', 'build'])
  const checks = CHECKS.map((name) => run(name, ['npm', 'run', '--silent', name], false))
  const tallies = await allLanes()
  const checked = await Promise.all(checks)
  for (const { printed } of [...tallies, ...checked]) process.stdout.write(printed)
  const failed = CHECKS.filter((_, n) => checked[n]?.isOk !== true)
  return { tallies, failedParts: built.isOk ? failed : ['build', ...failed] }
}

const { tallies, failedParts } =
  vitestArgs.length === 0
    ? await everything()
    : { tallies: [await vitest(vitestArgs)], failedParts: [] }
const passed = tallies.reduce((sum, one) => sum + one.passed, 0)
const failed = tallies.reduce((sum, one) => sum + one.failed, 0)
const retried = tallies.flatMap((one) => one.retried)
if (retried.length > 0) console.log(`\nPassed at a second try only:\n\n${retried.join('\n\n')}`)
const named = tallies.flatMap(({ failures }) => failures)
if (named.length > 0) console.log(`\nFailed tests:\n\n${named.join('\n\n')}`)
if (failedParts.length > 0) console.log(`\nFailed beside the tests: ${failedParts.join(', ')}`)

const failures = failed + failedParts.length
console.log(`\n${passed} passed, ${failures} failed`)
process.exitCode = failures > 0 ? 1 : 0
