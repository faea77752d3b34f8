import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeProblem } from './node-version.ts'

const SOURCES = join(import.meta.dirname, '../main.ts')

test.each(['24.7.0', '25.0.0', '26.12.1', '100.0.0'])('Node.js %s is accepted', (version) => {
  expect(nodeProblem(version)).toBeUndefined()
})

test.each(['20.20.2', '9.0.0', '22.19.0-nightly', '24.6.9'])(
  'Node.js %s is refused, and the message says what to run instead',
  (version) => {
    expect(nodeProblem(version)).toMatch(/^Floe needs Node\.js 24\.7 or newer, and this is /)
    expect(nodeProblem(version)).toContain(version)
    expect(nodeProblem(version)).toContain('npm run floe -- <command>')
    expect(nodeProblem(version)).toContain('ignore scripts')
  },
)

test.each(['serve', 'version', 'healthcheck'])(
  'floe %s does nothing on an old Node.js',
  (command) => {
    const age = 'Object.defineProperty(process.versions, "node", { value: "20.20.2" })'
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(age)}`, SOURCES, command],
      { encoding: 'utf8' },
    )

    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toBe(`floe: ${nodeProblem('20.20.2')}\n`)
  },
)
