import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { protocolTexts, refusal, v2Refusal } from '#contract/messages.ts'
import { serializeEvent } from '#nostr/event.ts'
import { seededPrng } from '#tests/support/prng.ts'
import {
  flipBit,
  present,
  recordedData,
  recordedSignings,
  recordedStep,
  vectors,
} from '#tests/support/v2-vectors.ts'
import { dealKey } from './dealing.ts'
import { EVENT_SESSION, eventContent, shownEvents } from './event-session.ts'
import { generateNonce } from './frost.ts'
import { groupId, memberAt } from './group.ts'
import type { EcdhPackage, Nonce, NonceSet, SignResponse, SignSession } from './messages.ts'
import {
  type CheckContext,
  checkEcdh,
  checkEcdhResponse,
  checkSession,
  checkSignResponse,
  createSession,
  sessionId,
} from './session.ts'

const prng = seededPrng(406)
const hex32 = () => Buffer.from(prng.bytes(32)).toString('hex')
const withOwnId = (session: SignSession): SignSession => ({ ...session, sid: sessionId(session) })

const dealt = dealKey(undefined, { threshold: 3, totalMembers: 5, name: 'T', random: prng.bytes })
if (!dealt.ok) throw new Error(dealt.error)
const { group, shares } = dealt.value
/** We are member 2, and member 4 asks. */
const context: CheckContext = { group, gid: groupId(group), self: 2, asker: 4 }

const nonces = (count: number, idx: number): Nonce[] =>
  Array.from({ length: count }, () => generateNonce(shares[idx - 1]?.seckey ?? '', prng.bytes))

/** A sound session of these members, and our pool with its nonces. */
function sound(members = [1, 2, 4], hashes = [hex32(), hex32()]) {
  const sets = new Map(members.map((idx) => [idx, nonces(hashes.length, idx)]))
  const unspent = new Map((sets.get(context.self) ?? []).map((nonce) => [nonce.code, nonce]))
  return { session: createSession(group, hashes, sets, { stamp: 1 }), unspent }
}

const { session, unspent } = sound()
const reasonOf = (changed: SignSession, pool: ReadonlyMap<string, Nonce> = unspent) =>
  checkSession(changed, context, (code) => pool.get(code))

/** The sets, with some entries changed. */
const setsWith = (
  change: (entries: NonceSet['entries']) => NonceSet['entries'],
  only?: number,
): NonceSet[] =>
  session.nonces.map(({ idx, entries }) => ({
    idx,
    entries: only === undefined || only === idx ? change(entries) : entries,
  }))

type Wrong = Partial<Omit<SignSession, 'sid'>>
const twiceTheFirst: Parameters<typeof setsWith>[0] = ([first, ...rest]) =>
  first ? [first, ...rest.map((entry) => ({ ...entry, code: first.code }))] : []
const reindexed = (index: number) => (entries: NonceSet['entries']) =>
  entries.map((entry) => ({
    ...entry,
    hash_index: entry.hash_index === 1 ? index : entry.hash_index,
  }))

