// 100,000 guesses from one address: all but ten a window are refused unread, and another client
// does not notice.

import { setTimeout as sleep } from 'node:timers/promises'
import { RATE_LIMIT_FAILED } from '#auth/limits.ts'
import { RATE_LIMIT_WINDOW_S } from '#config/limits.ts'
import { startBuiltServer } from '../bench/built-server.ts'
import { drive, FRESH_SECRET, type LoadResult, rawRequest } from '../bench/http-client.ts'
import { driveElsewhere } from '../bench/load-process.ts'
import { quantile } from '../bench/stats.ts'
import { type Figure, judged, told } from '../support/figures.ts'

export interface GuessesOptions {
  guesses: number
  /** Keep-alive connections that guess as fast as they are answered. */
  connections: number
}

const API_KEY = 'a key for the soak, of many characters'
const GUESSER = { 'X-Forwarded-For': '198.51.100.7' }
const CLIENT = { 'X-Forwarded-For': '203.0.113.9', 'X-API-Key': API_KEY }
/** Milliseconds. */
const BEFORE = 20_000
const SETTLE = 2_000
/** The client's p99 may be this many times what it was. */
const SLOWER = 1.5
/** Milliseconds between two calls of the client. */
const EVERY = 10

/** One for each way to send credentials. */
const GUESSES = [
  rawRequest('GET', '/api/status', { ...GUESSER, 'X-API-Key': FRESH_SECRET }),
  rawRequest('GET', '/api/status', { ...GUESSER, 'X-Session-ID': FRESH_SECRET }),
  rawRequest('GET', '/api/status', { ...GUESSER, Authorization: `Bearer ${FRESH_SECRET}` }),
  rawRequest('POST', '/api/auth/login', GUESSER, { apiKey: FRESH_SECRET }),
  rawRequest('POST', '/api/auth/login', GUESSER, { username: 'owner', password: FRESH_SECRET }),
]

export async function soakGuesses({ guesses, connections }: GuessesOptions): Promise<Figure[]> {
  const server = await startBuiltServer({
    API_KEY,
    BASIC_AUTH_USER: 'owner',
    BASIC_AUTH_PASS: 'a password for the soak',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'fatal',
  })
  const { url } = server
  const client = (until: { duration?: number; stop?: AbortSignal }) =>
    drive({
      url,
      connections: 1,
      every: EVERY,
      requests: [rawRequest('GET', '/api/status', CLIENT)],
      ...until,
    })
  try {
    await client({ duration: SETTLE })
    const before = await client({ duration: BEFORE })
    const over = new AbortController()
    const measured = client({ stop: over.signal })
    const flood = await driveElsewhere({ url, connections, count: guesses, requests: GUESSES })
    over.abort()
    const during = await measured
    await sleep(SETTLE)
    const after = await client({ duration: BEFORE / 4 })
    return figures({ guesses, before, during, after, flood })
  } finally {
    await server.stop()
  }
}

interface Runs {
  guesses: number
  before: LoadResult
  during: LoadResult
  after: LoadResult
  flood: LoadResult
}

function figures({ guesses, before, during, after, flood }: Runs): Figure[] {
  const windows = Math.ceil(flood.took / 1_000 / RATE_LIMIT_WINDOW_S)
  const seen = flood.statuses[401] ?? 0
  const limited = flood.statuses[429] ?? 0
  const p99 = ({ latencies }: LoadResult) => quantile(latencies, 0.99)
  const ratio = p99(during) / p99(before)
  const refused = [before, during, after]
    .flatMap(({ statuses }) => Object.entries(statuses))
    .filter(([status]) => status !== '200')
  const allowed = windows * RATE_LIMIT_FAILED
  return [
    told('guesses', String(guesses)),
    told('guesses a second', (guesses / (flood.took / 1_000)).toFixed(0)),
    judged('guesses let through (401)', String(seen), `${allowed}`, seen === allowed),
    judged(
      'guesses refused unseen (429)',
      String(limited),
      `${guesses - allowed}`,
      limited === guesses - allowed,
    ),
    judged('refusals of another client', String(refused.length), '0', refused.length === 0),
    told('its p50 before (ms)', quantile(before.latencies, 0.5).toFixed(2)),
    told('its p50 during (ms)', quantile(during.latencies, 0.5).toFixed(2)),
    told('its p99 before (ms)', p99(before).toFixed(2)),
    told('its p99 during (ms)', p99(during).toFixed(2)),
    told('its p99 after (ms)', p99(after).toFixed(2)),
    judged('its p99 during / before', ratio.toFixed(2), `at most ${SLOWER}`, ratio <= SLOWER),
  ]
}
