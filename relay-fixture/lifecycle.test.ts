import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { freePort } from '../tests/support/free-port.ts'
import { RelayFixture } from './relay.ts'
import { dial, makeEvent, startRelay } from './test-support.ts'

describe('stop and start', () => {
  it('drop all sockets, refuse dials, and come back at the same address', async () => {
    const relay = await startRelay({ port: await freePort() })
    const { url } = relay
    const client = await dial(url)
    const event = makeEvent()
    await client.publish(event)
    const closed = once(client.socket, 'close')

    await relay.stop()
    expect((await closed)[0]).toBe(1006)
    expect(relay.connections).toBe(0)
    await expect(dial(url)).rejects.toThrow('ECONNREFUSED')

    await relay.start()
    expect(relay.url).toBe(url)
    const again = await dial(url)
    expect(await again.subscribe('a', {})).toEqual([event])
    expect(relay.totalConnections).toBe(2)
  })

  it('may be called when there is nothing to do', async () => {
    const relay = await startRelay()
    const { port } = relay

    await relay.start()
    expect(relay.port).toBe(port)
    await relay.stop()
    await relay.stop()
  })

  it("don't wait for a request that never ends", async () => {
    const relay = await startRelay()
    const socket = connect(relay.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('POST /faults HTTP/1.1\r\nhost: relay\r\nexpect: 100-continue\r\n')
    socket.write('content-length: 9\r\n\r\n')
    await once(socket, 'data')

    await relay.stop()

    if (!socket.closed) await once(socket, 'close')
  })

  it('keep the faults that are on', async () => {
    const relay = await startRelay({ port: await freePort() })
    relay.setFaults({ refuse: true })
    await relay.stop()
    await relay.start()

    await expect(dial(relay.url)).rejects.toThrow()
  })

  it('say so when the port is taken', async () => {
    const { port } = await startRelay()

    await expect(RelayFixture.start({ port })).rejects.toThrow('EADDRINUSE')
  })

  it('write an IPv6 address as in a URL', async () => {
    const relay = await startRelay({ host: '::1' })

    expect(relay.url).toBe(`ws://[::1]:${relay.port}`)
    await dial(relay.url)
  })
})
