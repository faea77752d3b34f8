import type { Context } from '#app/context.ts'
import { http } from '#contract/messages.ts'
import type { Handlers } from '#http/router.ts'
import { createMonitoring } from '#keysets/monitoring.ts'

/** The ping monitor, and the diagnosis. */
export function monitoringHandlers({
  keysets,
}: Context): Pick<Handlers, 'monitor' | 'diagnostics'> {
  const monitoring = createMonitoring(keysets.first.supervisor)

  return {
    monitor: ({ body, request }) => {
      const running = monitoring.run(body.running)
      return running === null
        ? request.json({ error: http.nodeNotAvailable }, 503)
        : request.json({ running })
    },

    diagnostics: async ({ request }) => {
      const results = await monitoring.diagnose()
      return results === null
        ? request.json({ error: http.nodeNotAvailable }, 503)
        : request.json({ results })
    },
  }
}
