import { inspect } from 'node:util'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { Secret } from './secret.ts'

const VALUE = 'the value itself'
const secret = new Secret(VALUE)

test('A secret returns its value from `reveal`', () => {
  expect(secret.reveal()).toBe(VALUE)
})

test('A secret shows a mask wherever it is printed', () => {
  const printed = [
    String(secret),
    `${secret}`,
    `${'a '}${secret}`,
    JSON.stringify({ secret }),
    inspect(secret),
    inspect({ deep: [{ secret }] }, { depth: null, showHidden: true }),
    JSON.stringify(Object.entries(secret)),
    JSON.stringify({ ...secret }),
  ]
  for (const text of printed) expect(text).not.toContain(VALUE)
  expect(String(secret)).toBe('[secret]')
})

test('A secret does not get into a log or an error', () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })

  log.info({ config: { secret }, list: [secret] }, `with ${secret}`)
  log.error({ err: new Error(`about ${secret}`, { cause: secret }) })

  expect(lines).toHaveLength(2)
  expect(lines.join()).not.toContain(VALUE)
})
