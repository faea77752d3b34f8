import { describe, expect, test } from 'vitest'
import { eventId, serializeEvent, verifySignature } from '#nostr/event.ts'
import { V2_CONTENT_CHARS_MAX } from '#protocol/limits.ts'
import { EVENT_SESSION } from '#protocol/v2/event-session.ts'
import type { BetaDevice } from '../support/beta-device.ts'
import { startBeta } from '../support/beta-member.ts'
import { SIGNING } from '../support/rules.ts'
import type { Scope } from '../support/scope.ts'
import { meet, type V2Member, v2Group } from '../support/v2-group.ts'

/** A Floe, or two, and a device of Igloo beta: two of them sign. */
async function beside(scope: Scope, floes: 1 | 2 = 1) {
  const group = await v2Group(scope, { threshold: 2, totalMembers: floes + 1 })
  const [floe, other] = [await group.start(1), floes === 2 ? await group.start(2) : null]
  const device = await startBeta(scope, group, floes + 1)
  await meet(...[floe, ...(other ? [other] : [])])
  expect(await floe.node.ping(device.xonly)).toMatchObject({ success: true })
  const key = group.keyset.group.group_pk.slice(2)
  return { floe, other, device, key }
}

/** An event whose serialised form has this many bytes. */
function eventOf(pubkey: string, bytes: number, kind = 1) {
  const event = { pubkey, created_at: 1_700_000_000, kind, tags: [], content: '' }
  return { ...event, content: 'x'.repeat(bytes - serializeEvent(event).length) }
}
type Event = ReturnType<typeof eventOf>

async function signAll({ node }: V2Member, events: readonly Event[]): Promise<void> {
  const outcomes = await Promise.all(
    events.map((event) => node.sign(SIGNING, eventId(event), [], serializeEvent(event))),
  )
  for (const [at, outcome] of outcomes.entries()) {
    if (!outcome.ok) throw new Error(outcome.why.error)
    const { signature, pubkey } = outcome.signature
    expect(verifySignature(signature, eventId(events[at] as Event), pubkey)).toBe(true)
  }
}

/** Of each request to the device: how many hashes, and how many characters of content, null without any. */
const askedFor = ({ heard }: BetaDevice) =>
  heard
    .filter(({ type }) => type === 'SignRequest')
    .map(({ data }) => [data.hashes.length, data.content?.length ?? null])

describe('a device of Igloo beta, which reads 16 kB of what is signed', () => {
  test('signs a larger event by its hash, and Floe writes down what it was', async (t) => {
    const { floe, device, key } = await beside(t)
    await signAll(floe, [eventOf(key, 20_000, 30_023)])
    expect(askedFor(device)).toEqual([[1, null]])
    expect(device.dropped).toEqual([])
    expect(floe.audited).toMatchObject([{ type: 'message', kinds: [30_023], outcome: 'ok' }])
  })

  test('is shown what it reads', async (t) => {
    const { floe, device, key } = await beside(t)
    await signAll(floe, [eventOf(key, V2_CONTENT_CHARS_MAX / 2)])
    expect(askedFor(device)).toEqual([[1, V2_CONTENT_CHARS_MAX]])
  })

  test('signs events that come together, in requests that it reads', async (t) => {
    const { floe, device, key } = await beside(t)
    await signAll(floe, [
      eventOf(key, 200),
      ...[1, 2, 3, 4, 5].map((kind) => eventOf(key, 9_000, kind)),
    ])
    expect(askedFor(device)).toEqual([[1, 400], ...Array(5).fill([1, 18_000])])
    expect(device.dropped).toEqual([])
  })

  test('takes nothing from what another Floe is shown', async (t) => {
    const { floe, other, device, key } = await beside(t, 2)
    floe.node.peers.setPolicy(device.xonly, { allowSend: false, allowReceive: true })
    await signAll(floe, [eventOf(key, 20_000, 7)])
    await device.stop()
    floe.node.peers.setPolicy(device.xonly, { allowSend: true, allowReceive: true })
    await signAll(floe, [eventOf(key, 20_000, 8)])
    expect(other?.audited).toMatchObject([
      { type: EVENT_SESSION, kinds: [7] },
      { type: EVENT_SESSION, kinds: [8] },
    ])
  })
})
