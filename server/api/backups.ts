import { z } from 'zod'
import * as backup from '#contract/backup.ts'
import { reservedShares as reservedShareTexts, backup as texts } from '#contract/codes.ts'
import { RESTORE_BYTES_MAX } from '#contract/limits.ts'
import { messageOf } from '#contract/message.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { decodedHeader, discardBody, uploadOf } from '#http/body.ts'
import { statusOfStore } from '#http/errors.ts'
import type { RequestContext } from '#http/route.ts'
import type { BackupOrigin } from '#store/backup/copy.ts'
import { StoreError, type StoreErrorCode } from '#store/errors.ts'
import { type Api, iso, route } from './route.ts'
import { TIME } from './samples.ts'

const KEY_HEADERS = {
  'X-Backup-Passphrase':
    'The passphrase of a back-up that contains its sealing key. Percent-encoded',
  'X-Backup-Key':
    'The sealing key of the back-up, if it is neither in the back-up nor the one in use here: the ' +
    'text of `secret.key`, or `SECRET_KEY`. Percent-encoded',
}

/** Back-ups as files, and restoring them. */
export const backupRoutes = {
  backup: route({
    method: 'post',
    path: '/api/backup',
    scope: 'admin',
    confirm: ({ withKey }) => withKey === true,
    example: { body: { withKey: false } },
    summary: 'Make a back-up and download it',
    description:
      "The sealing key, without which its secrets can't be read, is in it only with `withKey`, " +
      'encrypted with `passphrase`.',
    body: backup.backupRequest,
    type: 'application/vnd.sqlite3',
    answers: { 200: z.string(), 400: errorAnswer, 503: errorAnswer },
    handle: async ({ actor, body: { withKey, passphrase }, request }, { backups, store }) => {
      const record = (outcome: string) =>
        store.audit.record({ actor, action: 'backup', outcome, detail: { withKey } })
      try {
        const { name, bytes, stream } = await backups.download(withKey ? passphrase : undefined)
        record('ok')
        return request.body(stream, 200, {
          'Content-Type': 'application/vnd.sqlite3',
          'Content-Disposition': `attachment; filename="${name}"`,
          'Content-Length': String(bytes),
        })
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        record('failed')
        const { code, why } = error
        return request.json(messageOf(why), code === 'NO_KEY' ? 503 : statusOf(code))
      }
    },
  }),

  backups: route({
    method: 'get',
    path: '/api/backups',
    scope: 'admin',
    summary: 'List the scheduled back-ups, the newest first, and when the last was made',
    description: '`last` is of any kind: scheduled, downloaded or made by a command.',
    answers: { 200: backup.backupList },
    handle: ({ request }, { backups }) => request.json(listOf(backups)),
  }),

  planBackups: route({
    method: 'put',
    path: '/api/backups/schedule',
    scope: 'admin',
    example: {
      body: { interval: 24, keep: 7 },
      answer: { backups: [], interval: 24, keep: 7, nextAt: TIME, failure: null, last: null },
    },
    summary: 'Set how often back-ups are made, and how many are kept',
    description: 'It is in force at once.',
    body: backup.backupPlanUpdate,
    answers: { 200: backup.backupList, 400: errorAnswer },
    handle: ({ actor, body, request }, { backups, store }) => {
      backups.savePlan(body)
      const detail = { ...backups.plan }
      store.audit.record({ actor, action: 'backup.plan', outcome: 'ok', detail })
      return request.json(listOf(backups))
    },
  }),

  checkBackup: route({
    method: 'post',
    path: '/api/backup/check',
    scope: 'admin',
    // For the same reasons as a restore.
    limit: 'recover',
    summary: 'Check a back-up as a restore would, and say what is in it',
    description: 'Nothing is restored.',
    upload: true,
    maxBody: RESTORE_BYTES_MAX,
    headers: KEY_HEADERS,
    answers: { 200: backup.backupContents, 400: errorAnswer, 413: errorAnswer, 503: errorAnswer },
    handle: async ({ request }, { backups }) => {
      const { body } = request.req.raw
      const source = uploadOf(body, new StoreError('NO_BACKUP', texts.cutOff))
      try {
        const { origin, ...contents } = await backups.check(source, keysGiven(request))
        return request.json({ ...originAnswer(origin), ...contents })
      } catch (error) {
        discardBody(body)
        if (!(error instanceof StoreError)) throw error
        return request.json(messageOf(error.why), statusOfUpload(error.code))
      }
    },
  }),

  restore: route({
    method: 'post',
    path: '/api/restore',
    scope: 'admin',
    // A passphrase could be guessed through it, and each attempt costs 64 MiB.
    limit: 'recover',
    confirm: 'always',
    summary: 'Restore a back-up, and restart',
    description:
      'It is checked before it is put in place. All sessions end. Refused while shares for ' +
      'other devices wait here.',
    upload: true,
    maxBody: RESTORE_BYTES_MAX,
    headers: KEY_HEADERS,
    answers: { 200: backup.restoreAnswer, 400: errorAnswer, 413: errorAnswer, 503: errorAnswer },
    handle: async ({ actor, request }, { backups, keyset, store }) => {
      const record = (outcome: string) => store.audit.record({ actor, action: 'restore', outcome })
      const { body } = request.req.raw
      const waiting = keyset.reservedShares.count
      if (waiting > 0) {
        discardBody(body)
        record('refused')
        return request.json(reservedShareTexts.restoreLoses(waiting), 400)
      }
      const source = uploadOf(body, new StoreError('NO_BACKUP', texts.cutOff))
      try {
        const restored = await backups.restore(source, { ...keysGiven(request), actor })
        record('ok')
        const { origin, withKey, lostShares } = restored
        return request.json({
          success: true,
          message: texts.restored.error,
          ...originAnswer(origin),
          withKey,
          lostShares,
        })
      } catch (error) {
        discardBody(body)
        if (!(error instanceof StoreError)) throw error
        const { code, why } = error
        if (code !== 'LOCKED') record('refused')
        return request.json(messageOf(why), statusOfUpload(code))
      }
    },
  }),
}

function listOf(backups: Api['backups']): backup.BackupList {
  const { plan, nextAt, failure, last } = backups
  return {
    backups: backups.list().map(({ madeAt, ...file }) => ({ ...file, madeAt: iso(madeAt) })),
    ...plan,
    nextAt: nextAt === undefined ? null : iso(nextAt),
    failure: failure?.error ?? null,
    ...(failure && { failureMessage: failure }),
    last: last === undefined ? null : { ...last, madeAt: iso(last.madeAt) },
  }
}

/** When and by which version a back-up was made; null if it doesn't say. */
const originAnswer = (origin: BackupOrigin | undefined) => ({
  madeAt: origin === undefined ? null : iso(origin.madeAt),
  madeBy: origin?.madeBy ?? null,
})

/** Whatever is wrong with the back-up or with the request is the caller's fault. */
function statusOf(code: StoreErrorCode): 400 | 503 | 507 {
  const status = statusOfStore(code)
  return status === 500 ? 400 : status
}

const statusOfUpload = (code: StoreErrorCode): 400 | 413 | 503 | 507 =>
  code === 'TOO_LARGE' ? 413 : statusOf(code)

/** The passphrase and the key that may open an uploaded back-up. */
const keysGiven = ({ req }: RequestContext) => ({
  passphrase: decodedHeader(req.header('x-backup-passphrase')),
  oldKey: decodedHeader(req.header('x-backup-key')),
})
