import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { WITHOUT_EFFECT } from '#config/igloo.ts'
import { readConfig } from '#config/read-config.ts'
import { DEFAULT_NODE_RELAYS } from '#contract/limits.ts'
import { variablesRead } from '#tests/support/variables-read.ts'
import { documents, ROOT, read } from './documents.ts'

/** Only a store's package sets this one. */
const OF_PACKAGES = ['SIGN_IN_ACTION']

const all = variablesRead().filter((name) => !(WITHOUT_EFFECT as readonly string[]).includes(name))
/** Every variable that the server reads, and whether it is a secret: those have a NAME_FILE. */
const variables = new Map(
  all
    .filter((name) => !name.endsWith('_FILE'))
    .map((name) => [name, all.includes(`${name}_FILE`)] as const),
)

const { auth, rateLimit, backup, protocol, ...config } = readConfig({}, false)
/** What is in force without the variable; a sentence in the table stands for what depends on the machine. */
const DEFAULTS: Record<string, unknown> = {
  HOST_NAME: config.host,
  HOST_PORT: config.port,
  DATA_DIR: config.dataDir,
  LOG_LEVEL: config.logLevel,
  LOG_FORMAT: 'pretty on a terminal, else json',
  LOCAL_RELAY: config.localRelay,
  RELAYS: DEFAULT_NODE_RELAYS.join(', '),
  FIRST_GENERATION: protocol.firstGeneration,
  APPROVE_ONBOARDING: protocol.approveOnboarding,
  SECRET_KEY: 'made on the first start, in DATA_DIR/secret.key',
  AUTH_ENABLED: auth.enabled,
  SESSION_TIMEOUT: auth.sessionTimeout,
  ASK_AGAIN: auth.askAgain,
  RATE_LIMIT_ENABLED: rateLimit.enabled,
  RATE_LIMIT_WINDOW: rateLimit.window,
  RATE_LIMIT_MAX: rateLimit.max,
  SIGN_IN_COMMAND: 'found out',
  BACKUP_INTERVAL: backup.interval,
  BACKUP_KEEP: backup.keep,
}

/** The rows of the tables of variables: a row may have several. */
function rowsOf(document: string) {
  return [...read(document).matchAll(/^\| (`[A-Z_]+`.*?) \|(.*?)\|(.*)\|$/gm)].map(
    ([, names = '', fallback = '', meaning = '']) => ({
      names: [...names.matchAll(/`([A-Z_]+)`( \*s\*)?/g)].map(([, name = '', mark]) => ({
        name,
        isSecret: mark !== undefined,
      })),
      fallback: fallback.trim(),
      meaning,
    }),
  )
}

/** What a table's cell has to say of these variables. */
function fallbackOf(names: readonly { name: string }[]): string {
  const given = names.map(({ name }) => DEFAULTS[name]).filter((value) => value !== undefined)
  return given.join(given.some((value) => String(value).includes(' ')) ? '; ' : ', ')
}

describe('docs/configuration.md', () => {
  const rows = rowsOf('docs/configuration.md')
  const named = rows.flatMap(({ names }) => names)

  test('has every variable that the server reads', () => {
    const text = read('docs/configuration.md')
    const missing = [...variables.keys()].filter((name) => !new RegExp(`\`${name}[\`=]`).test(text))
    expect(missing).toEqual(OF_PACKAGES)
  })

  test.each(named)('$name is read, as a secret or not', ({ name, isSecret }) => {
    expect(variables.get(name)).toBe(isSecret)
  })

  test.each(rows)('the default of $names.0.name is the one in force', ({ names, fallback }) => {
    expect(fallback).toBe(fallbackOf(names))
  })
})

test('README.md has the same variables and defaults', () => {
  const short = (text: string) => text.replace(/, in DATA_DIR.*/, '')
  const rows = rowsOf('README.md')
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.map(({ fallback }) => fallback)).toEqual(
    rows.map(({ names }) => short(fallbackOf(names))),
  )
  expect(rows.flatMap(({ names }) => names).filter(({ name }) => !variables.has(name))).toEqual([])
})

/** Codes, variables of the tests and of compose, and what else stands in capitals. */
const NAME = /`([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?:=[^`]*)?`/g

test.each(documents)('Every name in capitals of %s is one that the code has', (document) => {
  const names = [...read(document).matchAll(NAME)].map(([, name = '']) => name)
  expect(names.filter((name) => !inCode.has(name.replace(/_FILE$/, '')))).toEqual([])
})

const sourcesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|mjs)$/.test(path))
    .map((path) => `${folder}/${path}`)

const inCode = new Set(
  ['docker-compose.yml', ...['server', 'scripts', 'tests'].flatMap(sourcesOf)].flatMap(
    (path) => read(path).match(/\b[A-Z][A-Z\d_]+\b/g) ?? [],
  ),
)
