import { onTestFinished } from 'vitest'
import { Secret } from '#lib/secret.ts'
import type { StoreLog } from '#store/database.ts'
import type { Store } from '#store/open.ts'
import { openTestStore, recordingLog, temporaryFolder } from '#store/testing/support.ts'
import { CHEAP_HASHING } from '#tests/support/cheap-hashing.ts'
import { type Auth, type AuthConfig, createAuth } from '../auth.ts'
import {
  createPasswords,
  type Derive,
  deriveWithNode,
  type PasswordCost,
  type Passwords,
} from '../passwords.ts'

export { openTestStore, recordingLog, temporaryFolder }

export const START = Date.UTC(2026, 0, 1)
export const MINUTE = 60_000
export const CLIENT = '192.0.2.1'
export const silent: StoreLog = recordingLog().log

export type Clock = { now: number }

/** The Argon2 computations so far: their parameters, and the most at the same time. */
export interface Work {
  parameters: object[]
  most: number
}

/** The least work that Argon2 can do. */
export const CHEAP = CHEAP_HASHING.password

/**
 * Genuine Argon2, counted.
 *
 * @param cost replaces the cost of each computation; what was asked for is counted
 */
export function countedPasswords(cost: Partial<PasswordCost> = {}): {
  passwords: Passwords
  work: Work
} {
  const work: Work = { parameters: [], most: 0 }
  let running = 0
  const derive: Derive = async (text, { memory, passes, parallelism, salt }, tagBytes) => {
    work.parameters.push({ memory, passes, parallelism, salt: salt.length, tagBytes })
    running += 1
    work.most = Math.max(work.most, running)
    try {
      return await deriveWithNode(text, { memory, passes, parallelism, salt, ...cost }, tagBytes)
    } finally {
      running -= 1
    }
  }
  return { passwords: createPasswords({ derive }), work }
}

export interface AuthSetUp {
  auth: Auth
  store: Store
  clock: Clock
  work: Work
  lines: ReturnType<typeof recordingLog>['lines']
  /** The same after a restart, with changes to the environment. */
  restart(changes?: Partial<AuthEnvironment>): AuthSetUp
}

export interface AuthEnvironment {
  enabled: boolean
  apiKey: string | undefined
  basic: { username: string; password: string } | undefined
  sessionTimeout: number
  askAgain: boolean
  rateLimit: AuthConfig['rateLimit']
}

const ENVIRONMENT: AuthEnvironment = {
  enabled: true,
  apiKey: undefined,
  basic: undefined,
  sessionTimeout: 3_600,
  askAgain: true,
  rateLimit: { enabled: true, window: 900, max: 300 },
}

/** All of auth over a real store, with a settable clock and counted Argon2 work; ended with the test. */
export function setUpAuth(
  environment: Partial<AuthEnvironment> = {},
  folder = temporaryFolder(),
  clock: Clock = { now: START },
): AuthSetUp {
  const settings = { ...ENVIRONMENT, ...environment }
  const { enabled, apiKey, basic, sessionTimeout, askAgain, rateLimit } = settings
  const { log, lines } = recordingLog()
  const { passwords, work } = countedPasswords(CHEAP)
  const store = openTestStore(folder)
  const auth = createAuth({
    config: {
      auth: {
        enabled,
        apiKey: apiKey === undefined ? undefined : new Secret(apiKey),
        basic: basic && { username: basic.username, password: new Secret(basic.password) },
        sessionTimeout,
        askAgain,
      },
      rateLimit,
    },
    store,
    log,
    now: () => clock.now,
    passwords,
  })
  const stop = () => {
    auth.stop()
    store.close()
  }
  onTestFinished(stop)
  return {
    auth,
    store,
    clock,
    work,
    lines,
    restart: (changes = {}) => {
      stop()
      return setUpAuth({ ...environment, ...changes }, folder, clock)
    },
  }
}

export const basicHeader = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
