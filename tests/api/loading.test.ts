import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from '../support/api-server.ts'
import type { Loaded } from '../support/loaded-modules.ts'
import { runFloe } from '../support/run-floe.ts'
import { temporaryFolder } from '../support/scope.ts'

const PRELOADED = join(import.meta.dirname, '../support/loaded-modules.ts')

/** Parts of the server, one of each kind. */
const SERVER = [
  'server/app.ts',
  'server/http/table.ts',
  'server/store/open.ts',
  'node_modules/hono/dist/index.js',
  'node_modules/zod/index.js',
]

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
  expect(files.some((file) => file.endsWith('server/commands/healthcheck.ts'))).toBe(true)
  expect(SERVER.filter((part) => files.some((file) => file.endsWith(part)))).toEqual([])
})
