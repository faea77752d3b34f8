import type { PingDiagnosis } from '#contract/peers.ts'
import type { SignerNode } from '#signer/signer.ts'
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

export function createMonitoring(keyset: Pick<Supervisor, 'node'>): Monitoring {
  let underWay: { node: SignerNode; results: Promise<PingDiagnosis[]> } | undefined

  return {
    run: (running) => {
      const { node } = keyset
      if (!node) return null
      const { monitor } = node
      if (!running) monitor.stop()
      else if (!monitor.isRunning) monitor.start()
      return monitor.isRunning
    },

    diagnose: () => {
      const { node } = keyset
      if (!node) return null
      if (underWay?.node === node) return underWay.results
      const results = node.diagnose().finally(() => {
        if (underWay?.results === results) underWay = undefined
      })
      underWay = { node, results }
      return results
    },
  }
}
