import { setTimeout as sleep } from 'node:timers/promises'
import { DIAGNOSTIC_GAP, DIAGNOSTIC_ROUNDS } from '#contract/limits.ts'
import type { PingDiagnosis, PingResult } from '#contract/peers.ts'

export interface DiagnosticsOptions {
  pingAll(): Promise<PingResult[]>
  rounds?: number
  /** Milliseconds between rounds. */
  gap?: number
  /** Waits so many milliseconds: by the clock, unless a test says otherwise. */
  pause?: (ms: number) => Promise<unknown>
}

/** Pings every peer in three rounds, a second apart: how many are lost, how far times spread. */
export async function diagnosePeers({
  pingAll,
  rounds = DIAGNOSTIC_ROUNDS,
  gap = DIAGNOSTIC_GAP,
  pause = sleep,
}: DiagnosticsOptions): Promise<PingDiagnosis[]> {
  const results: PingResult[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) await pause(gap)
    results.push(...(await pingAll()))
  }
  const byPeer = Map.groupBy(results, (result) => result.pubkey)
  return [...byPeer].map(([pubkey, pings]) => diagnose(pubkey, pings))
}

function diagnose(pubkey: string, pings: readonly PingResult[]): PingDiagnosis {
  const latencies = pings.flatMap((ping) => (ping.latency === undefined ? [] : [ping.latency]))
  const errors = pings.flatMap((ping) => (ping.error === undefined ? [] : [ping.error]))
  const sum = latencies.reduce((total, latency) => total + latency, 0)
  return {
    pubkey,
    rounds: pings.length,
    lost: pings.length - latencies.length,
    ...(latencies.length === 0
      ? {}
      : {
          fastest: Math.min(...latencies),
          slowest: Math.max(...latencies),
          average: Math.round(sum / latencies.length),
        }),
    errors: [...new Set(errors)],
  }
}
