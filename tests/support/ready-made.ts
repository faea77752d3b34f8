import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import type { TestProject } from 'vitest/node'
import type { RouteName } from '#api/table.ts'
import type { InviteAnswer } from '#contract/apps.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import type { Keyset } from '#protocol/v1/keyset.ts'
import { openStore } from '#store/open.ts'
import { ask, bySession, CLOSED, openSession } from './access.ts'
import { type ApiServer, firstShare, newKeyset, startServer } from './api-server.ts'
import { type Scope, temporaryFolder } from './scope.ts'

/**
 * Data folders that are made once a run, by a real server, and copied for each test: setting up a keyset,
 * a login, an API key and an app takes a hundred times what a copy takes.
 *
 * - `1.x`: a 2-of-3 keyset of 1.x, of which the server has the first share, a login and an API key
 * - `2026`: the same with a keyset of 2026
 * - `app`: the same as `1.x`, with an app (NIP-46) that is invited and not yet used, may sign everything but
 *   notes (kind 1), which are refused, and direct messages (kind 4), about which the owner is asked
 * - `history`: the same as `1.x`, with what was signed in the 120 days before the run in its audit, three
 *   times a day
 */
export const readyMadeNames = ['1.x', '2026', 'app', 'history'] as const
export type ReadyMadeName = (typeof readyMadeNames)[number]

/** What all ready-made folders have in common. */
export const READY = {
  /** The name of the keyset. */
  groupName: 'Test keyset',
  /** Nothing answers there. A copy can have others. */
  relays: ['ws://127.0.0.1:9'],
  login: { username: 'olga', password: 'a long pass phrase' },
} as const

/** What is known of a ready-made folder. */
export interface ReadyMadeFacts {
  generation: ProtocolName
  /** As 1.x; for the credentials of another member in 2026 see carriedTexts. */
  keyset: Keyset
  /** What is saved: the first share and its group, in the folder's protocol. */
  credentials: { SHARE_CRED: string; GROUP_CRED: string }
  /** A key of scope `admin`. */
  apiKey: string
  /** In `app` only: the app, and the key of a client that may use its link. */
  app: { id: string; uri: string; seckey: string; pubkey: string } | null
}

export interface ReadyMade extends ReadyMadeFacts {
  /** The copy. A server that is started on it asks for a login if its environment says so. */
  dataDir: string
}

/** Days before the run in which `history` has signatures. */
export const HISTORY_DAYS = 120
/** Signatures on each of those days. */
export const HISTORY_TIMES = 3

const FACTS = 'facts.json'
const FOLDER = 'FLOE_TEST_READY_MADE'
const DAY = 86_400_000

/**
 * A copy of a ready-made data folder, gone when the test ends.
 *
 * @param options.relays replaces the saved relays
 */
export function copyReadyMade(
  scope: Scope,
  name: ReadyMadeName,
  { relays }: { relays?: readonly string[] } = {},
): ReadyMade {
  const folder = process.env[FOLDER]
  if (folder === undefined) throw new Error('add ready-made.ts to the globalSetup of this project')
  const facts = JSON.parse(readFileSync(join(folder, name, FACTS), 'utf8')) as ReadyMadeFacts
  const dataDir = join(temporaryFolder(scope), 'data')
  cpSync(join(folder, name, 'data'), dataDir, { recursive: true })
  if (relays !== undefined) {
    const store = openStore({ dataDir, log: silent })
    store.keyset(1).settings.saveEnv({ RELAYS: JSON.stringify(relays) })
    store.close()
  }
  return { ...facts, dataDir }
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** Once a run, for all projects: Vitest's globalSetup. */
export async function setup({ config }: Pick<TestProject, 'config'>): Promise<() => void> {
  // Another project of this run has made the folders.
  if (process.env[FOLDER] !== undefined) return () => {}
  const folder = mkdtempSync(join(config.env['TMPDIR'] ?? tmpdir(), 'floe-ready-made-'))
  for (const name of readyMadeNames) await make(name, join(folder, name))
  process.env[FOLDER] = folder
  return () => {
    delete process.env[FOLDER]
    rmSync(folder, { recursive: true, force: true })
  }
}

async function make(name: ReadyMadeName, folder: string): Promise<void> {
  const ends: (() => void | Promise<void>)[] = []
  const scope: Scope = { onTestFinished: (end) => void ends.unshift(end) }
  const dataDir = join(folder, 'data')
  mkdirSync(folder)
  try {
    const server = await startServer(scope, { dataDir, environment: CLOSED })
    const facts = await fill(server, name)
    await server.stop()
    if (name === 'history') addHistory(dataDir, facts.keyset)
    writeFileSync(join(folder, FACTS), JSON.stringify(facts))
  } finally {
    for (const end of ends) await end()
  }
}

async function fill(server: ApiServer, name: ReadyMadeName): Promise<ReadyMadeFacts> {
  const generation = name === '2026' ? '2026' : '1.x'
  const keyset = newKeyset()
  const { SHARE_CRED, GROUP_CRED } = firstShare(keyset, [], generation)
  const headers = bySession(await openSession(server))
  const call: Call = async <T>(route: RouteName, body: object) => {
    const answer = await ask(server, route, { headers, body })
    if (answer.status !== 200) throw new Error(`${route}: ${answer.text}`)
    return answer.body as T
  }
  const { groupName: GROUP_NAME, relays } = READY
  const RELAYS = JSON.stringify(relays)
  await call('saveEnv', { SHARE_CRED, GROUP_CRED, GROUP_NAME, RELAYS })
  const { key: apiKey } = await call<{ key: string }>('createApiKey', {
    name: 'home',
    scope: 'admin',
  })
  const app = name === 'app' ? await addApp(call) : null
  // Last, since it ends all sessions.
  await call('setPassword', READY.login)
  return { generation, keyset, credentials: { SHARE_CRED, GROUP_CRED }, apiKey, app }
}

type Call = <T>(route: RouteName, body: object) => Promise<T>

async function addApp(call: Call): Promise<NonNullable<ReadyMadeFacts['app']>> {
  const { id, uri } = await call<InviteAnswer>('inviteApp', {
    ...{ name: 'Notes', preset: 'all', expiresIn: DAY / 1_000 },
  })
  const whom = { door: 'app', id }
  for (const [kind, verdict] of [
    [1, 'refuse'],
    [4, 'ask'],
  ]) {
    await call('addRule', { whom, operation: 'sign', kinds: [kind], verdict })
  }
  const seckey = generateSecretKey()
  return { id, uri, seckey: Buffer.from(seckey).toString('hex'), pubkey: getPublicKey(seckey) }
}

/** What a server would have written over the months. */
function addHistory(dataDir: string, { group }: Keyset): void {
  const end = Date.now()
  let now = end
  const store = openStore({ dataDir, log: silent, now: () => now })
  const audit = store.audit.of(1)
  const peers = group.commits.slice(1).map(({ pubkey }) => pubkey.slice(2))
  const count = HISTORY_DAYS * HISTORY_TIMES
  for (let at = 0; at < count; at += 1) {
    now = end - HISTORY_DAYS * DAY + (at * DAY) / HISTORY_TIMES
    const caller = { door: 'owner', id: READY.login.username } as const
    audit.use({ caller, times: 1, actor: caller.id, action: 'sign', outcome: 'ok' })
    audit.signature({
      ...{ peers: [peers[at % peers.length] ?? ''], sessionId: '', hashes: ['11'.repeat(32)] },
      ...{ type: 'message', direction: 'asked', generation: '1.x', outcome: 'ok', took: 100 + at },
    })
  }
  now = end
  store.close()
}
