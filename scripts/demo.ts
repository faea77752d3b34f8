// npm run demo: everything at work on this machine alone. A relay, a 2-of-3 keyset made for the
// occasion, two peers on the genuine `@frostr/bifrost` node, and Floe with the third share. The
// peers ask Floe for a signature every few seconds, and now and then Floe asks them. Ctrl-C stops
// everything and removes what was written.

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RelayFixture } from '../relay-fixture/relay.ts'
import { readConfig } from '../server/config/whole.ts'
import { generateKeyset, type Keyset } from '../server/frostr/gen1/keyset.ts'
import { createLogger } from '../server/log.ts'
import { type RunningServer, serve } from '../server/serve.ts'
import { GenuinePeer } from '../tests/support/genuine-peer.ts'

const ASK_FLOE_EVERY = 4_000
const ASK_PEERS_EVERY = 15_000

const dataDir = mkdtempSync(join(tmpdir(), 'floe-demo-'))
const closing: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })]
let stopping = false

async function stop(exitCode: number): Promise<void> {
  if (stopping) return
  stopping = true
  console.log('\nStopping the demo ...')
  for (const close of closing.reverse()) await close()
  process.exit(exitCode)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop(0))
}

async function startFloe(keyset: Keyset, relays: string[]): Promise<RunningServer> {
  const [share = ''] = keyset.shareCredentials
  const start = async (port: string) => {
    const environment = {
      // Loopback only, with a worthless key: nobody has to log in.
      AUTH_ENABLED: 'false',
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      HOST_PORT: port,
      GROUP_CRED: keyset.groupCredential,
      SHARE_CRED: share,
      GROUP_NAME: 'Demo',
      RELAYS: JSON.stringify(relays),
    }
    const config = readConfig(environment, process.stdout.isTTY === true)
    return serve(config, await createLogger(config), join(import.meta.dirname, '../dist/web'))
  }
  try {
    return await start(process.env['HOST_PORT'] ?? '8002')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return start('0')
  }
}

function report(who: string, startedAt: number, failure: string | null): void {
  const took = `${Math.round(performance.now() - startedAt)} ms`
  const time = new Date().toLocaleTimeString()
  console.log(`${time}  ${who}: ${failure === null ? `signed in ${took}` : `failed, ${failure}`}`)
}

async function main(): Promise<void> {
  const relay = await RelayFixture.start()
  closing.push(() => relay.stop())
  const relays = [relay.url]
  const keyset = generateKeyset({ threshold: 2, totalMembers: 3 })
  const peers = await Promise.all(
    keyset.shareCredentials.slice(1).map(async (share) => {
      const peer = await GenuinePeer.start({ group: keyset.groupCredential, share, relays })
      closing.push(() => peer.stop())
      return peer
    }),
  )
  const floe = await startFloe(keyset, relays)
  closing.push(() => floe.stop())
  const { supervisor, key } = floe.context.keysets.first

  console.log(`
  Floe's console   ${floe.url}
  relay            ${relay.url}
  keyset           2 of 3, two genuine peers and Floe

  The peers ask Floe for a signature every few seconds. Ctrl-C stops the demo.
`)

  let turn = 0
  const askFloe = setInterval(async () => {
    turn += 1
    const peer = peers[turn % peers.length]
    const { self } = supervisor
    if (!peer || self === null) return
    const startedAt = performance.now()
    const answer = await peer.sign(randomBytes(32).toString('hex'), [self])
    report('A peer asked Floe', startedAt, answer.ok ? null : answer.err)
  }, ASK_FLOE_EVERY)
  const askPeers = setInterval(async () => {
    const startedAt = performance.now()
    const answer = await key.carryOut({
      ...{ operation: 'sign', caller: { door: 'owner', id: 'demo' } },
      hash: randomBytes(32).toString('hex'),
    })
    report('Floe asked a peer', startedAt, answer.ok ? null : answer.error)
  }, ASK_PEERS_EVERY)
  closing.push(() => {
    clearInterval(askFloe)
    clearInterval(askPeers)
  })
}

main().catch((error: unknown) => {
  console.error(error)
  void stop(1)
})
