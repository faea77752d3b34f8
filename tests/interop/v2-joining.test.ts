import { describe, expect, test } from 'vitest'
import { V2_EVENT_KIND } from '#contract/limits.ts'
import {
  joiningEvent,
  packages,
  joining as texts,
  v2Decoding,
  v2Refusal,
} from '#contract/messages.ts'
import type { OnboardingState } from '#contract/packages.ts'
import { EventLog } from '#events/event-log.ts'
import type { JoiningTimings } from '#keysets/joining/attempt.ts'
import { Joining, type JoiningOptions } from '#keysets/joining/joining.ts'
import { groupId } from '#protocol/v2/group.ts'
import { denial, type OnboardResponse, operatorDenied } from '#protocol/v2/messages.ts'
import { RelayPool } from '#relay/pool.ts'
import { createNonces } from '#store/nonces/nonces.ts'
import { quickPackageKey } from '../support/cheap-hashing.ts'
import { INVITATION_PASSWORD, invitation } from '../support/invitation.ts'
import { reader } from '../support/keyset-reader.ts'
import { seededPrng } from '../support/prng.ts'
import { DEAD_RELAY_URL } from '../support/relay-client.ts'
import { type Scope, temporaryFolder } from '../support/scope.ts'
import { faultsOf, randomVectors, signByFloe } from '../support/signatures.ts'
import { until } from '../support/until.ts'
import { meet, noncesFor, v2Group } from '../support/v2-group.ts'
import { type Conduct, V2Rogue } from '../support/v2-rogue.ts'
import { present } from '../support/v2-vectors.ts'

const random = seededPrng(77)
/** An even key, so that a share of 1.x and its carried-over one are the same. */
const SIZES = { threshold: 2, totalMembers: 3, secretKey: '3'.padStart(64, '0') }
/** An inviter that answers may take long on a busy machine. */
const PATIENT: JoiningTimings = { connect: 60_000, interval: 150, tries: 1_000 }
/** For one that does not, and for relays that are not there. */
const UNANSWERED: JoiningTimings = { ...PATIENT, tries: 4 }
/** How packages are sealed is tested beside their code. */
const deriveKey = quickPackageKey
const UNREACHED: JoiningTimings = { ...UNANSWERED, connect: 2_000 }

function keptInMemory(): Pick<JoiningOptions, 'kept' | 'onError'> {
  let received: ReturnType<JoiningOptions['kept']['get']> = null
  return {
    kept: {
      get: () => received,
      set: (given) => {
        received = given
      },
    },
    onError: (error) => expect.fail(String(error)),
  }
}

/** A group, a device that holds the share with index 1, and what it keeps. */
async function setUp(scope: Scope, timings: Partial<JoiningTimings> = PATIENT) {
  const group = await v2Group(scope, SIZES)
  const folder = temporaryFolder(scope)
  const nonces = createNonces(folder, { info: () => {}, warn: () => {}, error: () => {} }).keyset(1)
  scope.onTestFinished(() => nonces.close())
  const ended: string[] = []
  const log = new EventLog({ reserveIds: () => 1 })
  const running: { self: string | null } = { self: null }
  const disk = { isFull: false }
  const giveUp = () => {
    if (disk.isFull) throw new Error('disk full')
    nonces.giveUpJoining()
  }
  const joining = new Joining({
    nonces: { join: nonces.join, giveUp },
    deriveKey,
    reader,
    running: () => running.self,
    relayPool: new RelayPool(),
    log: log.of(1),
    onEnd: (outcome) => void ended.push(outcome),
    ...keptInMemory(),
    timings,
  })
  scope.onTestFinished(() => joining.stop())
  const seckey = present(group.keyset.shares[0]).seckey
  const packageFor = (inviter: string, relays = [group.relay.url]) =>
    invitation(seckey, inviter, relays, deriveKey)
  const begin = async (inviter: string, relays = [group.relay.url]) =>
    joining.begin({
      package: await packageFor(inviter, relays),
      password: INVITATION_PASSWORD,
      relays,
    })
  const reach = async <S extends OnboardingState['state']>(state: S) => {
    await until(() => joining.state.state === state, { what: state })
    return joining.state as Extract<OnboardingState, { state: S }>
  }
  return { group, nonces, disk, joining, log, ended, running, seckey, packageFor, begin, reach }
}
type SetUp = Awaited<ReturnType<typeof setUp>>

