import { z } from 'zod'
import * as backup from '#contract/backup.ts'
import { RESTORE_BYTES_MAX } from '#contract/limits.ts'
import { errorAnswer } from '#contract/operations.ts'
import type { Route } from '#http/route.ts'

const KEY_HEADERS = {
  'X-Backup-Passphrase': 'Opens the sealing key in the back-up; percent-encoded',
  'X-Backup-Key':
    'The key that the back-up is sealed with, where it is not in it and not here: the text of ' +
    'secret.key, or SECRET_KEY; percent-encoded',
}

/** Back-ups and restores. */
export const backupsCalls = {
  backup: {
    method: 'post',
    path: '/api/backup',
    scope: 'admin',
    limit: 'request',
    confirm: ({ withKey }: { withKey?: boolean | undefined }) => withKey === true,
    summary:
      'Make a back-up and send it; the sealing key goes with it only when asked for, encrypted',
    body: backup.backupRequest,
    type: 'application/vnd.sqlite3',
    answers: { 200: z.string(), 400: errorAnswer, 503: errorAnswer },
  },
  backups: {
    method: 'get',
    path: '/api/backups',
    scope: 'admin',
    limit: 'request',
    summary: 'The scheduled back-ups in the data folder, newest first, and the last of any kind',
    answers: { 200: backup.backupList },
  },
  planBackups: {
    method: 'put',
    path: '/api/backups/schedule',
    scope: 'admin',
    limit: 'request',
    summary: 'Set how often back-ups are made, and how many are kept; in force at once',
    body: backup.backupPlanUpdate,
    answers: { 200: backup.backupList, 400: errorAnswer },
  },
  checkBackup: {
    method: 'post',
    path: '/api/backup/check',
    scope: 'admin',
    // As for a restore.
    limit: 'recover',
    summary: 'Check a back-up as a restore would, and say what is in it; nothing is restored',
    upload: true,
    maxBody: RESTORE_BYTES_MAX,
    headers: KEY_HEADERS,
    answers: { 200: backup.backupContents, 400: errorAnswer, 413: errorAnswer, 503: errorAnswer },
  },
  restore: {
    method: 'post',
    path: '/api/restore',
    scope: 'admin',
    // A passphrase could be guessed through it, and each try costs 64 MiB.
    limit: 'recover',
    confirm: 'always',
    summary: 'Check a back-up, put it in place and restart; all sessions end',
    upload: true,
    maxBody: RESTORE_BYTES_MAX,
    headers: KEY_HEADERS,
    answers: { 200: backup.restoreAnswer, 400: errorAnswer, 413: errorAnswer, 503: errorAnswer },
  },
} satisfies Record<string, Route>