/** In the order of the checks: each case also has the faults of those after it. */
const faults: [string, Wrong, string][] = [
  ['is of another group', { gid: hex32(), members: [4, 2, 9] }, refusal.groupIdMismatch],
  ['has its members out of order', { members: [2, 1, 4, 9] }, v2Refusal.membersOrder],
  ['names a member twice', { members: [1, 1, 2, 4] }, v2Refusal.membersOrder],
  ['names somebody unknown', { members: [1, 9] }, refusal.memberUnknown],
  ['has too few members', { members: [1, 3] }, refusal.tooFewMembers],
  ['leaves the asker out', { members: [1, 3, 5] }, refusal.membersWithoutAsker],
  ['leaves us out', { members: [1, 3, 4], kind: EVENT_SESSION }, refusal.membersWithoutUs],
  ['says that it is of an event and has none', { kind: EVENT_SESSION }, v2Refusal.contentMismatch],
  ['has no nonces', { nonces: [] }, v2Refusal.noNoncesForUs],
  [
    'has none of our nonces',
    { nonces: session.nonces.filter(({ idx }) => idx !== 2) },
    v2Refusal.noNoncesForUs,
  ],
  [
    'has no nonces of another member',
    { nonces: session.nonces.filter(({ idx }) => idx !== 1) },
    v2Refusal.nonceSets,
  ],
  [
    'has nonces of somebody else',
    { nonces: [...session.nonces, { idx: 5, entries: session.nonces[0]?.entries ?? [] }] },
    v2Refusal.nonceSets,
  ],
  [
    'has the nonces of a member twice',
    { nonces: session.nonces.flatMap((set) => [set, set]) },
    v2Refusal.nonceSets,
  ],
  ['has its nonces out of order', { nonces: session.nonces.toReversed() }, v2Refusal.nonceSets],
  ['has a nonce too few', { nonces: setsWith((all) => all.slice(1), 2) }, v2Refusal.nonceEntries],
  [
    'has a nonce of another member too few',
    { nonces: setsWith((all) => all.slice(1), 1) },
    v2Refusal.nonceEntries,
  ],
  [
    'has a nonce too many',
    { nonces: setsWith((all) => [...all, ...all.slice(0, 1)], 2) },
    v2Refusal.nonceEntries,
  ],
  ['has two nonces for one hash', { nonces: setsWith(reindexed(0), 2) }, v2Refusal.nonceEntries],
  ['has a nonce for no hash', { nonces: setsWith(reindexed(2), 2) }, v2Refusal.nonceEntries],
  ['uses a nonce of ours twice', { nonces: setsWith(twiceTheFirst, 2) }, v2Refusal.nonceTwice],
  [
    'uses a nonce of another member twice',
    { nonces: setsWith(twiceTheFirst, 1) },
    v2Refusal.nonceTwice,
  ],
  [
    'uses a nonce that was never ours',
    { nonces: setsWith((all) => all.map((entry) => ({ ...entry, code: hex32() })), 2) },
    v2Refusal.nonceUnavailable,
  ],
  [
    'has another hidden point for one of ours',
    {
      nonces: setsWith((all) => all.map((entry) => ({ ...entry, hidden_pn: entry.binder_pn })), 2),
    },
    v2Refusal.nonceMismatch,
  ],
  [
    'has another binder point for one of ours',
    {
      nonces: setsWith((all) => all.map((entry) => ({ ...entry, binder_pn: entry.hidden_pn })), 2),
    },
    v2Refusal.nonceMismatch,
  ],
]

describe('a request for signatures', () => {
  test('that is sound is accepted, whatever its stamp and kind', () => {
    expect(reasonOf(session)).toBeNull()
    for (const wrong of [{ stamp: 0 }, { kind: '' }, { kind: 'event', content: 'ab' }])
      expect(reasonOf(withOwnId({ ...session, ...wrong }))).toBeNull()
  })

  test('of more members than needed is accepted', () => {
    const more = sound([1, 2, 3, 4, 5])
    expect(reasonOf(more.session, more.unspent)).toBeNull()
  })

  test('may have the nonces for its hashes in any order', () => {
    const nonces = setsWith((entries) => entries.toReversed())
    expect(reasonOf({ ...session, nonces })).toBeNull()
  })

  test.each(faults)('is refused that %s', (_, wrong, reason) => {
    expect(reasonOf(withOwnId({ ...session, ...wrong }))).toBe(reason)
  })

  test('is refused that has another id than its content makes', () => {
    expect(reasonOf({ ...session, sid: hex32() })).toBe(protocolTexts.sessionIdMismatch)
    for (const changed of [
      { stamp: 2 },
      { kind: 'event' },
      { content: 'ab' },
      { hashes: [hex32()] },
    ])
      expect(reasonOf({ ...session, ...changed })).toBe(protocolTexts.sessionIdMismatch)
    // The id is checked before the asker and we are looked for among the members.
    expect(reasonOf({ ...session, members: [1, 3, 5] })).toBe(protocolTexts.sessionIdMismatch)
  })

  test('is refused once one of its nonces is spent', () => {
    for (const code of unspent.keys()) {
      const rest = new Map([...unspent].filter(([one]) => one !== code))
      expect(reasonOf(session, rest)).toBe(v2Refusal.nonceUnavailable)
    }
  })
})

