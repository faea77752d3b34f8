import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { v2Refusal } from '#contract/messages.ts'
import { eventId, serializeEvent, verifySignature } from '#nostr/event.ts'
import { EVENT_SESSION, eventContent } from '#protocol/v2/event-session.ts'
import { sessionId } from '#protocol/v2/session.ts'
import { SIGNING } from '../support/rules.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { meet, type V2Group, type V2Member, v2Group } from '../support/v2-group.ts'
import { V2Rogue } from '../support/v2-rogue.ts'

const SAID = 'what only the event says'

const eventOf = (group: V2Group, kind: number, content = SAID) => ({
  pubkey: group.keyset.group.group_pk.slice(2),
  created_at: 1_700_000_000,
  kind,
  tags: [['t', 'test']],
  content,
})
type Event = ReturnType<typeof eventOf>

const sign = ({ node }: V2Member, event: Event) =>
  node.sign(SIGNING, eventId(event), [], serializeEvent(event))

/** Asks for a signature of each, all at once, and expects valid ones. */
async function signAll(asker: V2Member, events: readonly Event[]): Promise<void> {
  const outcomes = await Promise.all(events.map((event) => sign(asker, event)))
  for (const [at, outcome] of outcomes.entries()) {
    if (!outcome.ok) throw new Error(outcome.why.error)
    const { signature, pubkey } = outcome.signature
    expect(verifySignature(signature, eventId(events[at] as Event), pubkey)).toBe(true)
  }
}

const linesOf = ({ entries }: V2Member): string[] => entries.map(({ message }) => message)

describe('between Floe nodes', () => {
  const pair = async (t: Scope) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const [asker, signer] = [await group.start(1), await group.start(2)]
    await meet(asker, signer)
    return { group, asker, signer }
  }

  test('whoever signs an event knows its kind, and writes down that and nothing else of it', async (t) => {
    const { group, asker, signer } = await pair(t)
    const event = eventOf(group, 1)
    await signAll(asker, [event])
    const record = { type: EVENT_SESSION, kinds: [1], hashes: [eventId(event)], outcome: 'ok' }
    expect(signer.audited).toMatchObject([{ ...record, direction: 'given' }])
    expect(asker.audited).toMatchObject([{ ...record, direction: 'asked' }])
    expect(linesOf(signer).join('\n')).toContain(': an event of kind 1')
    expect(JSON.stringify([signer.entries, signer.audited, asker.entries])).not.toContain(SAID)
  })

  test('events that come together are signed in one session, each checked and reported', async (t) => {
    const { group, asker, signer } = await pair(t)
    const first = eventOf(group, 1)
    const others = [7, 1, 30_023].map((kind, at) => eventOf(group, kind, `${SAID} ${at}`))
    await signAll(asker, [first, ...others])
    expect(signer.audited.map(({ kinds }) => kinds)).toEqual([[1], [7, 1, 30_023]])
    expect(linesOf(signer).join('\n')).toContain(': 3 events of kind 7, 1, 30023')
  })

  test('as many as fit into a session are reported; one that fits into none is a hash', async (t) => {
    const { group, asker, signer } = await pair(t)
    const large = Array.from({ length: 4 }, (_, at) => eventOf(group, at, 'x'.repeat(12_000)))
    await signAll(asker, [eventOf(group, 9), ...large, eventOf(group, 5, 'x'.repeat(40_000))])
    expect(signer.audited.map(({ type, kinds }) => [type, kinds])).toEqual([
      [EVENT_SESSION, [9]],
      [EVENT_SESSION, [0, 1]],
      [EVENT_SESSION, [2, 3]],
      ['message', undefined],
    ])
  })

  test('hashes are signed as before, and nothing more is said of them', async (t) => {
    const { asker, signer } = await pair(t)
    expect(await asker.node.sign(SIGNING, 'ab'.repeat(32))).toMatchObject({ ok: true })
    expect(signer.audited).toMatchObject([{ type: 'message' }])
    expect(signer.audited[0]).not.toHaveProperty('kinds')
  })
})

test('a session whose content is not what would be signed costs no nonce', async (t) => {
  const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
  const floe = await group.start(1)
  const rogue = await V2Rogue.start(group.keyset, 2, group.relay.url)
  t.onTestFinished(() => rogue.stop())
  await rogue.ping(floe.xonly)
  const event = eventOf(group, 1)
  const shown = eventContent([serializeEvent(event)])
  const signed = createHash('sha256').update('something else').digest('hex')
  const nonces = rogue.take(floe.xonly, 1)

  const claim = (hash: string, content: string) => {
    const session = { ...rogue.session(1, nonces, [hash]), kind: EVENT_SESSION, content }
    return { ...session, sid: sessionId(session) }
  }
  const lie = rogue.send(floe.xonly, { type: 'SignRequest', data: claim(signed, shown) })
  await until(() => linesOf(floe).some((line) => line.includes(v2Refusal.contentMismatch)))
  expect(rogue.answersTo(lie)).toEqual([])
  expect(floe.audited).toEqual([])

  const honest = { type: 'SignRequest', data: claim(eventId(event), shown) } as const
  expect(await rogue.ask(floe.xonly, honest)).toMatchObject({ type: 'SignResponse' })
  expect(floe.audited).toMatchObject([{ kinds: [1] }])
})
