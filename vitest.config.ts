import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** As long as `until` and a page wait: what comes late on a busy machine has come all the same. */
const expect = { poll: { timeout: 15_000 } }

/** On two cores Vitest itself would run one file after another. */
const quick = Math.max(2, availableParallelism() - 1)

// Seven projects, one group after another: the quick ones side by side, and of those that start
// processes and measure time few files at once. Last what has no group: one file at a time.
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
          testTimeout: 60_000,
          maxWorkers: quick,
        },
      },
      {
        test: {
          name: 'api',
          expect,
          include: ['tests/api/**/*.test.ts'],
          testTimeout: 60_000,
          maxWorkers: quick,
        },
      },
      {
        test: {
          name: 'interop',
          expect,
          include: ['tests/interop/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          // They count seconds on a machine that others use too. What fails twice in a row is wrong.
          retry: 1,
          // Most of that is waiting, so that two at a time disturb each other little.
          maxWorkers: 2,
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
          // As above: some count seconds and memory.
          retry: 1,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
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
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          name: 'browser',
          expect,
          include: ['tests/browser/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
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
          fileParallelism: false,
        },
      },
    ],
  },
})
