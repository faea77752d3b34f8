import type { Context } from '../context.ts'
import type { Handlers } from '../http/mount.ts'
import { VERSION } from '../version.ts'

/**
 * For supervisors of the process: 200 also while unconfigured or without relays, which a restart
 * would not mend; 503 only when the database can't be read.
 */
export function healthHandlers({
  supervisor,
  store,
  backups,
  log,
}: Context): Pick<Handlers, 'health'> {
  return {
    health: ({ request }) => {
      let reasons: string[]
      try {
        // Any read would do: what can't be read shows here, and not only when a setting is asked for.
        store.policies.list()
        const { state, reason } = supervisor.verdict
        const { health } = store.audit
        const troubled = state === 'degraded' || state === 'reconnecting'
        reasons = [
          ...(troubled ? [reason] : []),
          ...(health.ok ? [] : [health.error ?? '']),
          ...(backups.failure === undefined ? [] : [backups.failure]),
        ]
      } catch (err) {
        log.error({ err }, 'health check failed')
        const answer = { status: 'degraded', version: VERSION, reasons: ['database unusable'] }
        return request.json(answer, 503)
      }
      const status = reasons.length === 0 ? 'ok' : 'degraded'
      return request.json({ status, version: VERSION, reasons })
    },
  }
}
