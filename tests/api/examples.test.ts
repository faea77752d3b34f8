// Every file of examples/, as somebody runs it who has just found it.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { verifySignature } from '#nostr/event.ts'
import { counterparty } from '../support/counterparty.ts'
import { type OwnedSigner, startOwnedSigner } from '../support/owned-signer.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'

const EXAMPLES = join(import.meta.dirname, '../../examples')
const read = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8')
const run: string[] = []

/** Starts an example beside a signer, with the key of a scope. */
function start(scope: Scope, { server, headers }: OwnedSigner, key: 'sign' | 'read', line: string) {
  const [program = '', name = '', ...args] = line.split(' ')
  run.push(name)
  const child = spawn(program, [join(EXAMPLES, name), ...args], {
    env: {
      PATH: process.env['PATH'],
      FLOE_URL: `http://127.0.0.1:${server.port}`,
      FLOE_API_KEY: Object.values(headers[key])[0],
    },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const ended = once(child, 'close')
  scope.onTestFinished(async () => {
    child.kill()
    await ended
  })
  return { ended, printed: () => printed }
}

/** Runs an example to its end, which must be a good one. @returns its last line */
async function finish(...args: Parameters<typeof start>): Promise<string> {
  const { ended, printed } = start(...args)
  const [code] = await ended
  expect(code, printed()).toBe(0)
  return printed().trim().split('\n').at(-1) ?? ''
}

describe('The examples', () => {
  test('sign a note with curl, Node and Python', async (t) => {
    const signer = await startOwnedSigner(t)
    for (const line of ['sh sign.sh hello', 'node sign.mjs hello', 'python3 sign.py hello']) {
      const answer = JSON.parse(await finish(t, signer, 'sign', line))
      const event = answer.signedEvent ?? answer
      expect(event).toMatchObject({ kind: 1, content: 'hello' })
      expect(verifySignature(event.sig, event.id, event.pubkey)).toBe(true)
    }
  })

  test('come back for what the owner has to allow', async (t) => {
    const signer = await startOwnedSigner(t)
    await signer.preset('everyday')
    const example = start(t, signer, 'sign', 'node wait-for-question.mjs Olga')
    const [id = ''] = await signer.waiting(1)
    await signer.answer(id, { verdict: 'allow' })
    expect((await example.ended)[0], example.printed()).toBe(0)
    expect(example.printed()).toContain('Waits for the owner until')
    expect(example.printed()).toContain(String.raw`{\"name\":\"Olga\"}`)
  })

  test('encrypt to somebody, and read it again', async (t) => {
    const signer = await startOwnedSigner(t)
    const line = `node encrypt.mjs ${counterparty(signer.keyset).pubkey}`
    expect(await finish(t, signer, 'sign', line)).toBe('Only you and I can read this')
  })

  test('react to what happens', async (t) => {
    const signer = await startOwnedSigner(t)
    const example = start(t, signer, 'read', 'node events.mjs')
    await until(() => example.printed().includes(': '))
    await signer.signEvent(1, 'a note')
    await until(() => example.printed().includes('sign: '))
  })

  test('show in Home Assistant what the status says', async (t) => {
    const { server, headers } = await startOwnedSigner(t)
    run.push('home-assistant.yaml')
    const secret = { tag: '!secret', resolve: (name: string) => `secret ${name}` }
    const { rest } = parse(read('home-assistant.yaml'), { customTags: [secret] })
    const { pathname, search } = new URL(rest[0].resource)
    const status = await server.get(pathname + search, headers.read)
    const templates: string[] = [...rest[0].binary_sensor, ...rest[0].sensor].map(
      (sensor) => sensor.value_template,
    )
    const paths = templates.flatMap((text) => [...text.matchAll(/value_json\.([\w.]+)/g)])
    expect(paths.length).toBeGreaterThan(3)
    for (const [, path = ''] of paths) {
      const value = path.split('.').reduce((at, name) => (at as never)?.[name], status.body)
      expect(value, path).toBeDefined()
    }
  })

  test('plot in Grafana only metrics that exist, with labels that they have', async (t) => {
    const { server, headers, sign } = await startOwnedSigner(t)
    run.push('grafana-dashboard.json')
    await sign('5'.repeat(64))
    const { text } = await server.get('/metrics', headers.read)
    const { panels } = JSON.parse(read('grafana-dashboard.json'))
    for (const { title, targets } of panels) {
      for (const { expr, legendFormat } of targets) {
        const [name = ''] = /floe_\w+/.exec(expr) ?? []
        const line = text.split('\n').find((one) => one.startsWith(name) && !one.startsWith('#'))
        expect(line, `${title}: ${name}`).toBeDefined()
        for (const [, label] of legendFormat.matchAll(/{{(\w+)}}/g)) {
          expect(line, title).toContain(`${label}="`)
        }
      }
    }
  })

  test('are all run, and all listed', () => {
    const files = readdirSync(EXAMPLES).filter((name) => name !== 'README.md')
    expect(run.toSorted()).toEqual(files.toSorted())
    for (const name of files) expect(read('README.md')).toContain(`(${name})`)
  })
})
