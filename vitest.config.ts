import { existsSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { spokenTexts } from './scripts/vite/spoken-texts.ts'

/** As long as `until` and a page wait: what comes late on a busy machine has come all the same. */
const expect = { poll: { timeout: 15_000 } }

/** On two cores Vitest itself would run one file after another. */
const computing = Math.max(2, availableParallelism() - 1)
/** Files at once where most of the time is waited. */
const waiting = computing + 2

/**
 * A process runs one file after the other, and loads what they share once: a third of the time otherwise.
 * It holds because no module of ours keeps state; a test that changes what is global puts it back.
 */
const isolate = false

/** Linux's folder in memory, and how much room it must have: in a container of Docker's it has 64 MB. */
const MEMORY = '/dev/shm'
const ROOM = 2 ** 30

/**
 * Where tests write. Each row of a server's waits for the disk, and in twenty servers at once that was most
 * of what tests waited for; killed processes lose nothing in memory either. Long runs use a disk.
 */
function temporary(): string {
  if (process.env['FLOE_TEST_LONG'] === '1' || !existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM ? MEMORY : tmpdir()
}

const env = {
  TMPDIR: temporary(),
  /** Processes that tests start compile the same each time. */
  NODE_COMPILE_CACHE: `${import.meta.dirname}/node_modules/.cache/floe-tests`,
}

/** Peers have seconds to answer in, on a machine that others use too. What fails twice in a row is wrong. */
const retry = 1

/** What the console speaks in its tests, where that is not English: see scripts/test.ts. */
const language = process.env['FLOE_TEST_LANGUAGE']
const inLanguage = language === undefined ? [] : [spokenTexts(language)]

/** Tests start the server that is shipped: from its sources it takes three times the CPU to start. */
const globalSetup = 'tests/support/build.ts'

/** Files that take half a minute or more: as the last one, each would have a machine wait for it alone. */
const LONG = [
  ...['apps/client-restarts', 'apps/clients', 'attack/apps', 'attack/killed-devices'],
  ...['attack/relay-limits', 'attack/stop', 'interop/gen2-key-crowds', 'interop/gen2-mixed'],
  ...['interop/gen2-pools', 'interop/gen2-single-use', 'interop/interop-sizes'],
  ...['container/confinement', 'container/refusals', 'api/commands', 'api/spares'],
].map((name) => `/tests/${name}.test.ts`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((end) => moduleId.endsWith(end))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

type Options = Omit<TestProjectInlineConfiguration['test'], 'name' | 'include'>

const project = (name: string, include: string[], options: Options) => ({
  test: { name, include, expect, testTimeout: 180_000, hookTimeout: 60_000, ...options },
})

const testsIn = (folder: string): string[] => [`tests/${folder}/**/*.test.ts`]

// Eight projects in groups, one after another: as many files at once as there are cores where they
// compute, more where they wait. `npm test` without arguments runs some groups side by side: see
// scripts/test.ts.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      project(
        'unit',
        ['server', 'relay-fixture', 'scripts', 'web'].map((folder) => `${folder}/**/*.test.ts`),
        { isolate, env, maxWorkers: computing },
      ),
      project('api', testsIn('api'), { isolate, env, globalSetup, retry, maxWorkers: computing }),
      ...['interop', 'attack', 'apps'].map((name) =>
        project(name, testsIn(name), {
          ...{ isolate, env, globalSetup, retry },
          maxWorkers: waiting,
          sequence: { groupOrder: 2 },
        }),
      ),
      project('genuine', testsIn('genuine'), {
        globalSetup: [globalSetup, 'tests/genuine/support/table.ts'],
        // Genuine devices wait for half a minute before they ask again.
        testTimeout: 600_000,
        maxWorkers: 2,
        sequence: { groupOrder: 3 },
      }),
      project('console', testsIn('console'), {
        ...{ isolate, globalSetup, maxWorkers: computing },
        env: { ...env, FLOE_TEST_PAGE: 'dom' },
        // The built console's modules are Node's own, and so is all else then.
        experimental: { viteModuleRunner: false, nodeLoader: false },
      }),
      {
        plugins: inLanguage,
        ...project('browser', testsIn('browser'), {
          // What its processes do keep is a Chromium and a page, which each test gets emptied.
          ...{ isolate, env, globalSetup, retry },
          testTimeout: 120_000,
          // Most of their time is spent waiting for what a person waits for too.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        }),
      },
      project('container', testsIn('container'), {
        globalSetup: 'tests/container/support/set-up.ts',
        hookTimeout: 120_000,
        // An engine that others use too may be late.
        retry,
        maxWorkers: waiting,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
})
