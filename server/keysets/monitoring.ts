import type { PingDiagnosis } from '#contract/peers.ts'
import type { Signer } from '#signer/signer.ts'
import type { Supervisor } from '#signer/supervisor.ts'

export type Monitoring = ReturnType<typeof createMonitoring>

/** The ping monitor. Its methods return null while no signer runs. */
export function createMonitoring(keyset: Pick<Supervisor, 'signer'>) {
  let current: { signer: Signer; results: Promise<PingDiagnosis[]> } | undefined

  return {
    /** Starts or stops the monitor. @returns whether it runs now */
    run: (running: boolean): boolean | null => {
      const { signer } = keyset
      if (!signer) return null
      const { monitor } = signer
      if (!running) monitor.stop()
      else if (!monitor.isRunning) monitor.start()
      return monitor.isRunning
    },

    /** Three rounds of pings. One diagnosis runs at a time: calls in the meantime get its results. */
    diagnose: (): Promise<PingDiagnosis[]> | null => {
      const { signer } = keyset
      if (!signer) return null
      if (current?.signer === signer) return current.results
      const results = signer.diagnose().finally(() => {
        if (current?.results === results) current = undefined
      })
      current = { signer, results }
      return results
    },
  }
}
