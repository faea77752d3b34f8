import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { EventFrame } from '#contract/events.ts'
import { logEvent } from './log.ts'

/** The lines that a process prints whose logger has `options`, and which ends after `statements`. */
async function printed(options: { logLevel?: string; logFormat?: string }, statements: string) {
  const config = JSON.stringify({ logLevel: 'info', logFormat: 'json', ...options })
  const script = `
    import { createLogger } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
    const log = await createLogger(${config})
    ${statements}
    process.exit(0)`
  const args = ['--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return stdout.split('\n').filter((line) => line !== '')
}

test('A JSON log has a line for each message, and keeps the last one before an exit', async () => {
  const lines = await printed({}, "log.info({ a: 1 }, 'first'); log.warn('last')")

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 30, msg: 'first', a: 1 },
    { level: 40, msg: 'last' },
  ])
})

test('A log for a terminal is one readable line a message, and keeps the last one too', async () => {
  const lines = await printed(
    { logFormat: 'pretty' },
    "log.info({ a: 1 }, 'first'); log.warn('last')",
  )

  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/INFO.*first.*"a":1/)
  expect(lines[1]).toMatch(/WARN.*last/)
})

test('A log holds nothing below its level', async () => {
  const all = "log.debug('no'); log.info('no'); log.warn('yes'); log.error('yes')"

  expect(await printed({ logLevel: 'warn' }, all)).toHaveLength(2)
  expect(await printed({ logLevel: 'silent' }, all)).toHaveLength(0)
})

test('A log masks values named like a secret, in either format', async () => {
  const statements = `
    const SECRET = 'canary-' + 41 * 41
    log.info({ SHARE_CRED: SECRET, GROUP_CRED: SECRET, SECRET_KEY: SECRET, nsec: SECRET }, 'flat')
    log.info({ data: { seckey: SECRET, password: SECRET, apiKey: SECRET, sessionId: SECRET } }, 'deep')
    log.info({ headers: { authorization: SECRET, cookie: SECRET } }, 'headers')
    log.info({ body: { shareCredential: SECRET, groupCredential: SECRET, secret: SECRET } }, 'body')
    log.info({ plain: SECRET }, 'the proof')`
  for (const logFormat of ['json', 'pretty']) {
    const lines = await printed({ logFormat }, statements)

    expect(lines).toHaveLength(5)
    for (const line of lines.slice(0, 4)) {
      expect(line).not.toContain('canary-1681')
      expect(line).toContain('[secret]')
    }
    expect(lines[4]).toContain('canary-1681')
  }
})

test('An entry of the event log is logged at its level, and frames for peer rows are not', () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const base = { message: 'said', timestamp: '2026-01-01T00:00:00.000Z', id: 7 }
  const pubkey = 'ab'
  const status = { pubkey, online: true }
  const frames: EventFrame[] = [
    { ...base, type: 'error', data: { why: 'x' } },
    { ...base, type: 'warning', keyset: 2 },
    { ...base, type: 'disconnect' },
    { ...base, type: 'system' },
    { ...base, type: 'ready' },
    { ...base, type: 'sign' },
    { ...base, type: 'bifrost' },
    {
      ...base,
      type: 'peer-status-internal',
      keyset: 1,
      data: { pubkey, status, eventType: 'ping' },
    },
    { ...base, type: 'peer-ping-internal', keyset: 1, data: { pubkey, status, success: true } },
    { ...base, type: 'question-internal', keyset: 1, data: { over: 'q', end: 'refused' } },
    {
      ...base,
      type: 'overview-internal',
      keyset: 1,
      data: { status: { word: 'ready', tone: 'ok' } },
    },
  ]

  for (const frame of frames) logEvent(log, frame)

  const logged = lines.map((line) => JSON.parse(line))
  expect(logged.map(({ level, event }) => [event, log.levels.labels[level]])).toEqual([
    ['error', 'error'],
    ['warning', 'warn'],
    ['disconnect', 'warn'],
    ['system', 'info'],
    ['ready', 'info'],
    ['sign', 'debug'],
    ['bifrost', 'debug'],
  ])
  expect(logged[0]).toMatchObject({ msg: 'said', id: 7, data: { why: 'x' } })
  expect(logged.map(({ keyset }) => keyset).slice(0, 2)).toEqual([undefined, 2])
})
