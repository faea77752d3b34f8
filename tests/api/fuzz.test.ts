import { expect, test } from 'vitest'
import { envKeys } from '../../server/contract/env.ts'
import { type Answer, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { mistype } from '../support/credentials.ts'
import { type Prng, seededPrng } from '../support/prng.ts'
import { startRelayFor } from '../support/scope.ts'

const CANARY = 'canary9f3a'
const SIDE_BY_SIDE = 50

const FIELDS = [...envKeys, 'keys', 'target', '__proto__', 'constructor', 'toString', '', '0']

/** Texts that some part of the server looks at closely. */
const TEXTS = [
  '',
  ' ',
  '\0',
  '\ud800',
  'all',
  'wss://',
  'ws://[::',
  'wss://user:pass@relay.example',
  'http://',
  '[]',
  '["wss://x.example"',
  '{"0":"wss://x.example"}',
  '%00%ff',
  '../../etc/passwd',
  "'; DROP TABLE audit; --",
  '<script>alert(1)</script>',
  'a'.repeat(10_000),
  '02'.repeat(33),
  'ff'.repeat(32),
  `bfshare1${'q'.repeat(166)}`,
  `bfgroup1${'q'.repeat(560)}`,
]

function text(random: Prng): string {
  const { integer, pick, bytes } = random
  switch (integer(4)) {
    case 0:
      return `${pick(TEXTS)}${CANARY}`
    case 1:
      return Buffer.from(bytes(integer(60))).toString('latin1')
    case 2:
      return Buffer.from(bytes(integer(200))).toString('utf8')
    default:
      return pick(TEXTS)
  }
}

function value(random: Prng, depth = 0): unknown {
  const { integer, pick } = random
  const many = () => Array.from({ length: integer(4) })
  switch (integer(depth > 3 ? 5 : 8)) {
    case 0:
    case 1:
    case 2:
      return text(random)
    case 3:
      return pick([0, -1, 1.5, 1e308, 2 ** 53])
    case 4:
      return pick([null, true, false])
    case 5:
      return many().map(() => value(random, depth + 1))
    case 6:
      return many().map(() => text(random))
    default:
      return object(random, depth + 1)
  }
}

function object(random: Prng, depth = 0): Record<string, unknown> {
  const { integer, pick } = random
  const name = () => (integer(4) === 0 ? text(random) : pick(FIELDS))
  const entries = Array.from({ length: integer(5) }, () => [name(), value(random, depth)] as const)
  // Not by assignment: a field may be called __proto__, as in a body of JSON.
  return Object.fromEntries(entries)
}

/** A body that is sometimes JSON, sometimes nearly, and sometimes what a line noise makes. */
function body(random: Prng): string | Uint8Array<ArrayBuffer> {
  const { integer, bytes } = random
  const json = JSON.stringify(object(random))
  switch (integer(10)) {
    case 0:
      return json.slice(0, integer(json.length + 1))
    case 1:
      return mistype(json, integer(json.length))
    case 2:
      return Uint8Array.from(bytes(integer(300)))
    case 3:
      return JSON.stringify(value(random)) ?? ''
    case 4:
      return `${'{"keys":['.repeat(integer(2_000))}${json}`
    default:
      return json
  }
}

/** Posts bodies made from a seed to paths in turn, and looks at each answer. */
async function fuzz(url: string, options: { seed: number; count: number; paths: string[] }) {
  const random = seededPrng(options.seed)
  const codes = new Map<number, number>()
  for (let done = 0; done < options.count; done += SIDE_BY_SIDE) {
    const requests = Array.from({ length: SIDE_BY_SIDE }, () => ({
      path: random.pick(options.paths),
      body: body(random),
    }))
    const answers = await Promise.all(requests.map((request) => send(url, request)))
    for (const [at, answer] of answers.entries()) {
      const what = `seed ${options.seed}, body ${done + at}: ${answer.text.slice(0, 300)}`
      expect(answer.status, what).toBeOneOf([200, 400])
      expect(answer.body, what).toBeTypeOf('object')
      expect(answer.text, what).not.toMatch(/\bat .*[/\\].*:\d+|node_modules|\.ts\b/)
      if (answer.status === 400) expect(answer.text, what).not.toContain(CANARY)
      codes.set(answer.status, (codes.get(answer.status) ?? 0) + 1)
    }
  }
  return codes
}

async function send(
  url: string,
  request: { path: string; body: string | Uint8Array<ArrayBuffer> },
): Promise<Pick<Answer, 'status' | 'text' | 'body'>> {
  const response = await fetch(url + request.path, { method: 'POST', body: request.body })
  const answer = await response.text()
  return { status: response.status, text: answer, body: JSON.parse(answer) }
}

async function expectWell(server: Awaited<ReturnType<typeof startServer>>) {
  expect((await server.get('/api/health')).status).toBe(200)
  expect((await server.get('/api/status')).status).toBe(200)
  expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([])
  expect(Object.keys(Object.prototype)).toEqual([])
}

test('Sixteen hundred bodies of any kind leave settings and server as they should be', async (t) => {
  const server = await startServer(t)

  const codes = await fuzz(server.url, {
    seed: 20_260_801,
    count: 1_600,
    paths: ['/api/env', '/api/env/delete'],
  })

  expect(codes.get(400)).toBeGreaterThan(300)
  expect(codes.get(200)).toBeGreaterThan(300)
  expect((await server.get('/api/env')).status).toBe(200)
  await expectWell(server)
})

test('Four hundred bodies of any kind ping nobody that is not there', async (t) => {
  const relay = await startRelayFor(t)
  const server = await startServer(t, { environment: firstShare(newKeyset(), [relay.url]) })
  await server.status(({ nodeActive }) => nodeActive)

  const codes = await fuzz(server.url, { seed: 42, count: 400, paths: ['/api/peers/ping'] })

  expect(codes.get(400)).toBeGreaterThan(380)
  await expectWell(server)
})