/** The member that invites, which answers as the test says. */
async function inviter(scope: Scope, { group }: SetUp, conduct?: Conduct): Promise<V2Rogue> {
  const rogue = await V2Rogue.start(group.keyset, 2, group.relay.url)
  scope.onTestFinished(() => rogue.stop())
  const nonces = rogue.newNonces(100)
  rogue.conduct =
    conduct ??
    (({ type }) =>
      type === 'OnboardRequest'
        ? { type: 'OnboardResponse', data: { group: rogue.group, nonces } }
        : null)
  return rogue
}

const askedOf = (rogue: V2Rogue) => rogue.heard.filter(({ type }) => type === 'OnboardRequest')

describe('a device that joins', () => {
  test('has the group and the nonces of both sides, and both sign at once', async (t) => {
    const at = await setUp(t)
    const { group, nonces, joining, begin, reach, seckey } = at
    const floe = await group.start(2)
    expect(await begin(floe.xonly)).toBe(true)
    const received = await reach('received')
    expect(received).toMatchObject({
      inviter: floe.xonly,
      name: 'Test',
      relays: [group.relay.url],
      threshold: 2,
      members: 3,
      npub: expect.stringMatching(/^npub1/),
    })
    const credentials = present(joining.received ?? undefined)
    expect(JSON.parse(credentials.shareCredential)).toEqual({ idx: 1, seckey })
    const theirs = JSON.parse(credentials.groupCredential)
    expect(theirs).toMatchObject({ group_pk: group.keyset.group.group_pk.slice(2) })

    await joining.saved()
    expect(joining.state.state).toBe('received')
    at.running.self = group.xonly(1)
    await joining.saved()
    expect(joining.state).toEqual({ state: 'none' })
    const v2 = { nonces: nonces.of, groupName: () => 'Test' }
    const identity = { gid: groupId(theirs), seckey }
    expect(nonces.of(identity).unspent(floe.xonly)).toHaveLength(100)
    expect(nonces.of(identity).peerNonces(floe.xonly).held).toHaveLength(100)
    const joined = await group.start(1, { v2 })
    await meet(joined, floe)
    for (const asker of [floe, joined]) {
      const vectors = randomVectors(random, 1)
      expect(
        faultsOf(group.keyset.group.group_pk, vectors, await signByFloe(asker.node, vectors)),
      ).toEqual([])
      expect(asker.audited.at(-1)).toMatchObject({ generation: '2026', direction: 'asked' })
    }
  })

  test('waits for the inviter’s owner, and is in the moment the owner agrees', async (t) => {
    const { group, begin, reach } = await setUp(t)
    const floe = await group.start(2, { v2: noncesFor(t), approvesOnboarding: true })
    await begin(floe.xonly)
    await until(() => floe.node.onboarding.list[0]?.state === 'waiting')
    expect(await reach('asking')).toMatchObject({ inviter: floe.xonly })
    const question = floe.node.onboarding.questionOf(group.xonly(1))
    floe.rules.answer(question ?? '', { verdict: 'allow' })
    await reach('received')
    expect(floe.node.onboarding.list).toMatchObject([{ index: 1, state: 'answered' }])
  })

  test('authenticates to a relay that demands it', async (t) => {
    const at = await setUp(t, { ...PATIENT, interval: 60_000 })
    const rogue = await inviter(t, at)
    at.group.relay.faults.requireAuth = true
    await at.begin(rogue.xonly)
    expect(await at.reach('asking')).toMatchObject({ tries: 1 })
  })

  test('asks again with the same nonces, even when it starts over', async (t) => {
    const at = await setUp(t, UNANSWERED)
    const rogue = await inviter(t, at, () => null)
    await at.begin(rogue.xonly)
    expect(await at.reach('failed')).toMatchObject({ reason: 'silent', error: texts.silent(4) })
    await at.begin(rogue.xonly)
    await until(() => askedOf(rogue).length > 5)
    const pools = askedOf(rogue).map(({ data }) => JSON.stringify(data.nonces))
    expect(new Set(pools).size).toBe(1)
    expect(present(askedOf(rogue)[0]).data.nonces).toHaveLength(100)
    expect(new Set(askedOf(rogue).map(({ id }) => id)).size).toBe(askedOf(rogue).length)
  })

  test('asks with the same nonces after its failure was dismissed, even twice', async (t) => {
    const at = await setUp(t, UNANSWERED)
    const rogue = await inviter(t, at, () => null)
    await at.begin(rogue.xonly)
    await at.reach('failed')
    // It may hear the first request later than the device gives up.
    await until(() => askedOf(rogue).length > 0)
    const before = present(askedOf(rogue)[0]).data.nonces
    for (const _ of ['a click', 'another']) {
      expect(await at.joining.giveUp()).toBe(false)
      expect(at.joining.state).toEqual({ state: 'none' })
    }
    const asked = askedOf(rogue).length
    await at.begin(rogue.xonly)
    await until(() => askedOf(rogue).length > asked)
    expect(present(askedOf(rogue)[asked]).data.nonces).toEqual(before)
  })

  test('joins one group at a time, and can give up, which leaves nothing behind', async (t) => {
    const at = await setUp(t, { ...PATIENT, interval: 60_000 })
    const rogue = await inviter(t, at, () => null)
    await at.begin(rogue.xonly)
    await at.reach('asking')
    expect(await at.begin(rogue.xonly)).toBe(false)
    await until(() => askedOf(rogue).length > 0)
    const before = present(askedOf(rogue)[0]).data.nonces
    expect(await at.joining.giveUp()).toBe(true)
    expect(at.joining.state).toEqual({ state: 'none' })
    expect(at.nonces.join(at.seckey).unspent(rogue.xonly)).toEqual([])
    await at.begin(rogue.xonly)
    await until(() => askedOf(rogue).length > 1)
    expect(present(askedOf(rogue)[1]).data.nonces).not.toEqual(before)
    expect(at.ended).toEqual([])
  })

  test('can give up once more if what was made could not be deleted', async (t) => {
    const at = await setUp(t, { ...PATIENT, interval: 60_000 })
    const rogue = await inviter(t, at, () => null)
    await at.begin(rogue.xonly)
    await at.reach('asking')
    at.disk.isFull = true
    await expect(at.joining.giveUp()).rejects.toThrow('disk full')
    expect(at.joining.state).toMatchObject({ state: 'asking' })
    at.disk.isFull = false
    expect(await at.joining.giveUp()).toBe(true)
    expect(at.joining.state).toEqual({ state: 'none' })
    expect(at.nonces.join(at.seckey).unspent(rogue.xonly)).toEqual([])
  })
})

