import type { Context } from '../context.ts'
import { http } from '../contract/messages.ts'
import type { PingDiagnosis } from '../contract/peers.ts'
import type { Handlers } from '../http/mount.ts'
import type { SignerNode } from '../node/node.ts'

/** The ping monitor, and the diagnosis that it has no time for. */
export function monitoringHandlers({
  supervisor,
}: Context): Pick<Handlers, 'monitor' | 'diagnostics'> {
  let underWay: { node: SignerNode; results: Promise<PingDiagnosis[]> } | undefined

  /** One at a time: whoever asks while one runs gets its results. */
  const diagnose = (node: SignerNode): Promise<PingDiagnosis[]> => {
    if (underWay?.node === node) return underWay.results
    const results = node.diagnose().finally(() => {
      if (underWay?.results === results) underWay = undefined
    })
    underWay = { node, results }
    return results
  }

  return {
    monitor: ({ body, request }) => {
      const { node } = supervisor
      if (!node) return request.json({ error: http.nodeNotAvailable }, 503)
      const { monitor } = node
      if (!body.running) monitor.stop()
      else if (!monitor.isRunning) monitor.start()
      return request.json({ running: monitor.isRunning })
    },

    diagnostics: async ({ request }) => {
      const { node } = supervisor
      if (!node) return request.json({ error: http.nodeNotAvailable }, 503)
      return request.json({ results: await diagnose(node) })
    },
  }
}