describe('a session that shows the event it signs', () => {
  const event = { pubkey: group.group_pk, created_at: 1, kind: 1, tags: [['t', '1']], content: 'ä' }
  const serialised = serializeEvent(event)
  const others = [7, 30_023].map((kind) => serializeEvent({ ...event, kind, content: 'a\nb' }))
  const content = Buffer.from(serialised).toString('hex')
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
  const hash = hashOf(serialised)
  const refusalOf = (hashes: string[], content: string | null) => {
    const made = sound([1, 2, 4], hashes)
    const changed = withOwnId({ ...made.session, kind: EVENT_SESSION, content })
    return reasonOf(changed, made.unspent)
  }

  const kindsOf = (content: string, hashes: string[]) =>
    shownEvents({ kind: EVENT_SESSION, content, hashes })?.map(({ kind }) => kind)

  test('is let through when the event is right, and shows its kind', () => {
    expect(refusalOf([hash], content)).toBeNull()
    expect(kindsOf(content, [hash])).toEqual([1])
  })

  test('is let through with several events, each in the place of its hash, and no other', () => {
    const all = [serialised, ...others]
    const hashes = all.map(hashOf)
    expect(refusalOf(hashes, eventContent(all))).toBeNull()
    expect(kindsOf(eventContent(all), hashes)).toEqual([1, 7, 30_023])
    for (const wrong of [all.toReversed(), all.slice(1), [...all, serialised], [all.join('')]])
      expect(refusalOf(hashes, eventContent(wrong))).toBe(v2Refusal.contentMismatch)
  })

  test('shows no event when it is of another kind', () => {
    expect(shownEvents({ kind: 'message', content, hashes: [hash] })).toBeUndefined()
    expect(shownEvents(session)).toBeUndefined()
  })

  test.each<[string, string]>([
    ['no JSON', 'hello'],
    ['no event', '{"kind":1}'],
    ['an event of another author', serializeEvent({ ...event, pubkey: hex32() })],
    ['an event with a negative kind', serialised.replace('1,1,', '1,-1,')],
    ['an event with half a time', serialised.replace('1,1,', '1.5,1,')],
    ['an event with a tag that is no list', serialised.replace('["t","1"]', '"t"')],
    ['an event of another version', serialised.replace('[0', '[1')],
    ['an event with a field more', serialised.replace(/]$/, ',1]')],
    ['an event not written as its id is made', serialised.replace('[0,', '[0, ')],
  ])('is refused whose hash is that of %s', (_, text) => {
    expect(text).not.toBe(serialised)
    expect(refusalOf([hashOf(text)], eventContent([text]))).toBe(v2Refusal.contentMismatch)
  })

  test.each([{ kind: 65_536 }, { created_at: 1_750_000_000_000 }])(
    'is refused with a kind or a date that no relay accepts: %o',
    (wrong) => {
      const text = serializeEvent({ ...event, ...wrong })
      expect(refusalOf([hashOf(text)], eventContent([text]))).toBe(v2Refusal.eventOutOfRange)
    },
  )

  test.each<[string, string[], string | null]>([
    ['has no content', [hash], null],
    ['has empty content', [hash], ''],
    ['signs another hash', [hex32()], content],
    ['signs one hash more', [hash, hex32()], content],
  ])('is refused that %s', (_, hashes, wrong) => {
    expect(refusalOf(hashes, wrong)).toBe(v2Refusal.contentMismatch)
  })

  test('is refused with any bit of the event flipped', () => {
    for (let bit = 0; bit < content.length * 4; bit += 7)
      expect(refusalOf([hash], flipBit(content, bit))).toBe(v2Refusal.contentMismatch)
  })
})

