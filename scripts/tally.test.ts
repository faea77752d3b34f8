import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Tally, tallyOf } from './tally.ts'

const ROOT = join(import.meta.dirname, '..')

/** Vitest starts a process for each test file: only what can't share one has a file of its own. */
const FILES = {
  'vitest.config.mjs': 'export default { test: { globals: true } }',
  'tests.test.mjs': `
    it('passes', () => {})
    it('fails', () => { throw new Error('it did not\\nin two lines') })
    it.skip('is left out', () => {})
    describe('what all share', () => {
      afterAll(() => { throw new Error('it can not be closed') })
      it('passes', () => {})
    })
    it('passes, and leaves something behind', async () => {
      void Promise.reject(new Error('nobody waited for it'))
      await new Promise((resolve) => setTimeout(resolve, 100))
    })`,
  'broken.test.mjs': `import './nowhere.mjs'`,
  'killed.test.mjs': `it('dies', () => process.kill(process.pid, 'SIGKILL'))`,
}

const folder = mkdtempSync(join(tmpdir(), 'floe-tally-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The tally of a run of the genuine Vitest over these files. */
function runOver(files: Readonly<Record<string, string>>): Tally {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const file = join(folder, 'tally.json')
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const reporter = join(ROOT, 'scripts/tally.ts')
  spawnSync(process.execPath, [vitest, 'run', `--root=${folder}`, `--reporter=${reporter}`], {
    env: { ...process.env, FLOE_TEST_TALLY: file },
  })
  return JSON.parse(readFileSync(file, 'utf8'))
}

describe('the closing lines of npm test', () => {
  it('count what passed and what failed, and show each failure with its error', () => {
    const { passed, failed, failures } = runOver(FILES)
    const beginning = (failure: string) => failure.split('\n').slice(0, 2).join('\n')

    expect(passed).toBe(3)
    expect(failed).toBe(5)
    expect(failures.map(beginning).sort()).toEqual([
      'beside all tests\n  Error: [vitest-pool]: Worker forks emitted error.',
      expect.stringMatching(/^beside all tests\n {2}Error: nobody waited for it/),
      expect.stringMatching(/^broken\.test\.mjs\n {2}.*nowhere\.mjs/),
      'tests.test.mjs > fails\n  Error: it did not',
      'tests.test.mjs > what all share\n  Error: it can not be closed',
    ])
    expect(failures.join('\n')).toMatch(/signal SIGKILL .*killed\.test\.mjs/)
  })

  it('never say that nothing failed when the run failed', () => {
    const good = { passed: 3, failed: 0, failures: [] }
    expect(tallyOf(JSON.stringify(good), true)).toEqual(good)
    expect(tallyOf(JSON.stringify(good), false)).toEqual({ ...good, failed: 1 })
    expect(tallyOf(undefined, false)).toMatchObject({ passed: 0, failed: 1 })
  })
})
