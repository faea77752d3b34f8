import { expect, test, vi } from 'vitest'
import { signing as texts } from '#contract/codes.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { EVENT_SESSION } from '#protocol/v2/event-session.ts'
import { startFloeSigner } from '#tests/support/floe-signer.ts'
import { mountSigner } from '#tests/support/mounted-routes.ts'
import { newHash } from '#tests/support/new-hash.ts'
import { allowAllCallers, openRules } from '#tests/support/rules.ts'
import { type Scope, startPeerFor, startRelayFor } from '#tests/support/scope.ts'
import { until } from '#tests/support/until.ts'
import { meet, noncesFor } from '#tests/support/v2-group.ts'
import { createKey, type KeyUse } from './key.ts'
import { ANSWER_WAIT, OUTCOME_KEPT } from './limits.ts'
import { Outcomes } from './outcomes.ts'

const caller = { door: 'program', id: 'script' } as const
const onError = (error: unknown): never => {
  throw error
}
/** Simulates only `setTimeout`: sockets keep real time. */
function simulateTimeouts(scope: Scope): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  scope.onTestFinished(() => {
    vi.useRealTimers()
  })
}
test('a call waits a minute for the owner, and gets its result later', async (scope) => {
  const keyset = generateKeyset({ threshold: 2, totalMembers: 2 })
  const relay = await startRelayFor(scope)
  const signer = await mountSigner(keyset, relay.url)
  const [, share = ''] = keyset.shareCredentials
  await startPeerFor(scope, { group: keyset.groupCredential, share, relays: [relay.url] })
  const { policyEngine, answer } = openRules({
    callers: { ...allowAllCallers, byDefault: () => 'ask' },
  })
  const { supervisor } = signer.context.keysets.first
  const uses: KeyUse[] = []
  const key = createKey({
    keyset: supervisor,
    policyEngine,
    audit: (use) => void uses.push(use),
    digest: (text) => text,
    onError,
  })
  const request = { operation: 'sign', caller, hash: newHash() } as const
  simulateTimeouts(scope)
  let isAnswered = false
  const waits = key.carryOut(request).finally(() => {
    isAnswered = true
  })
  await vi.advanceTimersByTimeAsync(ANSWER_WAIT - 1)
  expect(isAnswered).toBe(false)

  await vi.advanceTimersByTimeAsync(1)
  const outcome = await waits
  vi.useRealTimers()

  const id = outcome.ok ? '' : (outcome.question?.id ?? '')
  expect(outcome).toMatchObject({ ok: false, code: 'UNANSWERED', question: { id } })
  expect(key.awaited(id)).toMatchObject({ caller, outcome: null })
  answer(id, { verdict: 'allow' })
  await until(() => key.awaited(id)?.outcome?.ok === true)
  expect(key.awaited(id)?.outcome).toMatchObject({ value: { id: request.hash } })
  expect(uses).toMatchObject([{ outcome: 'ok', detail: { by: 'answer', question: id } }])
})
test('a request that the owner stops while it waits for a retry ends as stopped, also in the audit', async (scope) => {
  const keyset = generateKeyset({ threshold: 2, totalMembers: 2 })
  const relay = await startRelayFor(scope)
  const signer = await mountSigner(keyset, relay.url)
  const { supervisor } = signer.context.keysets.first
  const { policyEngine, stop, close } = openRules()
  scope.onTestFinished(close)
  const uses: KeyUse[] = []
  const audit = (use: KeyUse) => void uses.push(use)
  const key = createKey({
    keyset: supervisor,
    policyEngine,
    audit,
    digest: (text) => text,
    onError,
  })

  const outcome = await key.carryOut(
    { operation: 'sign', caller, hash: newHash() },
    {
      tryFor: 60_000,
      // The first try finds no signer; before the second one the owner stops everything.
      onAllowed: () => {
        void supervisor.stop()
        setImmediate(() => stop.stop())
      },
    },
  )

  expect(outcome).toMatchObject({ ok: false, code: 'STOPPED', by: 'stopped' })
  expect(uses).toMatchObject([{ caller, action: 'sign', outcome: 'STOPPED' }])
})
test('a request to one group is not carried out with the key of another that has replaced it', async (scope) => {
  const [first, second] = [
    generateKeyset({ threshold: 1, totalMembers: 2 }),
    generateKeyset({ threshold: 1, totalMembers: 2 }),
  ]
  const relay = await startRelayFor(scope)
  const signer = await mountSigner(first, relay.url)
  const { supervisor, kept } = signer.context.keysets.first
  const { policyEngine, answer, close } = openRules({
    callers: { ...allowAllCallers, byDefault: () => 'ask' },
  })
  scope.onTestFinished(close)
  const key = createKey({
    keyset: supervisor,
    policyEngine,
    audit: () => {},
    digest: (text) => text,
    onError,
  })
  const asked = Promise.withResolvers<string>()
  const outcome = key.carryOut(
    { operation: 'sign', caller, hash: newHash() },
    { onQuestion: ({ id }) => asked.resolve(id) },
  )
  const id = await asked.promise

  kept.settings.saveEnv({
    SHARE_CRED: second.shareCredentials[0] ?? '',
    GROUP_CRED: second.groupCredential,
  })
  await supervisor.apply()
  await until(
    () =>
      supervisor.signer?.isReady === true &&
      supervisor.signer.group.pubkey === second.group.group_pk,
  )
  answer(id, { verdict: 'allow' })

  const why = texts.nodeUnavailable(texts.otherGroup)
  expect(await outcome).toMatchObject({ ok: false, code: 'NODE_UNAVAILABLE', why })
})
test('a caller that is blocked while its request waits for a retry gets no result', async (scope) => {
  const keyset = generateKeyset({ threshold: 2, totalMembers: 2 })
  const relay = await startRelayFor(scope)
  const signer = await mountSigner(keyset, relay.url)
  const { supervisor } = signer.context.keysets.first
  const app = { caller: { door: 'app', id: 'notes' }, client: 'aa'.repeat(32) } as const
  let paired: string = app.client
  const { policyEngine, close } = openRules({
    callers: { ...allowAllCallers, blockedBy: ({ client }) => (client === paired ? null : 'gone') },
  })
  scope.onTestFinished(close)
  const uses: KeyUse[] = []
  const audit = (use: KeyUse) => void uses.push(use)
  const key = createKey({
    keyset: supervisor,
    policyEngine,
    audit,
    digest: (text) => text,
    onError,
  })

  const outcome = await key.carryOut(
    { operation: 'sign', ...app, hash: newHash() },
    {
      tryFor: 60_000,
      // The first try finds no signer; before the second one another client is paired.
      onAllowed: () => {
        void supervisor.stop()
        setImmediate(() => {
          paired = 'bb'.repeat(32)
        })
      },
    },
  )

  expect(outcome).toMatchObject({ ok: false, code: 'REFUSED', by: 'gone' })
  expect(uses).toMatchObject([{ action: 'sign', outcome: 'REFUSED' }])
})
test('the result of a question is kept for ten minutes', async (scope) => {
  simulateTimeouts(scope)
  const outcomes = new Outcomes<string>()
  const outcome = { ok: true, value: 'signed' } as const
  const question = { id: 'q', runsOutAt: 0 }
  await outcomes.of(caller, question, async () => ({ outcome }), onError)
  await vi.advanceTimersByTimeAsync(OUTCOME_KEPT - 1)
  expect(outcomes.get('q')).toMatchObject({ caller, outcome })

  await vi.advanceTimersByTimeAsync(1)

  expect(outcomes.get('q')).toBeUndefined()
})
test('a call whose work throws after the owner’s answer fails, also for a caller that asks later', async () => {
  const outcomes = new Outcomes<string>()
  const refusal = { ok: false, code: 'NODE_UNAVAILABLE', why: { error: 'broken' } } as const
  const broken = new Error('the disk is full')
  const seen: unknown[] = []

  const waits = outcomes.of(
    caller,
    { id: 'q', runsOutAt: 0 },
    () => Promise.reject(broken),
    (error) => {
      seen.push(error)
      return refusal
    },
  )

  expect(await waits).toMatchObject(refusal)
  expect(outcomes.get('q')).toMatchObject({ caller, outcome: refusal })
  expect(seen).toEqual([broken])
})

test('a signature of an event shows its kind in the audit of a peer that is also a Floe', async (scope) => {
  const keyset = generateKeyset({ threshold: 2, totalMembers: 2 })
  const relay = await startRelayFor(scope)
  const signer = await mountSigner(keyset, relay.url)
  const [, share = ''] = keyset.shareCredentials
  const v2 = noncesFor(scope)
  const relays = [relay.url]
  const peer = await startFloeSigner({ group: keyset.groupCredential, share, relays, v2 })
  scope.onTestFinished(() => peer.node.stop())
  await meet(signer, peer)
  const { keysets, store } = signer.context
  const { key } = keysets.first
  const event = { kind: 1, created_at: 1_700_000_001, tags: [], content: 'hello' }

  const owner = { door: 'owner', id: 'olga' } as const

  const signed = await key.carryOut({ operation: 'sign', caller: owner, event })

  const { id } = signed.ok ? signed.value : expect.fail(signed.why.error)
  const detail = { type: EVENT_SESSION, kinds: [1], hashes: [id] }
  expect(peer.audited).toMatchObject([{ direction: 'given', generation: '2026', ...detail }])
  const [, asked] = store.audit.page({ limit: 2 })
  expect(asked).toMatchObject({ action: 'signature.asked', detail })
})
