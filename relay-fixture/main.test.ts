import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '../tests/support/free-port.ts'
import { dial, makeEvent, startRelay } from './test-support.ts'

const FORGED = { ...makeEvent(), content: 'forged' }

type Program = { child: ChildProcess; url: string; http: string; exited: Promise<unknown[]> }

function run(...args: string[]): { child: ChildProcess; exited: Promise<unknown[]> } {
  const main = new URL('./main.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return { child, exited: once(child, 'exit') }
}

async function runRelay(...args: string[]): Promise<Program> {
  const { child, exited } = run(...args)
  if (!child.stdout) throw new Error('no output to read')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const url = /^relay (ws:\/\/\S+)$/.exec(line)?.[1]
  if (url === undefined) throw new Error(`not a relay's first line: ${line}`)
  return { child, exited, url, http: url.replace('ws:', 'http:') }
}

async function call(method: string, url: string, body?: unknown): Promise<[number, unknown]> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const response = await fetch(url, init)
  return [response.status, await response.json()]
}

describe('the relay as a process', () => {
  it('is driven over HTTP: faults, actions, counters, and verifies events', async () => {
    const { url, http } = await runRelay()
    const client = await dial(url)
    await client.subscribe('a', {})

    expect(await call('GET', `${http}/stats`)).toMatchObject([
      200,
      { url, connections: 1, subscriptions: 1, received: { reqs: 1 }, faults: { mute: false } },
    ])

    await call('POST', `${http}/faults`, { rejectKinds: [1] })
    expect((await client.publish(makeEvent()))[0]).toBe(false)
    await call('DELETE', `${http}/faults`)
    expect((await client.publish(FORGED))[0]).toBe(false)
    expect((await client.publish(makeEvent()))[0]).toBe(true)
    await client.next('EVENT')

    await call('POST', `${http}/noOk`)
    client.send('EVENT', makeEvent({ content: 'no answer' }))
    await client.settled()
    expect(client.takeEvents()).toHaveLength(1)
    expect(await call('DELETE', `${http}/noOk`)).toMatchObject([200, { faults: { noOk: false } }])

    await call('POST', `${http}/oversized`, { bytes: 5_000 })
    expect(JSON.stringify(await client.next('EVENT'))).toHaveLength(5_000)
    await call('POST', `${http}/close-subscriptions`, { reason: 'error: enough' })
    expect(await client.next('CLOSED')).toEqual(['CLOSED', 'a', 'error: enough'])
    await call('POST', `${http}/garbage`)
    expect(await client.next('NOTICE')).toEqual(['NOTICE', 1])

    const closed = once(client.socket, 'close')
    await call('POST', `${http}/drop`)
    expect((await closed)[0]).toBe(1006)
  })

  it.each([
    ['GET', '/nothing', undefined, 404],
    ['POST', '/delayMs', undefined, 404],
    ['PUT', '/silent', {}, 404],
    ['POST', '/stop', undefined, 404],
    ['POST', '/faults', { silent: 1 }, 400],
    ['POST', '/faults', [], 400],
    ['POST', '/faults', null, 400],
    ['POST', '/oversized', {}, 400],
  ])(
    'answers a call that it does not know with an error: %s %s %j',
    async (method, path, body, status) => {
      const relay = await startRelay()

      expect(await call(method, `${relay.url.replace('ws:', 'http:')}${path}`, body)).toEqual([
        status,
        { error: expect.any(String) },
      ])
      expect(Object.values(relay.faults).filter((value) => value === true)).toEqual([])
    },
  )

  it('can be killed and brought back from its control port', async () => {
    const port = await freePort()
    const control = `http://127.0.0.1:${port}`
    const { url } = await runRelay('--port', `${await freePort()}`, '--control', `${port}`)

    await call('POST', `${control}/stop`)
    await expect(dial(url)).rejects.toThrow('ECONNREFUSED')
    await call('POST', `${control}/start`)
    await dial(url)
    expect(await call('GET', `${control}/stats`)).toMatchObject([200, { connections: 1 }])
  })

  it('verifies no events when told not to', async () => {
    const { url } = await runRelay('--no-verify')

    expect((await (await dial(url)).publish(FORGED))[0]).toBe(true)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends on %s, even with sockets open, dials hanging and messages waiting',
    async (signal) => {
      const { child, exited, url, http } = await runRelay('--control', `${await freePort()}`)
      const client = await dial(url)
      await call('POST', `${http}/faults`, { delayMs: 600_000 })
      client.send('REQ', 'a', {})
      await client.settled()
      await call('POST', `${http}/silent`)
      const hanging = new WebSocket(url)
      hanging.on('error', () => {})
      await call('GET', `${http}/stats`)

      child.kill(signal)

      expect(await exited).toEqual([0, null])
    },
  )

  it('says what is wrong and fails when it cannot listen', async () => {
    const { port } = await startRelay()
    const { child, exited } = run('--port', `${port}`)
    const [text] = (await once(child.stderr ?? child, 'data')) as [Buffer]

    expect(text.toString()).toContain('EADDRINUSE')
    expect(await exited).toEqual([1, null])
  })
})
