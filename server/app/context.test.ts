import { expect, onTestFinished, test, vi } from 'vitest'
import { createApiKeys } from '#store/api-keys.ts'
import { changeGuarded } from '#store/outside.ts'
import { createStop } from '#store/stop.ts'
import { recordingLog } from '#store/testing/support.ts'
import { mountForTest, temporaryDataFolder } from '../../tests/support/mounted-routes.ts'

const { log } = recordingLog()

test('what a command revokes or stops beside the server ends there at once, without a call', async () => {
  // Stops the timers by which the server would look by itself.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { context } = mountForTest()
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

test('a question of a program whose key was revoked while no server ran is over at the start', async () => {
  const dataDir = temporaryDataFolder()
  const { context } = mountForTest({ DATA_DIR: dataDir })
  const { id } = context.auth.apiKeys.create({ name: 'script', scope: 'sign' })
  const caller = { door: 'program', id } as const
  const { ruleSet, policyEngine } = context.keysets.first.policy
  ruleSet.add({ whom: caller, verdict: 'ask', for: 'ever' })
  const asked = { caller, operation: 'sign', subject: 'a hash', parts: [{}] } as const
  expect(policyEngine.decide(asked, { openFor: 60_000 })).toMatchObject({ verdict: 'ask' })
  await context.close()
  changeGuarded({ dataDir, secret: undefined, log }, (db, guards) => {
    createApiKeys(db, guards).delete(id)
  })

  const next = mountForTest({ DATA_DIR: dataDir })

  const { policy } = next.context.keysets.first
  expect(policy.waiting()).toEqual([])
  expect(policy.ruleSet.ruleViews()).toEqual([])
  expect(next.logLines.filter((line) => line.includes('"err"'))).toEqual([])
  expect(next.context.store.audit.page({ limit: 1 })).toMatchObject([
    { actor: `api-key:${id}`, action: 'question', outcome: 'refused' },
  ])
})
