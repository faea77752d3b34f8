import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import { signEvent } from '#nostr/event.ts'
import { RelayPool } from '#relay/pool.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { publish } from '../../tests/support/publish.ts'
import { DEAD_RELAY_URL } from '../../tests/support/relay-client.ts'
import { until } from '../../tests/support/until.ts'
import { recordedKey, recordedShare } from '../../tests/support/v2-vectors.ts'
import { CURRENT_EVENTS_AT_ONCE } from './limits.ts'
import { createCurrentEvents } from './stored-events.ts'

// No search runs out of time, however busy the machine is.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const author = recordedKey(1)
const { seckey } = recordedShare(1)

/** A relay that accepts invalid events, too. */
async function startRelay(): Promise<RelayFixture> {
  const relay = await RelayFixture.start({ verify: false })
  onTestFinished(() => relay.stop())
  return relay
}

function currentOn(...relays: Pick<RelayFixture, 'url'>[]) {
  const current = createCurrentEvents({
    relayPool: new RelayPool(),
    author: () => author,
    relays: () => relays.map(({ url }) => url),
  })
  onTestFinished(() => current.stop())
  return current
}

const template = (fields: Partial<EventTemplate> = {}): EventTemplate => ({
  ...{ kind: 0, created_at: 1_700_000_000, tags: [], content: '' },
  ...fields,
})
const signed = (fields: Partial<EventTemplate>): NostrEvent =>
  signEvent(template(fields), seckey, author)

test('An event would replace the newest one on all relays', async () => {
  const relays = await Promise.all([startRelay(), startRelay(), startRelay()])
  for (const [at, relay] of relays.entries()) {
    const created_at = at === 1 ? 1_700_000_003 : 1_700_000_000 + at
    await publish(relay, signed({ created_at, content: `${at}` }))
  }
  const found = await currentOn(...relays).find(template())
  expect(found).toEqual(template({ created_at: 1_700_000_003, content: '1' }))
  await until(() => relays.every(({ connections }) => connections === 0))
})

test('An addressable event would replace the one with its name', async () => {
  const relay = await startRelay()
  const named = (name: string) => ({ kind: 30_023, tags: [['d', name]], content: name })
  await publish(relay, signed({ ...named('one'), created_at: 1_700_000_001 }))
  await publish(relay, signed(named('other')))
  const current = currentOn(relay)
  expect(await current.find(template(named('other')))).toEqual(template(named('other')))
  expect(await current.find(template(named('third')))).toBe('none')
})

test('An event is not believed if the group has not signed it, it has another kind, or it is too large', async () => {
  const genuine = signed({ content: 'Anna' })
  const wrong = [
    { ...genuine, sig: '00'.repeat(64) },
    { ...genuine, content: 'Eve' },
    signEvent(template(), recordedShare(2).seckey, author),
    signEvent(template(), recordedShare(2).seckey, recordedKey(2)),
    signed({ kind: 3 }),
    signed({ content: 'x'.repeat(393_216) }),
  ]
  for (const event of wrong) {
    const liar = await startRelay()
    liar.setFaults({ ignoreFilters: true })
    await publish(liar, event)
    const honest = await startRelay()
    await publish(honest, genuine)
    const isAbout = event.kind === 0 && event.pubkey === author
    expect(await currentOn(liar).find(template())).toBe(isAbout ? 'unread' : 'none')
    expect(await currentOn(liar, honest).find(template())).toEqual(template({ content: 'Anna' }))
  }
})

test('There is no search if nothing would be replaced, or if too many searches are running', async () => {
  const relay = await startRelay()
  relay.setFaults({ noEose: true })
  const current = currentOn(relay)
  expect(current.find(template({ kind: 1 }))).toBeUndefined()
  const searches = Array.from({ length: CURRENT_EVENTS_AT_ONCE }, () => current.find(template()))
  expect(searches).not.toContain(undefined)
  expect(current.find(template())).toBeUndefined()
})

test('A list of 5,000 people is read, whatever they are called', async () => {
  const relay = await startRelay()
  const tags = Array.from({ length: 5_000 }, (_, at) => ['p', at.toString(16).padStart(64, '0')])
  await publish(relay, signed({ kind: 3, tags }))
  expect(await currentOn(relay).find(template({ kind: 3 }))).toEqual(template({ kind: 3, tags }))
})

test('A search that failed is told apart from a search that found nothing', async () => {
  const away = { url: DEAD_RELAY_URL }
  expect(await currentOn(away).find(template())).toBe('unread')
  expect(await currentOn().find(template())).toBe('unread')
  expect(await currentOn(away, await startRelay()).find(template())).toBe('none')
  const named = template({ kind: 30_000, tags: [['d', 'x'.repeat(2_000)]] })
  expect(await currentOn(await startRelay()).find(named)).toBe('unread')
})

test('The events that a deletion names are found by their ids, if the group has signed them', async () => {
  const [relay, liar] = [await startRelay(), await startRelay()]
  liar.setFaults({ ignoreFilters: true })
  const [one, other, left] = ['one', 'other', 'left'].map((content) => signed({ kind: 1, content }))
  const foreign = signEvent(template({ kind: 1 }), recordedShare(2).seckey, recordedKey(2))
  for (const event of [one, other, foreign]) if (event) await publish(relay, event)
  for (const event of [{ ...other, content: 'forged' }, left, foreign]) {
    await publish(liar, event as NostrEvent)
  }
  const deletion = (ids: (string | undefined)[]) =>
    template({ kind: 5, tags: ids.map((id = '') => ['e', id]) })
  const current = currentOn(liar, relay)
  const found = current.findDeleted(deletion([other?.id, foreign.id, 'no id', one?.id]))
  expect((await found)?.map(({ content }) => content)).toEqual(['other', 'one'])
  expect(current.findDeleted(deletion(['no id']))).toBeUndefined()
  expect(current.findDeleted({ ...deletion([one?.id]), kind: 1 })).toBeUndefined()
})

test('A search ends when it is stopped, and leaves nothing open', async () => {
  const relay = await startRelay()
  relay.setFaults({ noEose: true })
  const current = currentOn(relay)
  const searching = current.find(template())
  await until(() => relay.received.reqs > 0)
  await current.stop()
  expect(await searching).toBe('unread')
  expect(current.find(template())).toBeUndefined()
})
