import type { Context } from '#app/context.ts'
import type { BackupList } from '#contract/backup.ts'
import { backup as texts } from '#contract/messages.ts'
import { spares as spareTexts } from '#contract/reserved-share-messages.ts'
import { discard } from '#http/body-limit.ts'
import type { Handlers } from '#http/router.ts'
import { statusOfStore } from '#http/store-status.ts'
import { decodedHeader, uploadOf } from '#http/upload.ts'
import { StoreError, type StoreErrorCode } from '#store/errors.ts'
import { actorOf } from './actor.ts'

const PASSPHRASE_HEADER = 'x-backup-passphrase'
const KEY_HEADER = 'x-backup-key'

/** Back-ups as files, and restoring them. */
export function backupHandlers({
  backups,
  keysets,
  store,
}: Context): Pick<Handlers, 'backup' | 'backups' | 'planBackups' | 'checkBackup' | 'restore'> {
  const list = (): BackupList => {
    const { plan, nextAt, failure, last } = backups
    return {
      backups: backups.list().map(({ madeAt, ...file }) => ({ ...file, madeAt: iso(madeAt) })),
      ...plan,
      nextAt: nextAt === undefined ? null : iso(nextAt),
      failure: failure ?? null,
      last: last === undefined ? null : { ...last, madeAt: iso(last.madeAt) },
    }
  }

  return {
    backup: async (call) => {
      const { withKey, passphrase } = call.body
      const note = (outcome: string) =>
        store.audit.record({
          actor: actorOf(call),
          action: 'backup',
          outcome,
          detail: { withKey },
        })
      try {
        const { name, bytes, stream } = await backups.download(withKey ? passphrase : undefined)
        note('ok')
        return call.request.body(stream, 200, {
          'Content-Type': 'application/vnd.sqlite3',
          'Content-Disposition': `attachment; filename="${name}"`,
          'Content-Length': String(bytes),
        })
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        note('failed')
        const { code, message } = error
        return call.request.json({ error: message }, code === 'NO_KEY' ? 503 : statusOf(code))
      }
    },

    backups: ({ request }) => request.json(list()),

    planBackups: (call) => {
      backups.savePlan(call.body)
      store.audit.record({
        actor: actorOf(call),
        action: 'backup.plan',
        outcome: 'ok',
        detail: { ...backups.plan },
      })
      return call.request.json(list())
    },

    checkBackup: async ({ request }) => {
      const body = request.req.raw.body
      try {
        const { note, ...contents } = await backups.check(
          uploadOf(body, new StoreError('NO_BACKUP', texts.cutOff)),
          keysGiven(request.req),
        )
        const madeAt = note === undefined ? null : iso(note.madeAt)
        return request.json({ madeAt, madeBy: note?.madeBy ?? null, ...contents })
      } catch (error) {
        if (body !== null && !body.locked) void discard(body.getReader())
        if (!(error instanceof StoreError)) throw error
        return request.json({ error: error.message }, statusOfUpload(error.code))
      }
    },

    restore: async (call) => {
      const { request } = call
      const note = (outcome: string) =>
        store.audit.record({ actor: actorOf(call), action: 'restore', outcome })
      const body = request.req.raw.body
      const waiting = keysets.first.reservedShares.count
      if (waiting > 0) {
        if (body !== null) void discard(body.getReader())
        note('refused')
        return request.json({ error: spareTexts.restoreLoses(waiting) }, 400)
      }
      try {
        const source = uploadOf(body, new StoreError('NO_BACKUP', texts.cutOff))
        const restored = await backups.restore(source, {
          ...keysGiven(request.req),
          actor: actorOf(call),
        })
        note('ok')
        const { note: made, withKey, lostShares } = restored
        return request.json({
          success: true,
          message: texts.restored,
          madeAt: made === undefined ? null : iso(made.madeAt),
          madeBy: made?.madeBy ?? null,
          withKey,
          lostShares,
        })
      } catch (error) {
        if (body !== null && !body.locked) void discard(body.getReader())
        if (!(error instanceof StoreError)) throw error
        const { code, message } = error
        if (code !== 'LOCKED') note('refused')
        return request.json({ error: message }, statusOfUpload(code))
      }
    },
  }
}

/** Whatever is wrong with the back-up or with the request is the caller's fault. */
function statusOf(code: StoreErrorCode): 400 | 503 | 507 {
  const status = statusOfStore(code)
  return status === 500 ? 400 : status
}

const statusOfUpload = (code: StoreErrorCode): 400 | 413 | 503 | 507 =>
  code === 'TOO_LARGE' ? 413 : statusOf(code)

/** What may open a back-up that is sent. */
const keysGiven = (request: { header(name: string): string | undefined }) => ({
  passphrase: decodedHeader(request.header(PASSPHRASE_HEADER)),
  oldKey: decodedHeader(request.header(KEY_HEADER)),
})

const iso = (ms: number): string => new Date(ms).toISOString()
