import type { Context } from '#app/context.ts'
import { signer as texts } from '#contract/messages.ts'
import type { HealthAnswer } from '#contract/status.ts'
import type { Handlers } from '#http/router.ts'
import { BUILD, VERSION } from '#lib/version.ts'

interface HealthReport {
  status: 200 | 503
  body: HealthAnswer
}

/**
 * For supervisors of the process: 200 even while unconfigured or without relays, which a restart
 * would not fix; 503 only when the database can't be read.
 */
function reportHealth({ keysets, store, backups, stop, log }: Context): HealthReport {
  try {
    // Any read would do: it shows an unreadable database here, not only when a setting is asked
    // for.
    keysets.first.kept.policies.list()
    const { state, reason } = keysets.first.supervisor.verdict
    const { health } = store.audit
    const troubled = state === 'degraded' || state === 'reconnecting'
    const room = store.diskProblem()
    const troubles = [
      ...(room === null ? [] : [room]),
      ...(troubled ? [reason] : []),
      ...(health.ok ? [] : [health.error ?? '']),
      ...(stop.isKept ? [] : [texts.stopUnkept]),
      ...(backups.failure === undefined ? [] : [backups.failure]),
    ]
    const status = troubles.length === 0 ? 'ok' : 'degraded'
    // Nothing is wrong with a signer that its owner has stopped.
    const { state: stopped } = stop
    const reasons = [
      ...new Set([...(stopped === null ? [] : [texts.stoppedByOwner(stopped)]), ...troubles]),
    ]
    return {
      status: 200,
      body: {
        status,
        version: VERSION,
        ...BUILD,
        reasons,
        ...(stopped !== null && { stopped: true }),
      },
    }
  } catch (err) {
    log.error({ err }, 'health check failed')
    const reasons = ['database unusable']
    return { status: 503, body: { status: 'degraded', version: VERSION, ...BUILD, reasons } }
  }
}

export const healthHandlers = (context: Context): Pick<Handlers, 'health'> => ({
  health: async ({ request }) => {
    const { status, body } = reportHealth(context)
    // A command's stop is done once this says so.
    if (body.stopped) await context.hasLeft()
    return request.json(body, status)
  },
})
