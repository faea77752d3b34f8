import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createUpgrades } from './upgrade.ts'

/** What a server on a port of its own answers to a request for a WebSocket, and which paths it has passed on. */
async function startServer() {
  const passedOn: string[] = []
  const requests = { isStopping: false }
  const accept: Parameters<typeof createUpgrades>[0][string] = ({ url = '' }, socket) => {
    passedOn.push(url)
    socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n')
  }
  const rules = { allowedOrigins: [], checkHost: true }
  const server: Server = createServer()
  server.on('upgrade', createUpgrades({ '/events': accept }, rules, requests))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    requests,
    passedOn,
    ask: async (path: string, origin = `http://127.0.0.1:${port}`): Promise<string | undefined> => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      const headers = { Host: `127.0.0.1:${port}`, Connection: 'Upgrade', Upgrade: 'websocket' }
      const lines = Object.entries({ ...headers, Origin: origin }).map((pair) => pair.join(': '))
      socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      return (await text(socket)).split(' ')[1]
    },
  }
}

test('a request for a WebSocket is passed on by its path, without the query', async () => {
  const { ask, passedOn } = await startServer()
  expect(await ask('/events?since=1')).toBe('101')
  expect(await ask('/elsewhere')).toBe('404')
  expect(await ask('/constructor')).toBe('404')
  expect(passedOn).toEqual(['/events?since=1'])
})

test('a page of another origin is refused', async () => {
  const { ask, passedOn } = await startServer()
  expect(await ask('/events', 'https://elsewhere.example')).toBe('403')
  expect(passedOn).toEqual([])
})

test('nothing is passed on once the server stops', async () => {
  const { ask, requests, passedOn } = await startServer()
  requests.isStopping = true
  expect(await ask('/events')).toBe('503')
  expect(passedOn).toEqual([])
})
