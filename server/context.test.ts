import { expect, onTestFinished, test, vi } from 'vitest'
import { mountForTest } from '../tests/support/mounted-routes.ts'
import { createApiKeys } from './store/api-keys.ts'
import { changeGuarded } from './store/outside.ts'
import { createStop } from './store/stop.ts'
import { recordingLog } from './store/testing/support.ts'

const { log } = recordingLog()

test('what a command revokes or stops beside the server ends there at once, without a call', async () => {
  // The server does not look by itself meanwhile.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { context } = mountForTest(() => ({}))
  const { auth, stop, store } = context
  const { id } = auth.apiKeys.create({ name: 'script', scope: 'read' })
  const revoked = new Promise((resolve) => void auth.apiKeys.onRevoked(resolve))
  const stopped = new Promise((resolve) => void stop.onChange(resolve))
  const { dataDir } = store

  changeGuarded({ dataDir, secret: undefined, log }, (db, guards) => {
    createApiKeys(db, guards).delete(id)
    createStop(db, { guards, dataDir, log }).set({ since: 1, until: null })
  })

  expect(await Promise.all([revoked, stopped])).toEqual([id, true])
})
