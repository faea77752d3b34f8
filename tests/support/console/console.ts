// The console as its owner has it: the built page, the whole server in this process, a relay with faults, and the
// group's other members. A test finds things by role and text, as a person does, and waits for conditions:
//
//   describe('the peer list', () => {
//     it('shows who is online', async (scope) => {
//       const group = await startGroup(scope, { threshold: 2, totalMembers: 3, peers: [2, 3] })
//       const floe = await startConsole(scope, { environment: group.environment })
//       const page = await openPage(scope, floe.url)
//       await page.getByText('2 online').waitFor()
//     })
//   })
//
// `openPage` fails a test whose page logs an error. Without `environment` there are no credentials and no login; for
// access see `CLOSED` and more in ../access.ts. `floeAgain` starts a stopped server again, on the same port and folder.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { xOnly } from '#nostr/x-only.ts'
import { generateKeyset, type Keyset } from '#protocol/v1/keyset.ts'
import type { RelayFixture } from '#relay-fixture/relay.ts'
import { type ApiServer, type ApiServerOptions, startServer } from '../api-server.ts'
import { startFloeSigner } from '../floe-signer.ts'
import { EXCHANGING, SIGNING } from '../rules.ts'
import { type Scope, startRelayFor, temporaryFolder } from '../scope.ts'
import { onSamePort } from './same-port.ts'

/** The folder of the built console. */
export const CONSOLE = join(import.meta.dirname, '../../../dist/web')

type Environment = Readonly<Record<string, string>>

/** The server with the built console. */
export async function startConsole(
  scope: Scope,
  {
    environment = {},
    dataDir = join(temporaryFolder(scope), 'data'),
    consoleDir = CONSOLE,
    timings = {},
    hashing,
  }: ConsoleOptions = {},
): Promise<ApiServer> {
  if (!existsSync(join(CONSOLE, 'index.html'))) {
    throw new Error('The console is not built. Run: node scripts/setup.mjs build')
  }
  const costs = hashing && { hashing }
  if ('HOST_PORT' in environment) {
    return startServer(scope, { environment, dataDir, consoleDir, timings, ...costs })
  }
  return onSamePort(scope, 'console', (port) =>
    startServer(scope, {
      environment: { ...environment, HOST_PORT: String(port) },
      dataDir,
      consoleDir,
      timings,
      ...costs,
    }),
  )
}

export interface ConsoleOptions {
  environment?: Environment
  dataDir?: string
  /** The folder of another build. */
  consoleDir?: string
  timings?: NonNullable<ApiServerOptions['timings']>
  hashing?: NonNullable<ApiServerOptions['hashing']>
}

/** Starts a stopped server again on its port and data, as after an update or a power cut. */
export const floeAgain = (
  scope: Scope,
  before: Pick<ApiServer, 'port' | 'dataDir'>,
  environment: Environment = {},
  consoleDir?: string,
): Promise<ApiServer> =>
  startConsole(scope, {
    environment: { ...environment, HOST_PORT: String(before.port) },
    dataDir: before.dataDir,
    ...(consoleDir && { consoleDir }),
  })

export interface GroupOptions {
  threshold?: number
  totalMembers?: number
  /** Members that run beside this signer, which is member 1. */
  peers?: readonly number[]
  /** 32 bytes, hex; without it a new one. */
  secretKey?: string
}

export interface Group {
  relay: RelayFixture
  keyset: Keyset
  /** Credentials, name and relay of this signer, as environment variables. */
  environment: Environment
  /** The share credential of a member. */
  share(idx: number): string
  peer(idx: number): GroupPeer
  /** Starts a member that has not run yet, or has stopped. */
  startPeer(idx: number): Promise<GroupPeer>
}

/** A keyset, a relay, and other members on the relay. */
export async function startGroup(
  scope: Scope,
  { threshold = 2, totalMembers = 3, peers = [], secretKey }: GroupOptions = {},
): Promise<Group> {
  const relay = await startRelayFor(scope)
  const keyset = generateKeyset({ threshold, totalMembers, ...(secretKey && { secretKey }) })
  const share = (idx: number) => keyset.shareCredentials[idx - 1] ?? ''
  const running = new Map<number, GroupPeer>()
  const startPeer = async (idx: number) => {
    const peer = await startGroupPeer({ keyset, idx, relays: [relay.url] })
    scope.onTestFinished(() => peer.stop())
    running.set(idx, peer)
    return peer
  }
  await Promise.all(peers.map(startPeer))
  return {
    relay,
    keyset,
    environment: {
      GROUP_CRED: keyset.groupCredential,
      SHARE_CRED: share(1),
      GROUP_NAME: 'main identity',
      RELAYS: JSON.stringify([relay.url]),
    },
    share,
    startPeer,
    peer: (idx) => {
      const peer = running.get(idx)
      if (peer === undefined) throw new Error(`member ${idx} does not run in this test`)
      return peer
    },
  }
}

/** Whether a peer got what it asked for, and why not. */
type PeerAnswer = { ok: true } | { ok: false; why: { error: string } }

/** Another member of the group, which speaks only 1.x: a node in this process, without a console. */
interface GroupPeer {
  /** X-only, hex. */
  pubkey: string
  /** Asks this signer, member 1, for its part of a signature of 32 bytes, hex. */
  sign(hash: string): Promise<PeerAnswer>
  /** Asks for the secret that the group shares with a public key. */
  ecdh(publicKey: string): Promise<PeerAnswer>
  stop(): Promise<void>
}

interface GroupPeerOptions {
  keyset: Keyset
  /** Index of its share. */
  idx: number
  relays: string[]
}

/** Resolves when it hears its relay. */
async function startGroupPeer({ keyset, idx, relays }: GroupPeerOptions): Promise<GroupPeer> {
  const pubkeyOf = (member: number) =>
    xOnly(keyset.group.commits.find((commit) => commit.idx === member)?.pubkey ?? '')
  const others = keyset.group.commits.map((commit) => commit.idx)
  const { node } = await startFloeSigner({
    group: keyset.groupCredential,
    share: keyset.shareCredentials[idx - 1] ?? '',
    relays,
    // In 1.x a request names nobody who is to answer: this peer sends requests to member 1 alone.
    policies: new Map(
      others
        .filter((member) => member !== 1)
        .map((member) => [pubkeyOf(member), { allowSend: false, allowReceive: true }]),
    ),
    timings: { startDelay: 0, drain: 0 },
  })
  return {
    pubkey: pubkeyOf(idx),
    sign: (hash) => node.sign(SIGNING, hash),
    ecdh: (publicKey) => node.ecdh(EXCHANGING, publicKey),
    stop: () => node.stop(),
  }
}
