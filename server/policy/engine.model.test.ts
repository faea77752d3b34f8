import { expect, test } from 'vitest'
import { BLIND, operations, presets } from '#contract/rule-terms.ts'
import { type Caller, doors, effects, type Kinds } from '#contract/rules.ts'
import { clockAt } from '../../tests/support/clock-by-hand.ts'
import { rounds } from '../../tests/support/long.ts'
import { naiveDecision, type World } from '../../tests/support/naive-policy.ts'
import { type Prng, seededPrng } from '../../tests/support/prng.ts'
import { keepInMemory, openRules } from '../../tests/support/rules.ts'
import type { Rule } from './decide.ts'
import { reasonName } from './reasons.ts'
import type { Part, PolicyRequest } from './request.ts'
import { callerKey } from './request.ts'

const NOW = Date.UTC(2026, 0, 1)
const DAY = 86_400_000

const callers: Caller[] = doors.flatMap((door) => ['a', 'b'].map((id) => ({ door, id })))
const keys = ['aa'.repeat(32), 'bb'.repeat(32)]
/** A kind of each sort, and the neighbours of the ends of ranges. */
const eventKinds = [
  0, 1, 4, 7, 9, 11, 13, 14, 15, 999, 9_999, 10_000, 19_999, 20_000, 24_133, 27_235,
]
const moreKinds = [22_242, 29_999, 30_000, 30_022, 30_023, 30_024, 30_025, 39_999, 40_000]
const kinds = [...eventKinds, ...moreKinds]

const chance = (prng: Prng, of: number) => prng.integer(of) === 0

function randomKinds(prng: Prng): Kinds {
  const from = prng.pick(kinds)
  return [prng.pick([BLIND, from, [from, Math.min(65_535, from + prng.integer(20_000))]] as const)]
}

function randomRule(prng: Prng, id: number): Rule {
  const { door, id: caller } = prng.pick(callers)
  const isOfKinds = chance(prng, 3)
  const verdict = prng.pick(effects)
  return {
    id,
    whom: prng.pick(['everyone', { door }, { door, id: caller }] as const),
    ...(isOfKinds && { kinds: randomKinds(prng) }),
    ...(chance(prng, 2) && { operation: isOfKinds ? 'sign' : prng.pick(operations) }),
    ...(!isOfKinds && chance(prng, 3) && { counterparty: prng.pick(keys) }),
    verdict,
    ...(verdict === 'allow' &&
      chance(prng, 2) && {
        limit: {
          count: 1 + prng.integer(4),
          per: prng.pick(['minute', 'hour', 'day']),
          beyond: prng.pick(['ask', 'refuse']),
        },
      }),
    createdAt: NOW - DAY,
    until: chance(prng, 3) ? NOW + prng.pick([-1, 0, 1, DAY]) : null,
  }
}

function randomWorld(prng: Prng): World {
  const rules = Array.from({ length: prng.integer(16) }, (_, index) => randomRule(prng, index + 1))
  const limited = rules.filter(({ limit }) => limit !== undefined)
  const uses = limited.flatMap(({ id }) =>
    Array.from({ length: prng.integer(12) }, () => ({
      rule: id,
      caller: callerKey(prng.pick(callers)),
      at: NOW + prng.pick([5, 0, -1, -59_999, -60_000, -60_001, -3_599_999, -3_600_000, 1 - DAY]),
      times: 1 + prng.integer(2),
    })),
  )
  return {
    now: NOW,
    isStopped: chance(prng, 50),
    gone: chance(prng, 10) ? [prng.pick(callers)] : [],
    off: chance(prng, 4) ? [[prng.pick(['a', 'b']), prng.pick(operations)]] : [],
    standings: prng
      .shuffle(callers)
      .slice(0, prng.integer(6))
      .map((caller) => ({
        caller,
        name: null,
        preset: chance(prng, 4) ? null : prng.pick(presets),
        isSuspended: chance(prng, 10),
      })),
    rules,
    uses: uses.sort((one, other) => one.at - other.at),
    byDefault: {
      owner: prng.pick(effects),
      program: prng.pick(effects),
      peer: prng.pick(effects),
      app: prng.pick(effects),
    },
  }
}

function randomRequest(prng: Prng): PolicyRequest {
  const operation = chance(prng, 2) ? 'sign' : prng.pick(operations)
  const part = (): Part => {
    if (operation === 'onboard') return {}
    if (operation !== 'sign') return { counterparty: prng.pick(keys) }
    if (chance(prng, 6)) return {}
    return { event: { kind: prng.pick(kinds), created_at: 0, tags: [], content: '' } }
  }
  const parts = Array.from({ length: chance(prng, 3) ? 3 : 1 }, part)
  return { caller: prng.pick(callers), operation, subject: 'it', parts }
}

/** The engine's decision on a request, with a world that was stored before the engine started. */
function decisionIn(world: World, asked: PolicyRequest) {
  const kept = keepInMemory()
  for (const { id: _, ...rule } of world.rules) kept.rules.add(rule)
  for (const use of world.uses) kept.uses.add(use)
  for (const standing of world.standings) kept.callerSettings.set(standing)
  if (world.isStopped) kept.stop.set({ since: NOW, until: null })
  const rules = openRules({
    kept,
    clock: clockAt(() => world.now),
    callers: {
      blockedBy: ({ caller, operation }) => {
        if (world.gone.some((one) => callerKey(one) === callerKey(caller))) return 'gone'
        const isOff = world.off.some(([id, of]) => caller.id === id && of === operation)
        return caller.door === 'peer' && isOff ? 'switch' : null
      },
      byDefault: ({ door }) => world.byDefault[door],
      nameOf: () => undefined,
    },
  })
  const { verdict, reason } = rules.policyEngine.decide(asked, { openFor: 60_000 })
  rules.close()
  return { verdict, by: reasonName(reason) }
}

const WORLDS = rounds(5_000, 100_000)
/** At least so many of the worlds must be decided for each reason. */
const EACH = WORLDS / 400

test(`in ${WORLDS} random worlds the policy engine decides as a naive model does`, async () => {
  const prng = seededPrng(18)
  const decided = new Map<string, number>()
  for (let count = 0; count < WORLDS; count += 1) {
    const world = randomWorld(prng)
    const asked = randomRequest(prng)
    const naive = naiveDecision(world, asked)
    const { verdict, by } = decisionIn(world, asked)
    if (verdict !== naive.verdict || !naive.by.includes(by)) {
      expect({ asked, world, verdict, by }).toEqual({ asked, world, ...naive })
    }
    const what = `${verdict} ${by.replace(/\d+/, '1')}`
    decided.set(what, (decided.get(what) ?? 0) + 1)
    // Lets the event loop handle what was settled.
    if (count % 500 === 0) await new Promise(setImmediate)
  }
  const seldom = [...decided].filter(([, times]) => times < EACH)
  expect(seldom).toEqual([])
  expect(decided.size).toBe(20)
}, 180_000)
