import type { PingDiagnosis } from '#contract/peers.ts'
import type { Signer } from '#signer/signer.ts'
import type { Supervisor } from '#signer/supervisor.ts'

/** Monitoring of the peers; null when no node runs. */
export interface Monitoring {
  /** Starts or stops the ping monitor, and returns whether it now runs. */
  run(running: boolean): boolean | null
  /**
   * Three rounds of pings. One diagnosis at a time: anyone who asks while one runs gets its
   * results.
   */
  diagnose(): Promise<PingDiagnosis[]> | null
}

export function createMonitoring(keyset: Pick<Supervisor, 'signer'>): Monitoring {
  let underWay: { signer: Signer; results: Promise<PingDiagnosis[]> } | undefined

  return {
    run: (running) => {
      const { signer } = keyset
      if (!signer) return null
      const { monitor } = signer
      if (!running) monitor.stop()
      else if (!monitor.isRunning) monitor.start()
      return monitor.isRunning
    },

    diagnose: () => {
      const { signer } = keyset
      if (!signer) return null
      if (underWay?.signer === signer) return underWay.results
      const results = signer.diagnose().finally(() => {
        if (underWay?.results === results) underWay = undefined
      })
      underWay = { signer, results }
      return results
    },
  }
}
