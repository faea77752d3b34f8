import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** The connections of this process's `fetch` that are open, and the ports that they lead to. */
const open = new Map<Socket, number | undefined>()

subscribe('undici:client:connected', (message) => {
  const { socket } = message as { socket: Socket }
  open.set(socket, socket.remotePort)
  socket.once('close', () => open.delete(socket))
})

/** Resolves once this process has seen its present connections to a port closed. */
export async function connectionsClosed(port: number): Promise<void> {
  const own = [...open].filter(([, to]) => to === port)
  await Promise.all(own.map(([socket]) => new Promise((resolve) => socket.once('close', resolve))))
}
