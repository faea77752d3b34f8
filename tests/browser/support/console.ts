// The console as its owner has it: the built page, the whole server in this process, a relay with
// faults, and genuine peers in processes of their own. How a browser test is written:
//
//   describeInBrowser('the peer list', () => {
//     it('shows who is online', async (scope) => {
//       const group = await startGroup(scope, { threshold: 2, totalMembers: 3, peers: [2, 3] })
//       const floe = await startConsole(scope, { environment: group.environment })
//       const page = await openPage(scope, floe.url)
//       await page.getByText('2 online').waitFor()
//       await checkScreen(page, 'peers-online')   // axe, overflow: for each state
//     })
//   })
//
// By role and text, as a person finds things; waiting for conditions. `openPage` (page.ts) already
// fails a test whose page asks another origin, breaks the CSP or logs an error. Without `environment`
// there are no credentials and no login; for access see `CLOSED` and more in ../../support/access.ts.
// `floeAgain` starts a stopped server again, on the same port and folder.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { RelayFixture } from '../../../relay-fixture/relay.ts'
import { generateKeyset, type Keyset } from '../../../server/frostr/gen1/keyset.ts'
import { type ApiServer, type ApiServerOptions, startServer } from '../../support/api-server.ts'
import { GenuinePeer } from '../../support/genuine-peer.ts'
import { type Scope, startRelayFor, temporaryFolder } from '../../support/scope.ts'
import { onSamePort } from './same-port.ts'

/** Where the build puts it. */
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
  }: ConsoleOptions = {},
): Promise<ApiServer> {
  if (!existsSync(join(CONSOLE, 'index.html'))) {
    throw new Error('The console is not built. Run: node scripts/setup.mjs build')
  }
  if ('HOST_PORT' in environment) {
    return startServer(scope, { environment, dataDir, consoleDir, timings })
  }
  return onSamePort(scope, 'console', (port) =>
    startServer(scope, {
      environment: { ...environment, HOST_PORT: String(port) },
      dataDir,
      consoleDir,
      timings,
    }),
  )
}

export interface ConsoleOptions {
  environment?: Environment
  dataDir?: string
  /** A build other than ours. */
  consoleDir?: string
  timings?: NonNullable<ApiServerOptions['timings']>
}

/** A stopped server with its data, started again: as after an update or a power cut. */
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
  /** Members that genuine nodes run for; this signer is member 1. */
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
  peer(idx: number): GenuinePeer
  /** Starts a member that is not there, or no longer. */
  startPeer(idx: number): Promise<GenuinePeer>
}

/** A keyset, a relay, and genuine peers on it. */
export async function startGroup(
  scope: Scope,
  { threshold = 2, totalMembers = 3, peers = [], secretKey }: GroupOptions = {},
): Promise<Group> {
  const relay = await startRelayFor(scope)
  const keyset = generateKeyset({ threshold, totalMembers, ...(secretKey && { secretKey }) })
  const share = (idx: number) => keyset.shareCredentials[idx - 1] ?? ''
  const running = new Map<number, GenuinePeer>()
  const startPeer = async (idx: number) => {
    const peer = await GenuinePeer.start({
      group: keyset.groupCredential,
      share: share(idx),
      relays: [relay.url],
    })
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
