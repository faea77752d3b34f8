// A genuine device as its app runs it: the runtime of a build, one relay, a tick every second. The test that
// forked this process sends it the calls.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { WebSocket } from 'ws'
import type { DeviceAnswer, DeviceCall, DeviceOptions, DeviceState } from './device-messages.ts'

/** The functions of the runtime that are used here. All texts are JSON. */
interface Runtime {
  init_runtime(config: string, bootstrap: string): void
  restore_runtime(config: string, snapshot: string): void
  handle_command(command: string): void
  handle_inbound_event(event: string): void
  tick(now: bigint): void
  drain_outbound_events(): string
  drain_completions(): string
  drain_failures(): string
  runtime_status(): string
  snapshot_state(): string
}

interface Bridge {
  default(options: { module_or_path: Uint8Array }): Promise<unknown>
  WasmBridgeRuntime: new () => Runtime
}

type Completion = Record<
  string,
  { request_id: string; signatures_hex64?: string[]; shared_secret_hex32?: string }
>

const TICK = 1_000
const DIAL_AGAIN = 500
/** Milliseconds. Open apps ping their peers now and then. */
const REFRESH = 10_000

let runtime: Runtime
/** Resolves once the last command has begun. */
let turn: Promise<unknown> = Promise.resolve()
/** Ids of the requests whose commands are known. */
const known = new Set<string>()
let socket: WebSocket | undefined
let subscription: unknown
/** Calls that wait for the runtime, by the id of its request. */
const waiting = new Map<string, (answer: DeviceAnswer) => void>()
const state: Omit<DeviceState, 'isHearing' | 'peers'> = { unsent: 0, refused: [] }

async function start({ folder, group, share, relay, snapshot }: DeviceOptions): Promise<void> {
  const bridge: Bridge = await import(pathToFileURL(join(folder, 'bifrost_bridge_wasm.js')).href)
  const wasm = readFileSync(join(folder, 'bifrost_bridge_wasm_bg.wasm'))
  await bridge.default({ module_or_path: wasm })
  runtime = new bridge.WasmBridgeRuntime()
  const xonly = (idx: number) =>
    group.members.find((member) => member.idx === idx)?.pubkey.slice(2) ?? ''
  const others = group.members.filter(({ idx }) => idx !== share.idx)
  const peers = others.map(({ idx }) => xonly(idx))
  if (snapshot !== null) runtime.restore_runtime('{}', snapshot)
  else {
    const bootstrap = { group, share, peers, initial_peer_nonces: [] }
    runtime.init_runtime('{}', JSON.stringify(bootstrap))
  }
  for (const id of underWay()) known.add(id)
  subscription = { kinds: [20_000], authors: peers, '#p': [xonly(share.idx)] }
  setInterval(pump, TICK)
  setInterval(refresh, REFRESH)
  dial(relay)
}

function dial(relay: string): void {
  const dialled = new WebSocket(relay)
  dialled.on('open', () => dialled.send(JSON.stringify(['REQ', 'device', subscription])))
  dialled.on('message', (data) => hear(dialled, data.toString()))
  dialled.on('error', () => {})
  dialled.on('close', () => {
    socket = undefined
    setTimeout(dial, DIAL_AGAIN, relay)
  })
}

function hear(from: WebSocket, frame: string): void {
  const [type, , event] = JSON.parse(frame) as [string, string, unknown]
  if (type === 'EOSE') {
    socket = from
    refresh()
    process.send?.({ ready: true })
  }
  if (type !== 'EVENT') return
  try {
    runtime.handle_inbound_event(JSON.stringify(event))
  } catch (error) {
    state.refused = [...state.refused, textOf(error)].slice(-20)
  }
  pump()
}

function refresh(): void {
  runtime.handle_command(JSON.stringify({ type: 'refresh_all_peers' }))
  pump()
}

/** Sends the runtime's events to the relay, and its results to the calls that wait for them. */
function pump(): void {
  runtime.tick(BigInt(Date.now()))
  for (const event of JSON.parse(runtime.drain_outbound_events()) as unknown[]) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(['EVENT', event]))
    else state.unsent += 1
  }
  for (const completion of JSON.parse(runtime.drain_completions()) as Completion[]) {
    const [{ request_id, signatures_hex64, shared_secret_hex32 } = { request_id: '' }] =
      Object.values(completion)
    const value = signatures_hex64?.[0] ?? shared_secret_hex32 ?? ''
    settle(request_id, { ok: true, value })
  }
  type Failure = { request_id: string; code: string; message: string }
  for (const { request_id, code, message } of JSON.parse(runtime.drain_failures()) as Failure[]) {
    settle(request_id, { ok: false, code, message })
  }
}

function settle(requestId: string, answer: DeviceAnswer): void {
  waiting.get(requestId)?.(answer)
  waiting.delete(requestId)
}

/** Ids of the open requests that only commands can have made: signatures and key exchanges. */
function underWay(): string[] {
  const { pending_operations } = JSON.parse(runtime.runtime_status()) as {
    pending_operations: { request_id: string; op_type: string }[]
  }
  const commanded = pending_operations.filter(({ op_type }) => /^(sign|ecdh)$/i.test(op_type))
  return commanded.map(({ request_id }) => request_id)
}

/**
 * Gives the runtime a command and waits for its outcome, `refused` if it was not begun. Commands begin one at
 * a time, each after the messages that have arrived: a person is no faster.
 */
async function command(given: object): Promise<DeviceAnswer> {
  const begun = turn.then(async () => {
    await setImmediate()
    return begin(given)
  })
  turn = begun.catch(() => {})
  const { answered } = await begun
  return answered
}

function begin(given: object): { answered: Promise<DeviceAnswer> } {
  const refused = (message: string) => ({
    answered: Promise.resolve({ ok: false as const, code: 'refused', message }),
  })
  try {
    runtime.handle_command(JSON.stringify(given))
    // The command begins only with a tick.
    runtime.tick(BigInt(Date.now()))
  } catch (error) {
    return refused(textOf(error))
  }
  const id = underWay().find((one) => !known.has(one))
  if (id === undefined) {
    pump()
    return refused('no request was made')
  }
  known.add(id)
  const answered = new Promise<DeviceAnswer>((resolve) => waiting.set(id, resolve))
  pump()
  return { answered }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function statusOf(): DeviceState {
  const { peers } = JSON.parse(runtime.runtime_status()) as { peers: unknown[] }
  return { ...state, isHearing: socket?.readyState === WebSocket.OPEN, peers }
}

async function answer({ name, argument }: DeviceCall): Promise<unknown> {
  switch (name) {
    case 'sign':
      return command({ type: 'sign', message_hex_32: argument })
    case 'ecdh':
      return command({ type: 'ecdh', pubkey32_hex: argument })
    case 'snapshot':
      return runtime.snapshot_state()
    case 'state':
      return statusOf()
  }
}

process.on('message', (message: { start: DeviceOptions } | DeviceCall) => {
  if ('start' in message) void start(message.start)
  else {
    void answer(message).then((result) => process.send?.({ call: message.call, result }))
  }
})
process.on('disconnect', () => process.exit())
