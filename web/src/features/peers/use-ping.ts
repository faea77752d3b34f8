import { useState } from 'react'
import { page } from '../../../../server/contract/messages.ts'
import type { PingResult } from '../../../../server/contract/peers.ts'
import { type Answer, api } from '../../lib/api.ts'
import { shortKey } from '../../ui/short-key.ts'

/** Every peer, or one by its key. */
export type PingTarget = 'all' | (string & {})

export interface Ping {
  /** What is being pinged now. */
  busy: ReadonlySet<PingTarget>
  /** What the last ping brought, in words; empty before the first. */
  outcome: string
  /** Whether that ping could not be sent at all. */
  failed: boolean
  ping(target: PingTarget): Promise<void>
}

const quiet = { outcome: '', failed: false }

/** Pings on request; `onDone` is called after each, when the peers are worth reading again. */
export function usePing(onDone: () => void): Ping {
  const [busy, setBusy] = useState<ReadonlySet<PingTarget>>(new Set())
  const [result, setResult] = useState(quiet)

  async function ping(target: PingTarget): Promise<void> {
    if (busy.has(target)) return
    setBusy((before) => new Set(before).add(target))
    setResult(quiet)
    setResult(await send(target))
    setBusy((before) => new Set([...before].filter((other) => other !== target)))
    onDone()
  }

  return { busy, ping, ...result }
}

async function send(target: PingTarget): Promise<{ outcome: string; failed: boolean }> {
  if (target === 'all') {
    return told(await api.pingAll(), ({ results }) =>
      page.pingAllAnswered(results.filter(({ success }) => success).length, results.length),
    )
  }
  return told(await api.pingOne(target), outcomeOf)
}

function outcomeOf({ pubkey, success, latency }: PingResult): string {
  const peer = shortKey(pubkey)
  return success ? page.pingAnswered(peer, Math.round(latency ?? 0)) : page.pingLost(peer)
}

function told<T>(answer: Answer<T>, words: (data: T) => string) {
  return answer.ok
    ? { outcome: words(answer.data), failed: false }
    : { outcome: page.pingFailed(answer.error), failed: true }
}
