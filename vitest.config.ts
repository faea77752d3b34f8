import { existsSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { spokenTexts } from './scripts/vite/spoken-texts.ts'
import { EVERYDAY, LATER, LONGEST, type TestSet } from './tests/sets.ts'

/** Files at once: two more than there are cores, as most files wait half of the time for a page, a peer or a disk. */
const maxWorkers = availableParallelism() + 2

/** Linux's folder in memory, and the bytes that must be free in it: a Docker container has only 64 MB there. */
const MEMORY = '/dev/shm'
const ROOM = 2 ** 30

/**
 * The folder in which tests write: in memory, because a server waits for the disk with each row that it writes, and
 * many servers at once wait long. Killed processes lose nothing there either. Long runs use a disk.
 */
function temporary(): string {
  if (process.env['FLOE_TEST_LONG'] === '1' || !existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM ? MEMORY : tmpdir()
}

const env = {
  TMPDIR: temporary(),
  /** Processes that tests start share their compiled code. */
  NODE_COMPILE_CACHE: `${import.meta.dirname}/node_modules/.cache/floe-tests`,
}

/** The console's language in its tests, from scripts/test.ts; undefined is English. */
const language = process.env['FLOE_TEST_LANGUAGE']
/** Node strips the types and loads the modules. Another language needs Vite, whose plugin replaces the texts. */
const experimental = language === undefined ? { viteModuleRunner: false, nodeLoader: false } : {}

/** The tests of this run, from scripts/test.ts; undefined runs all. */
const set = process.env['FLOE_TEST_SET'] as TestSet | undefined

/**
 * Runs once, before all tests: builds the server, which from its sources takes three times the CPU to start, and makes
 * the data folders that many tests start from.
 */
const globalSetup = ['tests/support/build.ts', 'tests/support/ready-made.ts']

/** Starts the longest files first: a long file that starts last runs alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`))
      return at < 0 ? LONGEST.length : at
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

type Options = Omit<TestProjectInlineConfiguration['test'], 'name' | 'include'>

/** The files of a project that this run includes. */
function filesOf(name: string, files: string[]): { include: string[]; exclude: string[] } {
  const everyday = EVERYDAY[name] ?? []
  if (set === undefined) return { include: files, exclude: [] }
  if (set === 'everyday') return { include: everyday === 'all' ? files : everyday, exclude: LATER }
  if (everyday !== 'all') return { include: files, exclude: everyday }
  const later = LATER.filter((file) =>
    name === 'unit' ? !file.startsWith('tests/') : file.startsWith(`tests/${name}/`),
  )
  return { include: later, exclude: [] }
}

function project(name: string, files: string[], options: Options = {}) {
  const { include, exclude } = filesOf(name, files)
  return {
    test: {
      name,
      include,
      exclude: ['**/node_modules/**', ...exclude],
      /** As long as a page waits: on a busy machine, late is not wrong. */
      expect: { poll: { timeout: 60_000 } },
      testTimeout: 180_000,
      hookTimeout: 120_000,
      /**
       * A process runs one file after the other, and loads shared modules once. This works because no module of ours
       * keeps state that a test could notice, and a test that changes something global restores it.
       */
      isolate: false,
      env,
      globalSetup,
      experimental,
      ...options,
    },
  }
}

const testsIn = (folder: string): string[] => [`tests/${folder}/**/*.test.ts`]

export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      project(
        'unit',
        ['server', 'relay-fixture', 'scripts', 'web'].map((folder) => `${folder}/**/*.test.ts`),
      ),
      project('api', testsIn('api')),
      project('console', testsIn('console'), { env: { ...env, FLOE_TEST_PAGE: 'dom' } }),
      ...['interop', 'security', 'apps'].map((name) => project(name, testsIn(name))),
      {
        plugins: language === undefined ? [] : [spokenTexts(language)],
        ...project('browser', testsIn('browser')),
      },
      project('container', testsIn('container'), {
        globalSetup: 'tests/container/support/set-up.ts',
        // An engine does one thing after the other, so a test may wait long without hanging.
        ...{ testTimeout: 600_000, hookTimeout: 600_000 },
      }),
      project('genuine', testsIn('genuine'), {
        globalSetup: [...globalSetup, 'tests/genuine/support/table.ts'],
        // Genuine devices wait for half a minute before they ask again.
        testTimeout: 600_000,
      }),
    ],
  },
})