describe('a device does not join', () => {
  const failure = async (at: SetUp) => {
    const { reason, error } = await at.reach('failed')
    expect(at.ended).toEqual([reason])
    expect(at.log.entries().map(({ message }) => message)).toContain(joiningEvent.failed(error))
    return { reason, error }
  }

  test('with a wrong password, and can try another', async (t) => {
    const at = await setUp(t)
    const rogue = await inviter(t, at)
    at.joining.begin({ package: await at.packageFor(rogue.xonly), password: 'wrong', relays: [] })
    expect(await failure(at)).toMatchObject({ reason: 'package', error: packages.wrongPassword })
    await at.begin(rogue.xonly)
    await at.reach('received')
  })

  test('with something that is no invitation', async (t) => {
    const at = await setUp(t)
    at.joining.begin({ package: 'bfshare1xyz', password: INVITATION_PASSWORD, relays: [] })
    expect(await failure(at)).toMatchObject({ reason: 'package' })
  })

  test('with a share that invites itself', async (t) => {
    const at = await setUp(t)
    await at.begin(at.group.xonly(1))
    expect(await failure(at)).toMatchObject({ reason: 'package', error: texts.ownInvitation })
  })

  test('with the share that runs here already', async (t) => {
    const at = await setUp(t)
    const rogue = await inviter(t, at)
    at.running.self = at.group.xonly(1)
    await at.begin(rogue.xonly)
    expect(await failure(at)).toMatchObject({ reason: 'package', error: texts.sameShare })
    expect(askedOf(rogue)).toEqual([])
  })

  test('any more once its share runs here', async (t) => {
    const at = await setUp(t)
    const rogue = await inviter(t, at, () => null)
    await at.begin(rogue.xonly)
    await at.reach('asking')
    at.running.self = at.group.xonly(1)
    expect(await failure(at)).toMatchObject({ reason: 'package', error: texts.sameShare })
  })

  test('when no relay of the package can be used', async (t) => {
    const at = await setUp(t)
    await at.begin(at.group.xonly(2), ['ftp://nowhere'])
    expect(await failure(at)).toMatchObject({ reason: 'relays', error: texts.noUsableRelay })
  })

  test('when no relay is reached', async (t) => {
    const at = await setUp(t, UNREACHED)
    await at.begin(at.group.xonly(2), [DEAD_RELAY_URL])
    const { reason, error } = await failure(at)
    expect(reason).toBe('relays')
    expect(error).toContain(new URL(DEAD_RELAY_URL).host)
  })

  test('when no relay accepts what it sends', async (t) => {
    const at = await setUp(t, UNANSWERED)
    at.group.relay.faults.rejectKinds = [V2_EVENT_KIND]
    await at.begin(at.group.xonly(2))
    expect(await failure(at)).toMatchObject({
      reason: 'relays',
      error: expect.stringContaining('blocked'),
    })
  })

  test('when the inviter refuses', async (t) => {
    const at = await setUp(t)
    const rogue = await inviter(t, at, () => ({ type: 'Error', data: denial('onboard') }))
    await at.begin(rogue.xonly)
    expect(await failure(at)).toMatchObject({ reason: 'denied', error: texts.denied })
  })

  test('when the person at the inviter declines', async (t) => {
    const at = await setUp(t)
    const data = { code: operatorDenied, message: 'request denied by operator' }
    const rogue = await inviter(t, at, () => ({ type: 'Error', data }))
    await at.begin(rogue.xonly)
    expect(await failure(at)).toMatchObject({ reason: 'denied', error: texts.declined })
  })

  const answering =
    (change: (group: OnboardResponse['group'], rogue: V2Rogue) => unknown) =>
    (rogue: V2Rogue): Conduct =>
    () =>
      ({
        type: 'OnboardResponse',
        data: { group: change(rogue.group, rogue), nonces: [] },
      }) as never

  test.for<[string, (rogue: V2Rogue) => Conduct, string]>([
    [
      'does not have this share',
      answering((group) => ({ ...group, threshold: 1, members: group.members.slice(1) })),
      v2Refusal.shareNotInGroup,
    ],
    [
      'has a key that its members do not make',
      answering((group) => ({ ...group, group_pk: group.members[0]?.pubkey.slice(2) })),
      v2Refusal.groupKeyUnmade,
    ],
    [
      'does not have the inviter',
      answering((group) => ({
        ...group,
        members: group.members.filter(({ idx }) => idx !== 2),
      })),
      texts.otherInviter,
    ],
    ['is none', answering(() => ({ group_name: 'x' })), v2Decoding.groupForm],
  ])('when the group that comes %s', async ([, conductOf, reason], t) => {
    const at = await setUp(t)
    const rogue = await inviter(t, at)
    rogue.conduct = conductOf(rogue)
    await at.begin(rogue.xonly)
    expect(await failure(at)).toMatchObject({ reason: 'group', error: texts.group(reason) })
  })

  test('when its nonces can’t be kept', async (t) => {
    const at = await setUp(t)
    const rogue = await inviter(t, at)
    const joining = new Joining({
      nonces: {
        join: () => {
          throw new Error('disk full')
        },
        giveUp: () => {},
      },
      deriveKey,
      reader,
      running: () => null,
      relayPool: new RelayPool(),
      log: at.log.of(1),
      onEnd: () => {},
      ...keptInMemory(),
    })
    t.onTestFinished(() => joining.stop())
    joining.begin({
      package: await at.packageFor(rogue.xonly),
      password: INVITATION_PASSWORD,
      relays: [at.group.relay.url],
    })
    await until(() => joining.state.state === 'failed')
    expect(joining.state).toMatchObject({ reason: 'nonces', error: texts.noncesNotKept })
    expect(askedOf(rogue)).toEqual([])
  })

  test('because of what anybody but the inviter says, or of what nobody asked for', async (t) => {
    const at = await setUp(t, UNANSWERED)
    const rogue = await inviter(t, at, () => null)
    const other = await V2Rogue.start(at.group.keyset, 3, at.group.relay.url)
    t.onTestFinished(() => other.stop())
    await at.begin(rogue.xonly)
    await until(() => askedOf(rogue).length > 0)
    const { id } = present(askedOf(rogue)[0])
    const data = { group: rogue.group, nonces: rogue.newNonces(10) }
    other.send(at.group.xonly(1), { type: 'OnboardResponse', data }, { id })
    rogue.send(at.group.xonly(1), { type: 'OnboardResponse', data })
    expect(await failure(at)).toMatchObject({ reason: 'silent' })
  })
})
