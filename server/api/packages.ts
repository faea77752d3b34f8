import type { Context } from '#app/context.ts'
import { createWorkQueue } from '#auth/work-queue.ts'
import { readIglooShare } from '#contract/igloo-share.ts'
import { packages as texts } from '#contract/messages.ts'
import type { Handlers } from '#http/router.ts'
import { openIglooShare } from '#import/igloo-share.ts'
import { openPackage, packageType, sealPackages } from '#keysets/packages.ts'
import { findBackup } from '#keysets/profile-backup.ts'
import { actorOf } from './actor.ts'

/** Each search opens up to 20 connections. */
const SEARCHES = { atOnce: 3, waiting: 8, busy: texts.busy }

/**
 * Packages that a password opens. The content of one is in the answer and nowhere else; the audit
 * has its kind and the outcome, or whose share went into one.
 */
export function packageHandlers(
  context: Context,
): Pick<Handlers, 'packageWork' | 'openPackage' | 'sealPackage'> {
  const { config, packageKeys, packageSeconds, reader, relayPool } = context
  const { kept, names } = context.keysets.first
  const searches = createWorkQueue(SEARCHES)
  return {
    packageWork: async ({ request }) => request.json({ seconds: await packageSeconds() }),

    openPackage: async (call) => {
      const { body, request } = call
      const { signal } = request.req.raw
      const options = { reader, relayHosts: config.relayHosts, deriveKey: packageKeys }
      const opened =
        readIglooShare(body.package) === null
          ? await openPackage(body, {
              ...options,
              find: (share) => searches.run(() => findBackup({ ...share, relayPool, signal })),
            })
          : await openIglooShare(body, options)
      kept.audit.record({
        actor: actorOf(call),
        action: 'package.open',
        outcome: opened.ok ? 'ok' : 'refused',
        detail: { type: opened.ok ? opened.value.type : (packageType(body.package) ?? 'unknown') },
      })
      return opened.ok ? request.json(opened.value) : request.json({ error: opened.error }, 400)
    },

    sealPackage: async (call) => {
      const { body, request } = call
      const sealed = await sealPackages(body, { ...context.keysets.first, reader, packageKeys })
      kept.audit.record({
        actor: actorOf(call),
        action: 'package.seal',
        outcome: sealed.ok ? 'ok' : 'refused',
        detail: {
          share: body.shareCredential === undefined ? 'own' : 'given',
          ...(sealed.ok && { index: sealed.value.index, peer: sealed.value.pubkey }),
        },
      })
      if (!sealed.ok) return request.json({ error: sealed.error }, 400)
      const { pubkey } = sealed.value
      if (body.deviceName !== undefined)
        names.set({ pubkey, actor: actorOf(call) }, body.deviceName)
      return request.json(sealed.value)
    },
  }
}
