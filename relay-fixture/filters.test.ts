import { describe, expect, it } from 'vitest'
import { matches } from '#nostr/filter.ts'
import { parseFilters } from './filters.ts'
import { keyPair, makeEvent } from './test-support.ts'

const alice = keyPair(1).pubkey
const bob = keyPair(2).pubkey
const event = makeEvent({
  kind: 20_004,
  created_at: 1_000,
  tags: [['e'], ['p', bob], ['t', 'Floe']],
})

function passes(filter: object): boolean {
  const parsed = parseFilters([filter])
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.filters.some((one) => matches(one, event))
}

describe('a filter', () => {
  it.each([
    [{}],
    [{ ids: [event.id] }],
    [{ authors: [bob, alice] }],
    [{ kinds: [1, 20_004] }],
    [{ '#p': [alice, bob] }],
    [{ '#t': ['Floe'] }],
    [{ since: 1_000, until: 1_000 }],
    [{ limit: 0 }],
    [{ ids: [event.id], authors: [alice], kinds: [20_004], '#p': [bob], since: 999, until: 1_001 }],
  ])('lets an event pass that has all it asks for: %j', (filter) => {
    expect(passes(filter)).toBe(true)
  })

  it.each([
    [{ ids: ['a'.repeat(64)] }],
    [{ authors: [bob] }],
    [{ kinds: [20_005] }],
    [{ kinds: [] }],
    [{ '#p': [alice] }],
    [{ '#t': ['floe'] }],
    [{ '#e': ['a'.repeat(64)] }],
    [{ since: 1_001 }],
    [{ until: 999 }],
    [{ authors: [alice], kinds: [1] }],
  ])('holds an event back that lacks something: %j', (filter) => {
    expect(passes(filter)).toBe(false)
  })

  it.each([
    [[]],
    [[null]],
    [['kinds']],
    [[[{ kinds: [1] }]]],
    [[{ kinds: [1] }, { kinds: 1 }]],
    [[{ kinds: ['1'] }]],
    [[{ kinds: [-1] }]],
    [[{ ids: ['abc'] }]],
    [[{ authors: [alice.toUpperCase()] }]],
    [[{ '#p': ['bob'] }]],
    [[{ '#topic': ['x'] }]],
    [[{ '#t': [1] }]],
    [[{ since: '0' }]],
    [[{ until: 1.5 }]],
    [[{ limit: null }]],
    [[{ search: 'x' }]],
  ])('is refused when it is malformed: %j', (filters) => {
    expect(parseFilters(filters).ok).toBe(false)
  })
})
