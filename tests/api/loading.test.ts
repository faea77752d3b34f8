import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from '../support/api-server.ts'
import type { Loaded } from '../support/loaded-modules.ts'
import { runFloe } from '../support/run-command.ts'
import { temporaryFolder } from '../support/scope.ts'

const PRELOADED = join(import.meta.dirname, '../support/loaded-modules.ts')
/** Of built code. The server’s start alone loads a hundred times as many. */
const BYTES_MAX = 15_000

test('A health check, which runs every half minute, loads nothing of the server’s code', async (t) => {
  const { port } = await startServer(t)
  const into = join(temporaryFolder(t), 'loaded.json')
  const environment = {
    HOST_PORT: String(port),
    NODE_OPTIONS: `--import=${PRELOADED}`,
    FLOE_TEST_LOADED: into,
  }

  const { code, stdout } = await runFloe(t, environment, 'healthcheck')

  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ok /) })
  const { files }: Loaded = JSON.parse(readFileSync(into, 'utf8'))
  const ours = files.filter((file) => file.startsWith('file:'))
  expect(ours.some((file) => file.includes('/dist/server/healthcheck-'))).toBe(true)
  expect(ours.filter((file) => file.includes('/node_modules/'))).toEqual([])
  const bytes = ours.map((file) => statSync(new URL(file)).size)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(BYTES_MAX)
})
