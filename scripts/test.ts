// npm test: everything that must hold before a change is done, fastest to fail first; every part
// runs, even after a failure. With arguments only Vitest runs, and gets them:
// `npm test -- server/store`, `npm test -- --project unit -t 'a name'`.
//
// Three flags of ours, alone or before those arguments: `--long` runs every loop at full length, and the
// cases that take minutes each (tests/support/long.ts); `--pictures` has the browser's tests leave a
// picture of each state (tests/browser/support/check-screen.ts); `--language=de` has the console speak that
// language in them (scripts/vite/spoken-texts.ts).
//
// The last line is always `N passed, N failed`. It counts tests, plus one failure for each other
// thing that failed (a part, a test file that can't be loaded): that line never says `0 failed`
// beside a failing exit code.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Tally, tally } from './tally.ts'

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

function part(name: string, command: string, args: string[]): boolean {
  console.log(`\n── ${name} ──`)
  const start = performance.now()
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env })
  if (error) console.error(error.message)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`── ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${seconds} s)`)
  return status === 0
}

/** Vitest's arguments for projects, and for all others. */
const only = (...projects: string[]) => projects.map((name) => `--project=${name}`)
const allBut = (...projects: string[]) => projects.map((name) => `--project=!${name}`)

/**
 * The tests, in lanes side by side, one run after another in each. What computes goes with what waits for an
 * engine, pages with what waits for peers. Containers have gone before pages come: whenever one comes or
 * goes, Chromium drops requests. A project that is named nowhere runs first.
 */
const LANES = [
  [allBut('unit', 'api', 'browser', 'interop', 'attack'), only('browser')],
  [only('unit', 'api'), only('interop', 'attack')],
]

/**
 * Runs Vitest and counts its tests.
 *
 * @param isShown what it prints is shown as it comes; otherwise it is in `printed`
 */
async function vitest(
  args: readonly string[],
  isShown = true,
): Promise<Tally & { printed: Buffer }> {
  const name = args.length === 0 ? 'tests' : args.join(' ')
  const folder = mkdtempSync(join(tmpdir(), 'floe-test-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const start = performance.now()
  try {
    const child = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args],
      { cwd: root, env, stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'] },
    )
    const pieces: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (piece: Buffer) => pieces.push(piece))
    }
    const [code] = await once(child, 'close')
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const end = `── ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds} s)\n`
    if (isShown) process.stdout.write(end)
    else pieces.push(Buffer.from(end))
    const counted = tally(existsSync(report) ? readFileSync(report, 'utf8') : undefined, code === 0)
    return { ...counted, printed: Buffer.concat(pieces) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** All runs, the later ones even after a failure. Those of the first lane are shown as they go on. */
async function allLanes(): Promise<Tally[]> {
  const lanes = LANES.map(async (runs, n) => {
    const tallies = []
    for (const args of runs) tallies.push(await vitest(args, n === 0))
    return tallies
  })
  const tallies = (await Promise.all(lanes)).flat()
  for (const { printed } of tallies) process.stdout.write(printed)
  return tallies
}

const failedParts: string[] = []
if (vitestArgs.length === 0) {
  if (!part('build', process.execPath, ['scripts/setup.mjs', 'build'])) failedParts.push('build')
  for (const name of ['lint', 'types']) {
    if (!part(name, 'npm', ['run', '--silent', name])) failedParts.push(name)
  }
}
const tallies = vitestArgs.length === 0 ? await allLanes() : [await vitest(vitestArgs)]
const passed = tallies.reduce((sum, one) => sum + one.passed, 0)
const failed = tallies.reduce((sum, one) => sum + one.failed, 0)
if (failedParts.length > 0) console.log(`\nFailed before the tests: ${failedParts.join(', ')}`)

const failures = failed + failedParts.length
console.log(`\n${passed} passed, ${failures} failed`)
process.exitCode = failures > 0 ? 1 : 0
