import {
  create_session_pkg,
  create_session_template,
  get_group_id,
  get_session_id,
  verify_session_pkg,
} from '@frostr/bifrost/lib'
import { bytesToHex } from '@noble/curves/utils.js'
import { describe, expect, test } from 'vitest'
import { protocolTexts, refusal } from '#contract/messages.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { MAX_HASHES, MAX_STAMP_SKEW_S, MAX_TWEAKS } from '../limits.ts'
import { generateKeyset } from './keyset.ts'
import type { EcdhPackage, SighashVector, SignSession } from './messages.ts'
import type { GroupPackage } from './packages.ts'
import { type CheckContext, checkEcdh, checkSession, createSession, groupId } from './session.ts'

const prng = seededPrng(81)
const NOW = 1_750_000_000
const hex32 = () => bytesToHex(prng.bytes(32))

const vectors = (count: number, tweaks = 0): SighashVector[] =>
  Array.from({ length: count }, () => [hex32(), ...Array.from({ length: tweaks }, hex32)])

const groupOf = (threshold: number, totalMembers: number): GroupPackage =>
  generateKeyset({ threshold, totalMembers, random: prng.bytes }).group

function randomMembers({ commits, threshold }: GroupPackage): number[] {
  const count = threshold + prng.integer(commits.length - threshold + 1)
  return prng
    .shuffle(commits)
    .slice(0, count)
    .map(({ idx }) => idx)
}

/** The genuine library's result for the same request. */
function genuineSession(
  group: GroupPackage,
  members: number[],
  hashes: SighashVector[],
  options: { stamp: number; type: string; content: string | null },
) {
  const template = create_session_template([...members], hashes, options)
  if (template === null) throw new Error('the genuine library refuses this session')
  return create_session_pkg(group, template)
}

describe('a session', () => {
  test('has the ids that the genuine library gives it, whatever its size', () => {
    for (let round = 0; round < 150; round += 1) {
      const totalMembers = 1 + (round % 15)
      const group = groupOf(1 + prng.integer(totalMembers), totalMembers)
      const members = randomMembers(group)
      const hashes = vectors(1 + prng.integer(5), prng.integer(3))
      const options = {
        stamp: prng.integer(2 ** 32),
        type: prng.pick(['message', 'event', '', 'é 👾']),
        content: prng.pick([null, '', 'ab', hex32()]),
      }
      const session = createSession(group, members, hashes, options)
      expect(session).toEqual(genuineSession(group, members, hashes, options))
      expect(verify_session_pkg(group, session)).toBe(true)
    }
  })

  test('of a hundred hashes has the genuine ids, too', () => {
    const group = groupOf(2, 3)
    const hashes = vectors(MAX_HASHES, 2)
    const options = { stamp: NOW, type: 'message', content: null }
    expect(createSession(group, [1, 2], hashes, options)).toEqual(
      genuineSession(group, [1, 2], hashes, options),
    )
  })

  test('orders its members as text', () => {
    const group = groupOf(3, 12)
    const { members } = createSession(group, [12, 2, 1, 10], vectors(1), { stamp: NOW })
    expect(members).toEqual([1, 10, 12, 2])
  })

  test('leaves its input unchanged', () => {
    const group = groupOf(2, 3)
    const before = structuredClone(group)
    const members = [3, 1]
    createSession(group, members, vectors(1), { stamp: NOW })
    expect(members).toEqual([3, 1])
    expect(group).toEqual(before)
  })

  test('is of type message and has no content by default', () => {
    expect(createSession(groupOf(2, 2), [1, 2], vectors(1), { stamp: NOW })).toMatchObject({
      type: 'message',
      content: null,
      stamp: NOW,
    })
  })
})

test('a group has the id that the genuine library gives it, in any order of its members', () => {
  for (let round = 0; round < 30; round += 1) {
    const group = groupOf(1, 1 + (round % 15))
    const id = get_group_id(structuredClone(group))
    expect(groupId(group)).toBe(id)
    const shuffled = { ...group, commits: prng.shuffle(group.commits) }
    expect(groupId(shuffled)).toBe(get_group_id(structuredClone(shuffled)))
  }
})

const group = groupOf(3, 5)
const gid = groupId(group)
/** We are member 1, and member 2 asks. */
const context: CheckContext = { group, gid, self: 1, asker: 2, now: NOW }

type Wrong = Partial<Omit<SignSession, 'sid'>>

/** A sound session of members 1, 2 and 3 with something changed, and a matching sid. */
function session(wrong: Wrong = {}): SignSession {
  const sound = createSession(group, [1, 2, 3], vectors(1), { stamp: NOW })
  const changed = { ...sound, ...wrong }
  return { ...changed, sid: get_session_id(changed.gid, structuredClone(changed)) }
}

const twice = (): SighashVector[] => {
  const [vector] = vectors(1)
  return vector === undefined ? [] : [vector, [...vector]]
}

