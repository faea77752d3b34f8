import type Database from 'better-sqlite3'
import type { Effect, Kinds, Limit, Operation, Whom } from '#contract/rules.ts'
import type { Rule } from '#policy/decide.ts'
import type { RuleStore } from '#policy/rule-set.ts'
import { write } from './database.ts'
import type { Guards } from './guards.ts'
import { createCounter, RULE_IDS } from './process-settings.ts'

type Row = {
  id: number
  keyset: number
  door: string | null
  caller: string | null
  operation: string | null
  kinds: string | null
  counterparty: string | null
  verdict: string
  limitCount: number | null
  limitPer: string | null
  limitBeyond: string | null
  createdAt: number
  until: number | null
}

export function createRules(
  db: Database.Database,
  { guards, keyset }: { guards: Guards; keyset: number },
): RuleStore {
  const guard = guards.of<Row>('rules', keyset)
  const raiseId = createCounter(db, RULE_IDS)
  const put = db.prepare<[Row]>(
    `INSERT INTO rules (id, keyset, door, caller, operation, kinds, counterparty, verdict,
                        limit_count, limit_per, limit_beyond, created_at, until)
     VALUES (@id, @keyset, @door, @caller, @operation, @kinds, @counterparty, @verdict,
             @limitCount, @limitPer, @limitBeyond, @createdAt, @until)`,
  )
  const remove = db.prepare<[number, number]>('DELETE FROM rules WHERE keyset = ? AND id = ?')
  const rows = (): Row[] => guard.read().rows.sort((one, other) => one.id - other.id)

  return {
    list: () => rows().map(ruleFrom),
    add: (rule) =>
      write(db, () => {
        const id = raiseId(1)
        put.run(rowOf({ ...rule, id }, keyset))
        guard.record([String(id)])
        return id
      }),
    delete: (id) =>
      write(db, () => {
        const wasThere = rows().some((row) => row.id === id)
        remove.run(keyset, id)
        guard.record([String(id)])
        return wasThere
      }),
  }
}

const rowOf = (rule: Rule, keyset: number): Row => ({
  id: rule.id,
  keyset,
  door: rule.whom === 'everyone' ? null : rule.whom.door,
  caller: rule.whom === 'everyone' || !('id' in rule.whom) ? null : rule.whom.id,
  operation: rule.operation ?? null,
  kinds: rule.kinds === undefined ? null : JSON.stringify(rule.kinds),
  counterparty: rule.counterparty ?? null,
  verdict: rule.verdict,
  limitCount: rule.limit?.count ?? null,
  limitPer: rule.limit?.per ?? null,
  limitBeyond: rule.limit?.beyond ?? null,
  createdAt: rule.createdAt,
  until: rule.until,
})

const ruleFrom = (row: Row): Rule => ({
  id: row.id,
  whom: whomFrom(row),
  ...(row.operation === null ? {} : { operation: row.operation as Operation }),
  ...(row.kinds === null ? {} : { kinds: JSON.parse(row.kinds) as Kinds }),
  ...(row.counterparty === null ? {} : { counterparty: row.counterparty }),
  verdict: row.verdict as Effect,
  ...limitFrom(row),
  createdAt: row.createdAt,
  until: row.until,
})

function whomFrom({ door, caller }: Row): Whom {
  if (door === null) return 'everyone'
  return (caller === null ? { door } : { door, id: caller }) as Whom
}

const limitFrom = ({ limitCount, limitPer, limitBeyond }: Row): { limit?: Limit } =>
  limitCount === null
    ? {}
    : { limit: { count: limitCount, per: limitPer, beyond: limitBeyond } as Limit }
