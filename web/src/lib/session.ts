import { tabStorage } from './storage.ts'

/**
 * The session of this tab: what a login answered with, sent as a header with every call. It is kept in
 * the tab's storage, which is bound to scheme, host and port, and goes with the tab; a cookie would go
 * to every other app under the same host name. Tabs of this console pass it to each other.
 */

const KEY = 'floe-session'
/** Other tabs answer at once, if there are any. Milliseconds. */
const ANSWER_TIMEOUT = 150

type Message = { is: 'asked' } | { is: 'session'; id: string } | { is: 'restored' }

let id: string | null = null
/** The server has refused `id`. */
let refused = false
/** The server's data is being replaced, and all sessions end. */
let restored = false
let tabs: BroadcastChannel | null = null
let stopWaiting = () => {}

export const sessionId = (): string | null => id

/** Keeps the session of a login and sends it to the other tabs; null removes this tab's session. */
export function keepSession(next: string | null): void {
  if (next === null) {
    id = null
    tabStorage.remove(KEY)
  } else {
    take(next)
    send({ is: 'session', id: next })
  }
}

/** Notes that the server no longer knows this tab's session: another tab may have a newer one. */
export function sessionRefused(): void {
  refused = true
}

/** Notes, in all tabs, that the session ends because of a restore. */
export function restoreEndsSession(): void {
  restored = true
  send({ is: 'restored' })
}

/** Whether a restore has ended the session; true only at the first call. */
export function wasRestored(): boolean {
  const was = restored
  restored = false
  return was
}

/**
 * Takes up this tab's session, if it has one. From now on, tabs exchange the sessions of their logins.
 *
 * @param onTaken called when this tab had no valid session and now has one
 * @param signal ends that
 */
export function openSession(onTaken: () => void, signal: AbortSignal): void {
  id = tabStorage.get(KEY)
  refused = false
  restored = false
  const channel = new BroadcastChannel(KEY)
  tabs = channel
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.is === 'asked') {
      if (id !== null && !refused) send({ is: 'session', id })
    } else if (data.is === 'restored') {
      restored = true
    } else if (id === null || (refused && data.id !== id)) {
      take(data.id)
      stopWaiting()
      onTaken()
    }
  }
  signal.addEventListener('abort', () => {
    channel.close()
    tabs = null
  })
}

/** Asks the other tabs for their session. @returns whether this one has it now */
export async function askTabs(): Promise<boolean> {
  if (tabs === null || id !== null) return false
  await new Promise<void>((resolve) => {
    stopWaiting = resolve
    setTimeout(resolve, ANSWER_TIMEOUT)
    send({ is: 'asked' })
  })
  return sessionId() !== null
}

function take(next: string): void {
  id = next
  refused = false
  restored = false
  tabStorage.set(KEY, next)
}

const send = (message: Message): void => tabs?.postMessage(message)