/** In the order of the checks. */
const faults: [string, Wrong, string][] = [
  ['has no hashes', { hashes: [] }, refusal.noHashes],
  [
    'has too many hashes',
    { hashes: vectors(MAX_HASHES + 1, MAX_TWEAKS + 1) },
    refusal.tooManyHashes(MAX_HASHES),
  ],
  [
    'has a hash with too many tweaks',
    { hashes: [...twice(), ...vectors(1, MAX_TWEAKS + 1)] },
    refusal.tooManyTweaks(MAX_TWEAKS),
  ],
  ['has a hash twice', { hashes: twice() }, refusal.duplicateHash],
  ['leaves us out', { members: [3, 4, 99, 99] }, refusal.membersWithoutUs],
  ['leaves the asker out', { members: [1, 99, 99] }, refusal.membersWithoutAsker],
  ['names somebody unknown', { members: [1, 2, 99, 99] }, refusal.memberUnknown],
  ['names somebody twice', { members: [1, 2, 2] }, refusal.memberDuplicate],
  ['has too few members', { members: [1, 2] }, refusal.tooFewMembers],
  ['is too old', { stamp: NOW - MAX_STAMP_SKEW_S - 1 }, refusal.staleStamp],
  ['is too far ahead', { stamp: NOW + MAX_STAMP_SKEW_S + 1 }, refusal.staleStamp],
  ['is of another group', { gid: hex32() }, refusal.groupIdMismatch],
]

describe('a request for signatures is refused when it', () => {
  test.each(faults)('%s', (_, wrong, reason) => {
    expect(checkSession(session(wrong), context)).toBe(reason)
  })

  test('has an id other than its content makes', () => {
    expect(checkSession({ ...session(), sid: hex32() }, context)).toBe(
      protocolTexts.sessionIdMismatch,
    )
    for (const changed of [{ stamp: NOW + 1 }, { type: 'event' }, { content: 'ab' }]) {
      expect(checkSession({ ...session(), ...changed }, context)).toBe(
        protocolTexts.sessionIdMismatch,
      )
    }
  })

  test('has its members in another order than its id was made with', () => {
    const shuffled = { ...session(), members: [3, 2, 1] }
    expect(checkSession(shuffled, context)).toBe(protocolTexts.sessionIdMismatch)
  })

  test("has content from which the genuine library can't make an id", () => {
    expect(checkSession({ ...session(), content: 'no hex' }, context)).toBe(
      protocolTexts.sessionIdMismatch,
    )
  })

  test('has a hash twice in upper and lower case', () => {
    const hash = `ab${hex32().slice(2)}`
    const hashes: SighashVector[] = [[hash], [hash.toUpperCase()]]
    expect(checkSession(session({ hashes }), context)).toBe(refusal.duplicateHash)
  })

  test('has a hash twice with other tweaks', () => {
    const hash = hex32()
    const hashes: SighashVector[] = [[hash], [hash, hex32()]]
    expect(checkSession(session({ hashes }), context)).toBe(refusal.duplicateHash)
  })

  test('has several faults, with the reason of the first in this order', () => {
    // Each round fixes what the round before was refused for.
    for (let first = 0; first < faults.length; first += 1) {
      const wrong: Wrong = {}
      for (const [, one] of faults.slice(first).reverse()) Object.assign(wrong, one)
      const broken = { ...session(wrong), sid: hex32() }
      expect(checkSession(broken, context)).toBe(faults[first]?.[2])
    }
  })
})

describe('a request for signatures is accepted', () => {
  test.each<[string, Wrong]>([
    ['with nothing wrong', {}],
    ['with a hundred hashes', { hashes: vectors(MAX_HASHES) }],
    ['with eight tweaks', { hashes: vectors(2, MAX_TWEAKS) }],
    ['with more members than are needed', { members: [1, 2, 3, 4, 5] }],
    ['with members in an order of the asker’s', { members: [5, 2, 1] }],
    ['as old as may be', { stamp: NOW - MAX_STAMP_SKEW_S }],
    ['as far ahead as may be', { stamp: NOW + MAX_STAMP_SKEW_S }],
    ['of any type and content', { type: 'anything', content: 'abcd' }],
  ])('%s', (_, fields) => {
    expect(checkSession(session(fields), context)).toBeNull()
  })

  test('as the genuine library makes it', () => {
    for (let round = 0; round < 50; round += 1) {
      const others = prng.shuffle([3, 4, 5]).slice(0, 1 + prng.integer(3))
      const options = { stamp: NOW, type: 'message', content: null }
      const made = genuineSession(group, [2, 1, ...others], vectors(3, 1), options)
      expect(checkSession(made as SignSession, context)).toBeNull()
    }
  })

  test('and is left unchanged', () => {
    const request = session({ members: [5, 2, 1] })
    const before = structuredClone(request)
    checkSession(request, context)
    expect(request).toEqual(before)
  })
})

describe('a request for a key exchange', () => {
  const request = (wrong: Partial<EcdhPackage> = {}): EcdhPackage => ({
    idx: 2,
    keyshare: '',
    members: [1, 2, 3],
    ecdh_pk: hex32(),
    ...wrong,
  })

  test.each<[string, Partial<EcdhPackage>, string | null]>([
    ['is let through', {}, null],
    ['is let through with members in any order', { members: [3, 2, 1] }, null],
    ['is refused that leaves us out', { members: [2, 3, 4] }, refusal.membersWithoutUs],
    ['is refused that leaves the asker out', { members: [1, 3, 4] }, refusal.membersWithoutAsker],
    ['is refused with an unknown member', { members: [1, 2, 99] }, refusal.memberUnknown],
    ['is refused with a member twice', { members: [1, 2, 2] }, refusal.memberDuplicate],
    ['is refused with too few members', { members: [1, 2] }, refusal.tooFewMembers],
    ['is refused without members', { members: [] }, refusal.membersWithoutUs],
    ['is refused under an index of somebody else', { idx: 3 }, refusal.indexMismatch],
  ])('%s', (_, wrong, reason) => {
    expect(checkEcdh(request(wrong), context)).toBe(reason)
  })
})
