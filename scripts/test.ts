// npm test: everything that must hold before a change is done, fastest to fail first; every part
// runs, even after a failure. With arguments only Vitest runs, and gets them:
// `npm test -- server/store`, `npm test -- --project unit -t 'a name'`.
//
// Two flags of ours, alone or before those arguments: `--long` runs every loop at full length, and the
// cases that take minutes each (tests/support/long.ts); `--pictures` has the browser's tests leave a
// picture of each state (tests/browser/support/check-screen.ts).
//
// The last line is always `N passed, N failed`. It counts tests, plus one failure for each other
// thing that failed (a part, a test file that can't be loaded): that line never says `0 failed`
// beside a failing exit code.

import { spawnSync } from 'node:child_process'
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
const given = process.argv.slice(2)
const vitestArgs = given.filter((argument) => FLAGS[argument] === undefined)
const flags = given.flatMap((argument) => FLAGS[argument] ?? [])
const env = { ...process.env, ...Object.fromEntries(flags.map((name) => [name, '1'])) }

function part(name: string, command: string, args: string[]): boolean {
  console.log(`\n── ${name} ──`)
  const start = performance.now()
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env })
  if (error) console.error(error.message)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`── ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${seconds} s)`)
  return status === 0
}

function vitest(): Tally {
  const folder = mkdtempSync(join(tmpdir(), 'floe-test-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const cli = 'node_modules/vitest/vitest.mjs'
  try {
    const succeeded = part('tests', process.execPath, [cli, 'run', ...reporters, ...vitestArgs])
    return tally(existsSync(report) ? readFileSync(report, 'utf8') : undefined, succeeded)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const failedParts: string[] = []
if (vitestArgs.length === 0) {
  if (!part('build', process.execPath, ['scripts/setup.mjs', 'build'])) failedParts.push('build')
  for (const name of ['lint', 'types']) {
    if (!part(name, 'npm', ['run', '--silent', name])) failedParts.push(name)
  }
}
const { passed, failed } = vitest()
if (failedParts.length > 0) console.log(`\nFailed before the tests: ${failedParts.join(', ')}`)

const failures = failed + failedParts.length
console.log(`\n${passed} passed, ${failures} failed`)
process.exitCode = failures > 0 ? 1 : 0
