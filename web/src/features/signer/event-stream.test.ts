import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'
import type { LogEntry } from '#contract/events.ts'
import { POLICY_CLOSE } from '#contract/limits.ts'
import { toSent } from '#contract/sent-frames.ts'
import { until } from '#tests/support/until.ts'
import { addEntries, emptyLog } from './event-log.ts'
import { EventStream } from './event-stream.ts'

/** A server with a log of its own, which greets and replays as the real one does. */
async function startServer() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const kept: LogEntry[] = []
  const asked: (string | null)[] = []
  const closeCodes: number[] = []
  const send = (socket: ServerSocket, frame: LogEntry) => socket.send(JSON.stringify(toSent(frame)))
  server.on('connection', (socket, request) => {
    const since = new URL(request.url ?? '', 'ws://server').searchParams.get('since')
    asked.push(since)
    socket.on('close', (code) => closeCodes.push(code))
    send(socket, { ...entry(Number(since)), type: 'system', message: 'greeting' })
    for (const each of kept) if (each.id > Number(since)) send(socket, each)
  })
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate()
    server.close()
  })
  return {
    asked,
    closeCodes,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clients: () => [...server.clients],
    add(id: number) {
      kept.push(entry(id))
      for (const socket of server.clients) send(socket, entry(id))
    },
  }
}

function entry(id: number): LogEntry {
  return { id, type: 'info', message: `entry ${id}`, timestamp: new Date(id).toISOString() }
}

function watch(url: string) {
  let log = emptyLog
  let arrived = 0
  const states: boolean[] = []
  const waits: number[] = []
  const greetings: string[] = []
  let policyCloses = 0
  const stream = new EventStream({
    url: () => `${url}?since=${log.lastId}`,
    onGreeting: ({ message }) => greetings.push(message),
    onFrame: (frame) => {
      arrived += 1
      log = addEntries(log, [frame as LogEntry])
    },
    onOpenChange: (open) => states.push(open),
    onPolicyClose: () => {
      policyCloses += 1
    },
    delay: (failures) => {
      waits.push(failures)
      return 1
    },
  })
  onTestFinished(() => stream.stop())
  stream.start()
  return {
    stream,
    states,
    waits,
    greetings,
    ids: () => log.entries.map(({ id }) => id),
    arrived: () => arrived,
    policyCloses: () => policyCloses,
  }
}

it('shows what the server keeps and what follows, but not its greeting', async () => {
  const server = await startServer()
  server.add(1)
  server.add(2)
  const page = watch(server.url)
  await until(() => page.ids().length === 2)
  server.add(3)
  await until(() => page.ids().length === 3)
  expect(page.ids()).toEqual([1, 2, 3])
  expect(page.greetings).toEqual(['greeting'])
  expect(server.asked).toEqual(['0'])
})

it('reconnects after a broken connection with what it missed, and nothing twice', async () => {
  const server = await startServer()
  server.add(1)
  const page = watch(server.url)
  await until(() => page.ids().length === 1)
  for (const socket of server.clients()) socket.terminate()
  server.add(2)
  await until(() => page.ids().length === 2)
  expect(page.ids()).toEqual([1, 2])
  expect(page.arrived()).toBe(2)
  expect(server.asked).toEqual(['0', '1'])
  expect(page.states).toEqual([true, false, true])
})

it('reconnects after the server stopped in an orderly way', async () => {
  const server = await startServer()
  const page = watch(server.url)
  await until(() => page.states.length === 1)
  for (const socket of server.clients()) socket.close(1000)
  await until(() => page.states.length === 3)
  expect(page.states).toEqual([true, false, true])
})

it('waits longer with each failure and starts from the shortest wait after a success', async () => {
  const silent = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(silent, 'listening')
  onTestFinished(() => silent.close())
  let refusals = 3
  silent.on('connection', (socket) => {
    refusals -= 1
    if (refusals >= 0) return socket.terminate()
    socket.send(JSON.stringify(entry(0)), () => {
      if (refusals === -1) socket.terminate()
    })
  })
  const page = watch(`ws://127.0.0.1:${(silent.address() as AddressInfo).port}`)
  await until(() => page.states.length === 4)
  expect(page.states).toEqual([false, true, false, true])
  expect(page.waits).toEqual([0, 1, 2, 0])
  page.stream.stop()
})

it('reconnects at once when asked, and drops the old connection', async () => {
  const server = await startServer()
  server.add(1)
  const page = watch(server.url)
  await until(() => page.ids().length === 1)
  page.stream.renew()
  await until(() => server.asked.length === 2 && server.clients().length === 1)
  server.add(2)
  await until(() => page.ids().length === 2)
  expect(page.ids()).toEqual([1, 2])
  expect(page.arrived()).toBe(2)
  expect(page.waits).toEqual([])
})

it('closes normally on leaving and does not reconnect', async () => {
  const server = await startServer()
  const page = watch(server.url)
  await until(() => page.states.length === 1)
  page.stream.stop()
  await until(() => server.closeCodes.length === 1)
  expect(server.closeCodes).toEqual([1000])
  expect(page.waits).toEqual([])
})

it('reports a close with the policy code, and no other', async () => {
  const server = await startServer()
  const page = watch(server.url)
  for (const code of [1000, POLICY_CLOSE, 1000]) {
    const closes = page.waits.length
    await until(() => page.states.at(-1) === true && server.clients().length === 1)
    server.clients()[0]?.close(code)
    await until(() => page.waits.length > closes)
  }
  expect(page.policyCloses()).toBe(1)
})
