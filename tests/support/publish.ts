import type { NostrEvent } from '#contract/nostr.ts'
import type { RelayFixture } from '../../relay-fixture/relay.ts'

/** Publishes an event as a device does; resolves when the relay has answered. */
export async function publish({ url }: RelayFixture, event: NostrEvent): Promise<void> {
  const socket = new WebSocket(url)
  const next = (type: string) =>
    new Promise((resolve) => socket.addEventListener(type, resolve, { once: true }))
  await next('open')
  const answered = next('message')
  socket.send(JSON.stringify(['EVENT', event]))
  await answered
  socket.close()
}
