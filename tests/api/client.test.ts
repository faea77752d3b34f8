import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { auth as texts } from '#contract/messages.ts'
import { VERSION } from '#lib/version.ts'
import { CLOSED, makeKeys } from '../support/access.ts'
import { startServer } from '../support/api-server.ts'
import { blocksOf } from '../support/documents.ts'
import { makeEveryCall } from '../support/every-call.ts'
import { temporaryFolder } from '../support/scope.ts'

const ROOT = join(import.meta.dirname, '../..')
const CLIENT = join(ROOT, 'clients/ts')

const read = (file: string): string => readFileSync(join(CLIENT, file), 'utf8')

/** What the built client exports, as far as it is used here: its own types are what is tested. */
interface Built {
  createClient(options: {
    url: string
    key?: string
  }): Record<'get' | 'post' | 'delete', (path: string, options?: object) => Promise<unknown>>
}

test('The typed client has the version of the server whose calls it knows', () => {
  expect(JSON.parse(read('package.json'))).toMatchObject({ version: VERSION })
})

/** Its generator comes with `node scripts/setup.mjs clients`. */
describe.skipIf(!existsSync(join(CLIENT, 'node_modules')))('The typed client', () => {
  beforeAll(() => {
    execFileSync(process.execPath, [join(CLIENT, 'build.mjs')], { stdio: 'inherit' })
  })

  test('calls a server, and rejects with the code of a refusal', async (scope) => {
    const { createClient } = (await import(`${CLIENT}/dist/index.js`)) as Built
    const server = await startServer(scope, { environment: CLOSED })
    const { admin, read } = makeKeys(server)
    const floe = createClient({ url: `${server.url}/`, key: admin })

    const rule = await floe.post('/api/rules', {
      body: { whom: 'everyone', operation: 'ecdh', verdict: 'ask' },
    })
    const path = { id: String((rule as { id: number }).id) }
    expect(await floe.get('/api/rules')).toMatchObject({ rules: [rule] })
    expect(await floe.delete('/api/rules/{id}', { path })).toEqual({ success: true })
    expect(await floe.get('/api/audit', { query: { limit: 1 } })).toMatchObject({
      entries: [{ action: 'rule.delete' }],
    })
    await expect(
      floe.post('/api/sign', { body: { message: 'ab'.repeat(32) } }),
    ).rejects.toMatchObject({ name: 'FloeError', status: 503, code: 'NODE_UNAVAILABLE' })
    const reader = createClient({ url: server.url, key: read })
    await expect(reader.get('/api/env')).rejects.toMatchObject({
      message: texts.scope('admin'),
      status: 403,
    })
  })

  test('has the types of what every call answers, and of its own instructions', async (scope) => {
    const { made } = await makeEveryCall(scope)
    const folder = temporaryFolder(scope)
    mkdirSync(join(folder, 'node_modules/@floe'), { recursive: true })
    symlinkSync(CLIENT, join(folder, 'node_modules/@floe/client'))
    const instructions = blocksOf('clients/ts/README.md', 'ts').map(({ text }) => text)
    const answers = made
      .filter(({ route }) => route.type === undefined)
      .map(({ name, route, answer }) => {
        const path = route.path.replace(/:(\w+)/g, '{$1}')
        const type = `Answer<'${path}', '${route.method}', ${answer.status}>`
        return `export const ${name}: ${type} = ${answer.text}`
      })
    const wrong = `export const wrong: Answer<'/api/rules', 'get'> = { rules: [], callers: [], more: 1 }`
    write('answers.ts', ["import type { Answer } from '@floe/client'", ...answers].join('\n'))
    write('wrong.ts', ["import type { Answer } from '@floe/client'", wrong].join('\n'))
    write('instructions.mts', instructions.join(''))

    expect(answers.length).toBeGreaterThan(100)
    expect(compile('answers.ts', 'instructions.mts')).toBe('')
    // The compiler has to find this error, or its silence about the valid calls would prove nothing.
    expect(compile('wrong.ts')).toMatch(/wrong\.ts.*'more' does not exist/)

    function write(name: string, text: string) {
      writeFileSync(join(folder, name), text)
    }
    function compile(...files: string[]): string {
      const options = '--noEmit --strict --module nodenext --target es2022 --lib es2022,dom --types'
      const args = [...options.split(' '), '', ...files]
      try {
        return execFileSync(join(ROOT, 'node_modules/.bin/tsc'), args, {
          cwd: folder,
          encoding: 'utf8',
        })
      } catch (error) {
        return (error as { stdout: string }).stdout
      }
    }
  })
})
