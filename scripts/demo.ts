// npm run demo: everything at work on this machine alone. A relay, and Floe, which makes a 2-of-3
// keyset of 2026 for the occasion and hands two of its shares out to two more Floes. These
// peers ask Floe for a signature every few seconds, and now and then Floe asks them. Ctrl-C stops
// everything and removes what was written.

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#config/read-config.ts'
import { createLogger } from '#lib/log.ts'
import { type RunningServer, serve } from '#server.ts'
import { RelayFixture } from '../relay-fixture/relay.ts'

const ASK_FLOE_EVERY = 4_000
const ASK_PEERS_EVERY = 15_000

const folder = mkdtempSync(join(tmpdir(), 'floe-demo-'))
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
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

async function startFloe(name: string, relays: string[], ports: string[]): Promise<RunningServer> {
  const start = async (port: string) => {
    const environment = {
      // Loopback only, with a worthless key: nobody has to log in.
      AUTH_ENABLED: 'false',
      LOG_LEVEL: 'error',
      DATA_DIR: join(folder, name),
      HOST_PORT: port,
      RELAYS: JSON.stringify(relays),
    }
    const config = readConfig(environment, process.stdout.isTTY === true)
    return serve(config, await createLogger(config), join(import.meta.dirname, '../dist/web'))
  }
  const [first = '0', ...others] = ports
  try {
    const floe = await start(first)
    closing.push(() => floe.stop())
    return floe
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    if (!isTaken || others.length === 0) throw error
    return startFloe(name, relays, others)
  }
}

async function post(floe: RunningServer, path: string, body: object): Promise<unknown> {
  const response = await fetch(floe.url + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return response.json()
}

async function until(what: string, condition: () => boolean): Promise<void> {
  const end = performance.now() + 60_000
  while (!condition()) {
    if (stopping || performance.now() > end) throw new Error(`not within a minute: ${what}`)
    await sleep(100)
  }
}

/** Starts another Floe, which joins with a share of Floe's keyset. Resolves when it has signed. */
async function addDevice(
  floe: RunningServer,
  { name, index, relays }: { name: string; index: number; relays: string[] },
): Promise<RunningServer> {
  const device = await startFloe(name, relays, ['0'])
  const given = await post(floe, `/api/spares/${index}/hand-out`, {
    name,
    // Sealing and opening this form is quick; today’s takes ten seconds each time.
    form: 'older',
  })
  const { package: text, password } = given as { package: string; password: string }
  const { joining } = device.context.keysets.first
  joining.begin({ package: text, password, relays })
  await until(`${name} joins`, () => joining.state.state === 'received')
  await post(device, '/api/joining/save', {})
  const { reservedShares: spares } = floe.context.keysets.first
  const isDone = () => spares.view()?.spares.find((one) => one.index === index)?.state === 'done'
  await until(`${name} signs`, isDone)
  console.log(`  ${name} has its share and has signed`)
  return device
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
  const floe = await startFloe('floe', relays, [process.env['HOST_PORT'] ?? '8002', '0'])
  const { supervisor, key } = floe.context.keysets.first
  console.log('\nMaking a 2-of-3 keyset and handing out two of its shares ...')
  await post(floe, '/api/keyset', { name: 'Demo', threshold: 2, totalMembers: 3, relays })
  await until('Floe hears the relay', () => supervisor.signer?.isReady === true)
  const peers = [
    await addDevice(floe, { name: 'Laptop', index: 2, relays }),
    await addDevice(floe, { name: 'Tablet', index: 3, relays }),
  ]

  console.log(`
  Floe's console   ${floe.url}
  relay            ${relay.url}
  keyset           2 of 3, of 2026: Floe, and two more Floes as its devices

  The peers ask Floe for a signature every few seconds. Ctrl-C stops the demo.
`)

  let turn = 0
  const askFloe = setInterval(async () => {
    turn += 1
    const peer = peers[turn % peers.length]
    const { self } = supervisor
    if (!peer || self === null) return
    const startedAt = performance.now()
    const answer = await peer.context.keysets.first.key.carryOut({
      ...{ operation: 'sign', caller: { door: 'owner', id: 'demo' } },
      ...{ hash: randomBytes(32).toString('hex'), through: self },
    })
    report('A peer asked Floe', startedAt, answer.ok ? null : answer.why.error)
  }, ASK_FLOE_EVERY)
  const askPeers = setInterval(async () => {
    const startedAt = performance.now()
    const answer = await key.carryOut({
      ...{ operation: 'sign', caller: { door: 'owner', id: 'demo' } },
      hash: randomBytes(32).toString('hex'),
    })
    report('Floe asked a peer', startedAt, answer.ok ? null : answer.why.error)
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
