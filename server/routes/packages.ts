import { createWorkQueue } from '../auth/work-queue.ts'
import type { Context } from '../context.ts'
import { packages as texts } from '../contract/messages.ts'
import type { Handlers } from '../http/mount.ts'
import { actorOf } from './actor.ts'
import { openAnyPackage, packageType } from './package-opening.ts'
import { findBackup } from './profile-backup.ts'

/** Each opens up to 20 connections. */
const SEARCHES = { atOnce: 3, waiting: 8, busy: texts.busy }

/**
 * Packages that a password opens. What is in one is in the answer and nowhere else; the audit has
 * its kind and what came of it.
 */
export function packageHandlers({ store, packageKeys }: Context): Pick<Handlers, 'openPackage'> {
  const searches = createWorkQueue(SEARCHES)
  return {
    openPackage: async (call) => {
      const { body, request } = call
      const { signal } = request.req.raw
      const opened = await openAnyPackage(body, {
        deriveKey: packageKeys,
        find: (share) => searches.run(() => findBackup({ ...share, signal })),
      })
      store.audit.record({
        actor: actorOf(call),
        action: 'package.open',
        outcome: opened.ok ? 'ok' : 'refused',
        detail: { type: packageType(body.package) ?? 'unknown' },
      })
      return opened.ok ? request.json(opened.value) : request.json({ error: opened.error }, 400)
    },
  }
}
