import { describe, expect, it } from 'vitest'
import { http, backup as server } from '#contract/codes.ts'
import type { Message } from '#contract/message.ts'
import { backups } from '#contract/texts/backups.ts'
import { ApiError } from '../../lib/api-client.ts'
import { restoreFailureOf } from './use-restore.ts'

const said = (why: Message, status: number) =>
  restoreFailureOf(new ApiError(why.error, status, why), true)

describe('why nothing was restored', () => {
  it('is shown at the passphrase when that is missing or wrong', () => {
    for (const why of [server.passphraseNeeded, server.passphraseWrong]) {
      expect(said(why, 400)).toEqual({ at: 'passphrase', text: why.error })
    }
  })

  it('is shown at the old key when that is missing or wrong', () => {
    for (const why of [server.wrongKey, server.oldKeyWrong]) {
      expect(said(why, 400)).toEqual({ at: 'key', text: why.error })
    }
  })

  it('is shown at the file when the server refuses it', () => {
    for (const why of [
      server.notBackup('no database'),
      server.damaged('page 3'),
      server.newer(9, 3),
    ]) {
      expect(said(why, 400)).toEqual({ at: 'file', text: why.error })
    }
    expect(said(http.bodyTooLarge, 413)).toEqual({ at: 'file', text: http.bodyTooLarge.error })
  })

  it('is shown for the whole form when the server could not handle it', () => {
    expect(said(server.busy, 503)).toEqual({ at: 'form', text: server.busy.error })
    expect(said({ error: 'Too many requests', code: 'text' }, 429).at).toBe('form')
  })

  it('says that nothing changed only if the connection broke before everything was sent', () => {
    const lost = new ApiError('Server not reachable', null)
    expect(restoreFailureOf(lost, false).text).toBe(backups.restore.brokeOff)
    expect(restoreFailureOf(lost, true).text).toBe(backups.restore.unsure)
  })
})
