import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** As long as `until` and a page wait: what comes late on a busy machine has come all the same. */
const expect = { poll: { timeout: 15_000 } }

/** On two cores Vitest itself would run one file after another. */
const computing = Math.max(2, availableParallelism() - 1)
/** Files at once where most of the time is waited. */
const waiting = computing + 1

/**
 * A process runs one file after the other, and loads what they share once: a third of the time otherwise.
 * It holds because no module of ours keeps state; a test that changes what is global puts it back.
 */
const isolate = false

/** Processes that tests start compile the same each time. */
const env = { NODE_COMPILE_CACHE: `${import.meta.dirname}/node_modules/.cache/floe-tests` }

// Eight projects in groups, one after another: as many files at once as there are cores where they
// compute, more where they wait. `npm test` without arguments runs some groups side by side: see
// scripts/test.ts.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          expect,
          include: [
            'server/**/*.test.ts',
            'relay-fixture/**/*.test.ts',
            'scripts/**/*.test.ts',
            'web/**/*.test.ts',
          ],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          isolate,
          env,
          maxWorkers: computing,
        },
      },
      {
        test: {
          name: 'api',
          expect,
          include: ['tests/api/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          isolate,
          env,
          maxWorkers: computing,
        },
      },
      {
        test: {
          name: 'interop',
          expect,
          include: ['tests/interop/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          // Peers have seconds to answer in, on a machine that others use too. What fails twice in a row is wrong.
          retry: 1,
          isolate,
          env,
          maxWorkers: waiting,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'attack',
          expect,
          include: ['tests/attack/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          // As above.
          retry: 1,
          isolate,
          env,
          maxWorkers: waiting,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'apps',
          expect,
          include: ['tests/apps/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          // As above.
          retry: 1,
          isolate,
          env,
          maxWorkers: waiting,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'genuine',
          expect,
          include: ['tests/genuine/**/*.test.ts'],
          globalSetup: 'tests/genuine/support/table.ts',
          // Genuine devices wait for half a minute before they ask again.
          testTimeout: 600_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'browser',
          expect,
          include: ['tests/browser/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // What its processes do keep is a Chromium and a page, which each test gets emptied.
          isolate,
          env,
          // Most of their time is spent waiting for what a person waits for too.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          // As above; and whenever a container starts or stops beside it, Chromium drops requests.
          retry: 1,
        },
      },
      {
        test: {
          name: 'container',
          expect,
          include: ['tests/container/**/*.test.ts'],
          globalSetup: 'tests/container/support/set-up.ts',
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // An engine that others use too may be late.
          retry: 1,
          maxWorkers: waiting,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
