import type { Caller } from '#contract/rules.ts'
import { xOnly } from '#nostr/x-only.ts'
import { openStore } from '#store/open.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export interface PastOptions {
  dataDir: string
  /** The other members, 32 or 33 bytes, hex. */
  peers: readonly string[]
  relays: readonly string[]
  /** Apps that used the key, by their names, the busiest first. */
  apps: readonly string[]
  /** How many signatures there were. */
  signatures: number
  /** Over how many days, up to yesterday. */
  days: number
}

/** Ids as apps have them. */
export const appId = (n: number): string =>
  `${String(n).padStart(8, '0')}-0000-4000-8000-${'0'.repeat(12)}`

/**
 * Fills the data folder of a server that has not started yet with a past, through the server's own store and
 * a clock of ours: signatures for apps and for the first peer, messages read, a refusal, and which peers and
 * relays were online.
 */
export function writePast(options: PastOptions): void {
  const { dataDir, relays, apps, signatures, days } = options
  const peers = options.peers.map(xOnly)
  const quiet = () => {}
  const written = Date.now()
  const end = Math.floor(written / DAY) * DAY - HOUR
  let now = end
  const log = { info: quiet, warn: quiet, error: quiet }
  const store = openStore({ dataDir, log, now: () => now })
  const { audit, presence, callerSettings } = store.keyset(1)
  const callers = apps.map((name, n): Caller => {
    const caller: Caller = { door: 'app', id: appId(n) }
    callerSettings.set({ caller, name, preset: null, isSuspended: false })
    return caller
  })
  const [first = ''] = peers
  for (let n = 0; n < signatures; n += 1) {
    now = end - days * DAY + Math.floor(((n + 1) / signatures) * days * DAY)
    // The first app signs twice as often as the second, and so on.
    const caller = callers[Math.clz32((n % 31) + 1) % callers.length]
    if (n % 3 === 0 || caller === undefined) {
      audit.signature({
        ...{ peers: [first], sessionId: 'ab'.repeat(32), hashes: ['cd'.repeat(32)], kinds: [7] },
        ...{ type: 'message', direction: 'given', generation: '2026', outcome: 'ok' },
        took: 20 + (n % 40),
      })
    } else {
      const took = 200 + ((n * 37) % 900)
      const detail = { kind: 1, by: 'preset everyday', peers: [first], took }
      audit.use({ caller, times: 1, actor: caller.id, action: 'sign', outcome: 'ok', detail })
      audit.signature({
        ...{ peers: [first], sessionId: 'ef'.repeat(32), hashes: ['cd'.repeat(32)] },
        ...{ type: 'message', direction: 'asked', generation: '2026', outcome: 'ok', took },
      })
    }
  }
  const [reader] = callers
  if (reader !== undefined) {
    for (let n = 0; n < 12; n += 1) {
      const detail = { peer: 'be'.repeat(32), took: 300 + n }
      const use = { caller: reader, times: 1, actor: reader.id, outcome: 'ok', detail }
      audit.use({ ...use, action: 'nip44.decrypt' })
    }
    const detail = {
      door: 'app',
      operation: 'sign',
      kinds: [5],
      count: 3,
      by: 'answer',
      question: 'q',
    }
    audit.record({ actor: reader.id, action: 'question', outcome: 'refused', detail })
  }
  for (let ago = days * 24; ago >= 1; ago -= 1) {
    const hours = [...peers, ...relays].map((subject, n) => ({
      ...{ hour: Math.floor(written / HOUR) - ago, subject, watched: HOUR },
      there: n === 0 ? HOUR : ago % (n + 3) === 0 ? 0 : HOUR / (1 + (ago % 2)),
    }))
    presence.add({ hours, states: [] })
  }
  store.close()
}