describe('an answer with partial signatures', () => {
  const answer: SignResponse = {
    idx: 1,
    sid: session.sid,
    pubkey: hex32(),
    psigs: session.hashes.map((sighash, hash_index) => ({
      hash_index,
      sighash,
      partial_sig: hex32(),
    })),
    nonce_code: null,
    replenish: null,
  }
  const [first, second] = answer.psigs.map((one) => present(one))

  test.each(recordedSignings())('$session.sid as recorded is let through', (one) => {
    expect(checkSignResponse(one.response, one.session, one.response.idx)).toBeNull()
  })

  test('may have them in any order', () => {
    const reversed = { ...answer, psigs: answer.psigs.toReversed() }
    expect(checkSignResponse(reversed, session, 1)).toBeNull()
  })

  test.each<[string, Partial<SignResponse>, string]>([
    ['is of another session', { sid: hex32(), idx: 3 }, v2Refusal.answerMismatch],
    ['has the index of somebody else', { idx: 4, psigs: [] }, refusal.indexMismatch],
    ['has one too few', { psigs: [present(first)] }, v2Refusal.answerHashes],
    ['has one twice', { psigs: [present(first), present(first)] }, v2Refusal.answerHashes],
    [
      'has one of another hash',
      { psigs: [present(first), { ...present(second), sighash: hex32() }] },
      v2Refusal.answerHashes,
    ],
    [
      'has two the wrong way round',
      {
        psigs: [
          { ...present(first), hash_index: 1 },
          { ...present(second), hash_index: 0 },
        ],
      },
      v2Refusal.answerHashes,
    ],
    [
      'has one that there is no hash for',
      { psigs: [present(first), { ...present(second), hash_index: 2 }] },
      v2Refusal.answerHashes,
    ],
  ])('is refused that %s', (_, wrong, reason) => {
    expect(checkSignResponse({ ...answer, ...wrong }, session, 1)).toBe(reason)
  })
})

describe('a key exchange', () => {
  const keys = [hex32(), hex32()]
  const entries = keys.map((ecdh_pk) => ({
    ecdh_pk,
    keyshare: present(memberAt(group, 1)).pubkey,
  }))
  const request: EcdhPackage = { idx: 4, members: [2, 4, 5], entries }

  test.each<[string, Partial<EcdhPackage>, string | null]>([
    ['is let through', {}, null],
    ['is refused under the index of somebody else', { idx: 5, members: [] }, refusal.indexMismatch],
    ['is refused with members out of order', { members: [4, 2, 5] }, v2Refusal.membersOrder],
    ['is refused with a member twice', { members: [2, 2, 4] }, v2Refusal.membersOrder],
    ['is refused with an unknown member', { members: [2, 4, 9] }, refusal.memberUnknown],
    ['is refused with too few members', { members: [2, 4] }, refusal.tooFewMembers],
    ['is refused without members', { members: [] }, refusal.tooFewMembers],
    ['is refused that leaves the asker out', { members: [1, 2, 3] }, refusal.membersWithoutAsker],
    ['is refused that leaves us out', { members: [1, 3, 4] }, refusal.membersWithoutUs],
  ])('%s', (_, wrong, reason) => {
    expect(checkEcdh({ ...request, ...wrong }, context)).toBe(reason)
  })

  test.each<[string, Partial<EcdhPackage>, string | null]>([
    ['is let through', {}, null],
    ['is refused of another member', { idx: 5 }, refusal.indexMismatch],
    ['is refused with other members', { members: [1, 2, 4] }, refusal.otherExchange],
    [
      'is refused with keys in another order',
      { entries: entries.toReversed() },
      refusal.otherExchange,
    ],
    ['is refused with a key less', { entries: entries.slice(1) }, refusal.otherExchange],
    ['is refused with a key more', { entries: [...entries, ...entries] }, refusal.otherExchange],
  ])('an answer to it %s', (_, wrong, reason) => {
    expect(checkEcdhResponse({ ...request, idx: 2, ...wrong }, request, 2)).toBe(reason)
  })

  test.each(present(recordedStep('ecdh').runs))(
    'as recorded of $members passes both ways',
    (run) => {
      const asked = recordedData(run.events, 'EcdhRequest')
      const answered = recordedData(run.events, 'EcdhResponse')
      const recordedContext: CheckContext = {
        group: vectors.keyset.group,
        gid: vectors.keyset.group_id,
        self: answered.idx,
        asker: run.initiator,
      }
      expect(checkEcdh(asked, recordedContext)).toBeNull()
      expect(checkEcdhResponse(answered, asked, answered.idx)).toBeNull()
    },
  )
})
