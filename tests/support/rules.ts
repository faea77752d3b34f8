import { FIRST_KEYSET } from '#contract/keysets.ts'
import type { Operation } from '#contract/rules.ts'
import { createClock } from '#lib/clock.ts'
import type { ApprovalStore } from '#policy/approvals.ts'
import type { CallerSettingsStore } from '#policy/caller-settings.ts'
import { createPolicy, type Policy, type PolicyOptions } from '#policy/create-policy.ts'
import type { Permit, PolicyEngine } from '#policy/engine.ts'
import type { UseStore } from '#policy/limit-usage.ts'
import { callerKey } from '#policy/request.ts'
import type { Callers, RuleStore } from '#policy/rule-set.ts'
import type { StopStore } from '#policy/stop.ts'
import { createStop, type Stop } from '#policy/stop.ts'
import { openStore } from '#store/open.ts'
import { recordingLog } from '#store/testing/support.ts'
import { type Scope, temporaryFolder } from './scope.ts'

/** The storage of the policy engine. */
export interface KeptRules {
  rules: RuleStore
  uses: UseStore
  callerSettings: CallerSettingsStore
  approvals: ApprovalStore
  stop: StopStore
}

export function keepInMemory(): KeptRules {
  let lastRule = 0
  let uses: ReturnType<UseStore['list']> = []
  let { open, answers }: ReturnType<ApprovalStore['list']> = { open: [], answers: [] }
  let stop: ReturnType<StopStore['get']> = null
  const rules = new Map<number, ReturnType<RuleStore['list']>[number]>()
  const standings = new Map<string, ReturnType<CallerSettingsStore['list']>[number]>()
  return {
    rules: {
      list: () => [...rules.values()],
      add: (rule) => {
        lastRule += 1
        rules.set(lastRule, { ...rule, id: lastRule })
        return lastRule
      },
      delete: (id) => rules.delete(id),
    },
    uses: {
      list: () => [...uses],
      add: (use) => {
        uses.push(use)
      },
      trim: (before) => {
        uses = uses.filter(({ at }) => at >= before)
      },
    },
    callerSettings: {
      list: () => [...standings.values()],
      set: (standing) => {
        standings.set(callerKey(standing.caller), standing)
      },
      delete: (caller) => {
        standings.delete(callerKey(caller))
      },
    },
    approvals: {
      list: () => ({ open: [...open], answers: [...answers] }),
      open: (question) => {
        open.push(question)
      },
      end: (id, answer, remember) => {
        if (!open.some((question) => question.id === id)) return false
        remember?.()
        open = open.filter((question) => question.id !== id)
        if (answer !== null) answers.push(answer)
        return true
      },
      trim: (before) => {
        answers = answers.filter(({ until }) => until > before)
      },
    },
    stop: {
      get: () => stop,
      set: (record) => {
        stop = record
      },
      changedOutside: () => false,
    },
  }
}

/** Blocks nobody, and allows everything by default. */
export const allowAllCallers: Callers = {
  blockedBy: () => null,
  byDefault: () => 'allow',
  nameOf: () => undefined,
}

export interface TestRulesOptions extends Partial<Omit<PolicyOptions, 'store'>> {
  kept?: KeptRules
}

export interface TestRules extends Policy {
  stop: Stop
}

/** The policy of a keyset in which everything is allowed unless a test changes that. */
export function openRules({ kept = keepInMemory(), ...options }: TestRulesOptions = {}): TestRules {
  const { stop: stopStore, ...store } = kept
  const clock = options.clock ?? createClock()
  const stop = options.stop ?? createStop({ store: stopStore, clock, onError: raise })
  const policy = createPolicy({
    callers: allowAllCallers,
    publish: () => {},
    notify: () => {},
    findReplaced: () => undefined,
    audit: () => {},
    actorOf: ({ id }) => id,
    onDecision: () => {},
    onQuestionEnded: () => {},
    onError: raise,
    ...options,
    ...{ store, clock, stop },
  })
  return {
    ...policy,
    stop,
    close: () => {
      policy.close()
      if (options.stop === undefined) stop.close()
    },
  }
}

function raise(error: unknown): never {
  throw error
}

/** A policy engine that allows everything. */
export const openPolicyEngine = (): PolicyEngine => openRules().policyEngine

/** A permit of a policy engine that allows everything. */
export function permitFor<O extends Operation>(
  operation: O,
  policyEngine = openPolicyEngine(),
): Permit<O> {
  const policyOutcome = policyEngine.decide(
    { caller: { door: 'owner', id: 'test' }, operation, subject: '', parts: [{}] },
    { openFor: 0 },
  )
  if (policyOutcome.verdict !== 'allow') throw new Error(`not allowed: ${policyOutcome.reason.by}`)
  return policyOutcome.permit
}

/** The policy engine's storage, in a store that is deleted when the test ends. @param now Unix milliseconds */
export function keepOnDisk(scope: Scope, now: () => number): KeptRules {
  const store = openStore({ dataDir: temporaryFolder(scope), log: recordingLog().log, now })
  scope.onTestFinished(() => store.close())
  const { rules, uses, callerSettings, approvals } = store.keyset(FIRST_KEYSET)
  return { rules, uses, callerSettings, approvals, stop: store.stop }
}

/** A permit for any signature, for tests of something else. */
export const SIGNING = permitFor('sign')

/** A permit for any key exchange. */
export const EXCHANGING = permitFor('ecdh')
