import type { NostrEvent } from '#contract/nostr.ts'
import type { RelayFixture } from '../../relay-fixture/relay.ts'

/** Publishes an event as a device does; resolves when the relay has answered. @throws when it can't be reached */
export async function publish({ url }: RelayFixture, event: NostrEvent): Promise<void> {
  const socket = new WebSocket(url)
  const next = (type: string) =>
    new Promise((resolve, reject) => {
      socket.addEventListener(type, resolve, { once: true })
      // Also after an error.
      const fail = () => reject(new Error(`no ${type} from ${url}`))
      socket.addEventListener('close', fail, { once: true })
    })
  await next('open')
  const answered = next('message')
  socket.send(JSON.stringify(['EVENT', event]))
  await answered
  socket.close()
}
