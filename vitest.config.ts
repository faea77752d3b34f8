import { existsSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { spokenTexts } from './scripts/vite/spoken-texts.ts'
import { EVERYDAY, LATER, LONGEST, type TestSet } from './tests/sets.ts'

/** Files at once. Most wait half of the time, for a page, a peer or a disk: two more than there are cores keep these busy. */
const maxWorkers = availableParallelism() + 2

/** Linux's folder in memory, and how much room it must have: in a container of Docker's it has 64 MB. */
const MEMORY = '/dev/shm'
const ROOM = 2 ** 30

/**
 * Where tests write. Each row of a server's waits for the disk, and in many servers at once that was most of what tests
 * waited for; killed processes lose nothing in memory either. Long runs use a disk.
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

/** What the console speaks in its tests, where that is not English: see scripts/test.ts. */
const language = process.env['FLOE_TEST_LANGUAGE']
/** Node strips the types itself; another language is put in by a plugin of Vite's. */
const experimental = language === undefined ? { viteModuleRunner: false, nodeLoader: false } : {}

/** Which tests this run is to have: see scripts/test.ts; all of them where nothing says so. */
const set = process.env['FLOE_TEST_SET'] as TestSet | undefined

/**
 * Once a run. Tests start the server that is shipped: from its sources it takes three times the CPU to start. Many start
 * with a data folder that is made already.
 */
const globalSetup = ['tests/support/build.ts', 'tests/support/ready-made.ts']

/** What takes longest comes first: as the last file, it would have the machine wait for it alone. */
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

/** Which of a project's files this run is to have. */
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
      /** As long as `until` and a page wait: what comes late on a busy machine has come all the same. */
      expect: { poll: { timeout: 60_000 } },
      testTimeout: 180_000,
      hookTimeout: 120_000,
      /**
       * A process runs one file after the other, and loads what they share once. It holds because no module of ours keeps
       * state; a test that changes what is global puts it back.
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
        // An engine does one thing after the other: a busy machine is no hang.
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
