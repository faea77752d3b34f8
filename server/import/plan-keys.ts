import { randomUUID } from 'node:crypto'
import { MAX_API_KEYS } from '#auth/limits.ts'
import { imports as texts } from '#contract/import-messages.ts'
import type { ApiKeyRecord } from '#store/api-keys.ts'
import type { Household } from './household.ts'
import type { PlanOptions, Telling } from './plan.ts'

/** The API keys that come over: what is kept of a key is the same here, in another spelling. */
export function plannedKeys(
  { keys }: Pick<Household, 'keys'>,
  { target, scope: chosen }: PlanOptions,
  { comes, stays }: Telling,
): ApiKeyRecord[] {
  const planned: ApiKeyRecord[] = []
  const isThere = (hash: string) =>
    [...target.apiKeys, ...planned].some((known) => known.hash === hash)
  for (const { name, hash, createdAt, scope: narrowest } of keys) {
    const scope = chosen ?? narrowest
    if (hash === null) stays.push(texts.keyUnfit(name))
    else if (isThere(hash)) stays.push(texts.keyThere(name))
    else if (target.apiKeys.length + planned.length >= MAX_API_KEYS) {
      stays.push(texts.keysFull(name, MAX_API_KEYS))
    } else {
      planned.push({ id: randomUUID(), name, hash, scope, createdAt, lastUsedAt: null })
      comes.push(texts.apiKey(name, scope))
    }
  }
  return planned
}
