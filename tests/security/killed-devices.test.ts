// A machine that loses its power at any step between a new key and devices that sign with it: the one that
// has made it, or the one that is to get a share.
import { join as path } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { signAnswer } from '#contract/signing.ts'
import { decodeNostrKey } from '#nostr/keys.ts'
import type { Answer } from '../support/api-server.ts'
import { verifyBip340 } from '../support/bip340.ts'
import {
  beginJoining,
  createKeyset,
  handOut,
  reach,
  receivedBy,
  reservedShareAt,
  reservedSharesOf,
  saveReceived,
  startDevice,
} from '../support/devices.ts'
import { fitting } from '../support/fitting.ts'
import { type FloeServer, startFloe } from '../support/floe-process.ts'
import { isLong } from '../support/long.ts'
import { fileScope, type Scope, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'

const HASH = 'ab'.repeat(32)
/** Milliseconds: a dozen starts, on a machine that others keep busy. */
const LIMIT = 600_000
const SIZES = { name: 'Family', threshold: 2, totalMembers: 3 }

/** A form of package that real processes seal and open in a moment. */
const OLDER = { form: 'older' } as const

/** A machine whose power is cut and comes back. */
class Machine {
  readonly #scope: Scope
  readonly #dataDir: string
  #floe: FloeServer

  static async start(scope: Scope): Promise<Machine> {
    const dataDir = path(temporaryFolder(scope), 'data')
    return new Machine(scope, dataDir, await startFloe(scope, {}, dataDir))
  }

  private constructor(scope: Scope, dataDir: string, floe: FloeServer) {
    this.#scope = scope
    this.#dataDir = dataDir
    this.#floe = floe
  }

  get floe(): FloeServer {
    return this.#floe
  }

  async cut(): Promise<void> {
    this.#floe.send('SIGKILL')
    await this.#floe.exit
  }

  async resume(): Promise<void> {
    this.#floe = await startFloe(this.#scope, {}, this.#dataDir)
  }

  async restart(): Promise<void> {
    await this.cut()
    await this.resume()
  }

  /** Cuts the power `turns` turns of the event loop after a call has left. */
  async restartDuring(call: (floe: FloeServer) => Promise<unknown>, turns: number): Promise<void> {
    const lost = call(this.#floe).catch(() => null)
    for (let turn = 0; turn < turns; turn += 1) await setImmediate()
    await this.restart()
    await lost
  }
}

async function signs(floe: Pick<FloeServer, 'post'>, npub: string): Promise<void> {
  const key = decodeNostrKey(npub)
  let answer: Answer | undefined
  await until(async () => {
    answer = await floe.post('/api/sign', { message: HASH })
    return answer.status === 200
  })
  const { signature } = fitting(signAnswer, answer?.body)
  expect(verifyBip340(signature, HASH, key.ok ? key.value.hex : '')).toBe(true)
}

const file = fileScope()
let made: Promise<{ machine: Machine; relays: string[] }> | undefined

/** A machine with a key of three shares, made once for all tests. */
function family() {
  const make = async () => {
    const relays = [(await startRelayFor(file)).url]
    const machine = await Machine.start(file)
    await createKeyset(machine.floe, relays)
    return { machine, relays }
  }
  made ??= make()
  return made
}

test('A key that is made while the power goes is there with all its shares, or not at all', async (t) => {
  const relays = [(await startRelayFor(t)).url]
  const machine = await Machine.start(t)

  for (const turns of [1, 200]) {
    const create = (floe: FloeServer) => floe.post('/api/keyset', { ...SIZES, relays })
    await machine.restartDuring(create, turns)
    const { status } = await machine.floe.get('/api/spares')
    if (status === 200) expect(await reservedSharesOf(machine.floe)).toMatchObject({ held: 3 })
    else expect(status).toBe(404)
    if (status === 200) break
  }

  const { status } = await machine.floe.get('/api/spares')
  if (status === 404) await createKeyset(machine.floe, relays)
  expect((await reservedSharesOf(machine.floe)).spares.map(({ state }) => state)).toEqual([
    'kept',
    'kept',
  ])
})

test('A share that is handed out while the power goes is for no device yet, or for that one', async () => {
  const { machine } = await family()
  const second = (await reservedShareAt(machine.floe, 2))?.state

  for (const turns of [1, 20_000]) {
    const give = (floe: FloeServer) =>
      floe.post('/api/spares/3/hand-out', { name: 'Tablet', ...OLDER })
    await machine.restartDuring(give, turns)
    expect(['kept', 'handedOut']).toContain((await reservedShareAt(machine.floe, 3))?.state)
  }

  const given = await handOut(machine.floe, 3, 'Tablet', OLDER.form)
  expect(await handOut(machine.floe, 3)).toEqual(given)
  const other = await machine.floe.post('/api/spares/3/hand-out', { name: 'Eve' })
  expect(other.status).toBe(409)
  expect((await reservedShareAt(machine.floe, 2))?.state).toBe(second)
})

test('A device joins and signs though either side loses its power at every step', {
  timeout: LIMIT,
}, async (t) => {
  const { machine, relays } = await family()
  const device = await Machine.start(t)
  const given = await handOut(machine.floe, 2, 'Laptop', OLDER.form)

  // The device asks while nobody is there to answer.
  await machine.cut()
  await beginJoining(device.floe, given, relays)
  await until(async () => {
    const { body } = await device.floe.get('/api/joining')
    return (body as { state: string }).state === 'asking'
  })
  await machine.resume()
  await receivedBy(device.floe)
  // What the device has received and not saved is there after a restart, and it may receive it once more.
  await device.restart()
  await receivedBy(device.floe)
  expect((await reservedShareAt(machine.floe, 2))?.state).toBe('handedOut')
  await machine.restart()
  await beginJoining(device.floe, given, relays)
  await receivedBy(device.floe)
  // The machine has given the share by then, and loses its power after that too.
  if (isLong) await machine.restart()
  await saveReceived(device.floe)
  await device.restart()
  // The device runs on its share. The machine loses its power before it knows that the device signs, and then.
  await machine.restart()
  await reach(machine.floe, 2, 'done')
  await machine.restart()

  expect(await reservedShareAt(machine.floe, 2)).toMatchObject({ state: 'done', name: 'Laptop' })
  expect(await reservedSharesOf(machine.floe)).toMatchObject({ held: 2 })
  const again = await machine.floe.post('/api/spares/2/hand-out', { name: 'Eve' })
  expect(again.status).toBe(409)
  const other = await startDevice(t, await handOut(machine.floe, 3, 'Tablet', OLDER.form), relays)
  await reach(machine.floe, 3, 'done')
  const { npub } = await reservedSharesOf(machine.floe)
  for (const server of [machine.floe, device.floe, other]) await signs(server, npub)
})
