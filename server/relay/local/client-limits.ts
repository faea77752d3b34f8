import { ReadingBudget } from '../reading-budget.ts'
import { MAX_ADDRESSES, MAX_CONNECTIONS, MAX_STRANGERS, READING_RATE } from './limits.ts'

/** A connection, as far as it matters for who gives way. */
export interface Guest {
  /** As limits count it. */
  readonly address: string
  /** It has identified itself as a member (NIP-42): what a member has signed can be had elsewhere. */
  readonly isIdentified: boolean
}

/**
 * Who has to give way to one more, so that only members hold places: the oldest stranger of the address that
 * comes, if that has as many as it may; or, if all is taken, of the address with the most.
 *
 * @param guests the oldest first
 * @returns undefined: nobody; null: all places are members'
 */
export function givesWay<G extends Guest>(
  guests: readonly G[],
  address: string,
): G | undefined | null {
  const strangers = guests.filter(({ isIdentified }) => !isIdentified)
  const byAddress = Map.groupBy(strangers, (guest) => guest.address)
  const own = byAddress.get(address) ?? []
  if (own.length >= MAX_STRANGERS) return own[0]
  if (guests.length < MAX_CONNECTIONS) return undefined
  const [most] = [...byAddress.values()].toSorted((a, b) => b.length - a.length)
  return most?.[0] ?? null
}

/** What all strangers of an address may take of the event loop, however often they come back. */
export function createBudgets(): (address: string) => ReadingBudget {
  const budgets = new Map<string, ReadingBudget>()
  return (address) => {
    const budget = budgets.get(address) ?? newBudget()
    budgets.delete(address)
    budgets.set(address, budget)
    const [oldest] = budgets.keys()
    if (budgets.size > MAX_ADDRESSES && oldest !== undefined) budgets.delete(oldest)
    return budget
  }
}

export const newBudget = (): ReadingBudget => new ReadingBudget(undefined, READING_RATE)
