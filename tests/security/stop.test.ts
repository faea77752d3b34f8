import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type RouteName, routes } from '#api/table.ts'
import { EVENT_KIND } from '#contract/limits.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { type ProtocolName, protocolNames } from '#contract/protocols.ts'
import { sharedX } from '#crypto/cipher.ts'
import { xOnly } from '#nostr/x-only.ts'
import { newMessageId, openEnvelope as openV1 } from '#protocol/v1/envelope.ts'
import { generateKeyset, type Keyset } from '#protocol/v1/keyset.ts'
import { conversationKey, openEnvelope as openV2 } from '#protocol/v2/envelope.ts'
import type { Message } from '#protocol/v2/messages.ts'
import type { RelayFixture } from '../../relay-fixture/relay.ts'
import { ask } from '../support/access.ts'
import { firstShare } from '../support/api-server.ts'
import { counterparty } from '../support/counterparty.ts'
import type { FloeSigner } from '../support/floe-signer.ts'
import { isLong, rounds } from '../support/long.ts'
import { newHash } from '../support/new-hash.ts'
import { type OwnedProcess, startOwnedProcess } from '../support/owned-process.ts'
import { seededPrng } from '../support/prng.ts'
import { RoguePeer } from '../support/rogue-peer.ts'
import { fileScope, type Scope, startPeerFor, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { noncesFor } from '../support/v2-group.ts'
import { V2Rogue } from '../support/v2-rogue.ts'
import { present } from '../support/v2-vectors.ts'

/** How many signatures each kind of caller asks for at once. */
const EACH = rounds(16, 64)
/** Members of 2026 that ask: each holds only so many nonces. */
const ASKERS = [4, 5, 6, 7]
const MOMENTS = rounds(3, 200)
const KILLS = rounds(2, 200)
/** Milliseconds: from the first request to the stop, and from there to the kill. */
const STOPPED_WITHIN = 300
const KILLED_WITHIN = 1_500
const SEED = 0x570b
/** Turns of the event loop in which all is read that lies in the sockets' buffers. */
const READING_TURNS = 4
/** Milliseconds: a ping without an answer is sent again then. */
const PING_PATIENCE = 10_000
/** Milliseconds. */
const LIMIT = rounds(360_000, 3_600_000)

/** What may leave while everything is stopped: signs of life, to oneself too, and words about a refusal. */
const HARMLESS = /^(?:\/(?:ping|echo)\/(?:req|res)|Ping(?:Request|Response)|Error)$/
/** How a call ends that gives nothing away. */
const REFUSED = /"code":"(?:STOPPED|SIGN_FAILED|SIGN_TIMEOUT)"/

/** An answer of the API: when its head was there, and whether it gives away something of the key. */
interface Given {
  at: number
  isGiven: boolean
  text: string
}

interface SetUpOptions {
  /** The newest protocol that the co-signer speaks. */
  cosigner?: ProtocolName
  /** A relay that the server is on too, and nobody else. */
  elsewhere?: RelayFixture
}

/** A server with a co-signer, and members of 1.x and of 2026 that only ask. */
async function setUp(scope: Scope, { cosigner: newest = '1.x', elsewhere }: SetUpOptions = {}) {
  const relay = await startRelayFor(scope)
  const keyset = generateKeyset({ threshold: 2, totalMembers: 7 })
  const askers = keyset.group.commits.slice(2)
  const owned = await startOwnedProcess(scope, {
    ...firstShare(keyset, elsewhere === undefined ? [relay.url] : [relay.url, elsewhere.url]),
    // Nobody asks these members.
    PEER_POLICIES: JSON.stringify(askers.map(({ pubkey }) => ({ pubkey, allowSend: false }))),
  })
  const sent = new SentByMember(relay, keyset, 1)
  // Else the group waits for the owner, and would not leave in any case.
  await ask(owned.floe, 'saveSettings', {
    ...{ headers: owned.by.owner, body: { approveOnboarding: false } },
  })
  const xonly = xOnly(present(keyset.group.commits[0]).pubkey)
  const cosigner = await startPeerFor(scope, {
    group: keyset.groupCredential,
    share: present(keyset.shareCredentials[1]),
    relays: [relay.url],
    ...(newest === '2026' && { v2: noncesFor(scope) }),
  })
  await until(async () => (await cosigner.node.ping(xonly)).success)
  const older = await RoguePeer.start({ keyset, idx: 3, relay: relay.url })
  const newer = await Promise.all(ASKERS.map((idx) => V2Rogue.start(keyset, idx, relay.url)))
  scope.onTestFinished(async () => {
    for (const rogue of [older, ...newer]) await rogue.stop()
  })

  /**
   * Has every member ping the server until it answers. A member's requests are handled in turn: once its ping
   * is answered, so is all that it asked before. A stop cuts the connection to a relay that has not read all in
   * time, as one on a busy machine; until the server has dialled again, what is sent to it is lost.
   */
  const pingAll = async () => {
    const answered = (ping: () => Promise<unknown>) =>
      until(() =>
        ping().then(
          () => true,
          () => false,
        ),
      )
    const pings = newer.map(async (rogue) => {
      const held = rogue.held.get(xonly) ?? []
      const codes = held.map(({ code }) => code)
      await answered(() => rogue.ping(xonly, codes, PING_PATIENCE))
      rogue.held.set(xonly, [...held, ...(rogue.held.get(xonly) ?? [])])
    })
    await Promise.all([
      answered(() => older.ask(xonly, '/ping/req', 'ping', PING_PATIENCE)),
      ...pings,
    ])
  }

  /** Requests for signatures by members, and for key exchanges among them, ready to be sent. */
  const sealed = () => {
    const [exchanged] = askers
    const key = present(exchanged).pubkey
    const ofOlder = Array.from({ length: EACH }, (_, n) => {
      const session = older.session([1, older.idx], [[newHash()]])
      const id = newMessageId()
      const request = older.seal(xonly, { tag: '/sign/req', id, data: JSON.stringify(session) })
      const data = JSON.stringify(
        older.keyshare({ idx: 3, members: [1, 3], ecdh_pk: key, keyshare: '' }),
      )
      const exchange = { tag: '/ecdh/req', id: newMessageId(), data }
      return n % 16 === 0 ? [request, older.seal(xonly, exchange)] : [request]
    })
    const ofNewer = newer.flatMap((rogue) => {
      const { idx } = rogue.share
      const entries = [{ ecdh_pk: xOnly(key), keyshare: '' }]
      const exchange = rogue.keyshares({ idx, members: [1, idx], entries })
      const messages: Message[] = [
        ...rogue.take(xonly, EACH / newer.length).map((nonce): Message => {
          return { type: 'SignRequest', data: rogue.session(1, [nonce], [newHash()]) }
        }),
        { type: 'EcdhRequest', data: exchange },
        { type: 'OnboardRequest', data: { version: 1, nonces: rogue.newNonces(3) } },
      ]
      return messages.map((message) => () => rogue.publish(rogue.seal(xonly, message)))
    })
    return [...ofOlder.flat().map((event) => () => older.publish(event)), ...ofNewer]
  }

  /** Calls the server, and notes when this process has read that it begins to answer. */
  const call = async (
    { floe }: OwnedProcess,
    name: RouteName,
    headers: Record<string, string>,
    body: object,
  ): Promise<Given> => {
    const response = await fetch(`${floe.url}${routes[name].path}`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      // As ask() does.
      headers: { ...headers, Connection: 'close' },
    })
    const at = performance.now()
    return { at, isGiven: response.ok, text: await response.text() }
  }

  /**
   * Stops everything. The time of the answer is that at which this process has read all that the server had written
   * before, whatever the sockets: it lies in their buffers by then.
   */
  const stop = async (of: OwnedProcess): Promise<Given> => {
    const stopped = await call(of, 'stop', of.by.owner, {})
    for (let n = 0; n < READING_TURNS; n += 1) await nextTurn()
    return { ...stopped, at: performance.now() }
  }

  /** Sends the requests of all kinds of callers at once. @returns what programs and the owner get */
  const askAll = (of: OwnedProcess): Promise<Given>[] => {
    const { owner, program } = of.by
    const ciphers = Array.from({ length: EACH }, () => {
      const { pubkey, nip44 } = counterparty(keyset)
      return { peer_pubkey: pubkey, content: nip44.encrypt('what only the group may read') }
    })
    for (const send of sealed()) send()
    return [
      ...Array.from({ length: EACH }, () => call(of, 'sign', program, { message: newHash() })),
      ...Array.from({ length: EACH }, () => call(of, 'sign', owner, { message: newHash() })),
      ...ciphers.map((body) => call(of, 'nip44Decrypt', program, body)),
    ]
  }

  return { keyset, owned, cosigner, sent, pingAll, askAll, stop }
}

const file = fileScope()
let shared: ReturnType<typeof setUp> | undefined

/** In a long run a set-up for each test; otherwise one for those whose co-signer speaks 1.x. */
const setUpFor = (t: Scope, options: SetUpOptions): ReturnType<typeof setUp> => {
  if (isLong) return setUp(t, options)
  shared ??= setUp(file, { cosigner: '1.x' })
  return shared
}

/** Keeps a co-signer's answers back until its owner allows them all. */
function hold({ rules: { ruleSet, approvals, answer } }: FloeSigner) {
  const whom = { door: 'peer' } as const
  const rules = (['sign', 'ecdh'] as const).map((operation) =>
    ruleSet.add({ whom, operation, verdict: 'ask', for: 'ever' }),
  )
  const release = () => {
    for (const { id } of approvals.list()) answer(id, { verdict: 'allow' })
    for (const rule of rules) if (rule.ok) ruleSet.delete(rule.value.id)
  }
  return Object.assign(release, { isAsked: () => approvals.list().length > 0 })
}

test.for(isLong ? protocolNames : (['1.x'] as const))(
  `Nothing leaves by any door once a stop is answered, at ${MOMENTS} moments, with a co-signer of %s`,
  { timeout: LIMIT },
  async (cosigner, t) => {
    const { owned, cosigner: peer, sent, pingAll, askAll, stop } = await setUpFor(t, { cosigner })
    const { floe, by, sign } = owned
    const signs = async () => {
      const { status } = await sign(newHash())
      return status === 200
    }
    await until(signs)
    await pingAll()

    const prng = seededPrng(SEED)
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      // At first nothing ends before the stop: the co-signer's owner is asked, and allows all of it afterwards.
      const release = moment === 0 ? hold(peer) : null
      let answered = 0
      const asking = askAll(owned)
      for (const one of asking) void one.then(() => (answered += 1))
      const asked = Promise.all(asking)
      // Early ones are of more interest: then everything is under way.
      const drawn = Math.floor((prng.integer(1_000) / 1_000) ** 2 * asking.length)
      await until(() => release?.isAsked() ?? answered >= drawn)
      const stopped = await stop(owned)
      release?.()
      const answers = await asked
      await pingAll()

      const given = answers.filter(({ isGiven }) => isGiven)
      expect(stopped.isGiven).toBe(true)
      expect(sent.since(stopped.at).filter((type) => !HARMLESS.test(type))).toEqual([])
      expect(given.filter(({ at }) => at > stopped.at)).toEqual([])
      if (release !== null) expect(given).toEqual([])
      const refused = answers.filter(({ isGiven }) => !isGiven)
      expect(refused.filter(({ text }) => !REFUSED.test(text))).toEqual([])
      await ask(floe, 'resume', { headers: by.owner })
      await until(signs)
    }
  },
)

test('What a relay has not confirmed before a stop is not sent to it again', async (t) => {
  const unsure = await startRelayFor(t)
  const { keyset, owned, pingAll, askAll, stop } = await setUp(t, {
    ...{ cosigner: '2026', elsewhere: unsure },
  })
  const sent = new SentByMember(unsure, keyset, 1)
  await until(async () => (await owned.sign(newHash())).status === 200)
  await pingAll()
  unsure.setFaults({ mute: true })
  const asked = Promise.all(askAll(owned))
  await until(() => unsure.received.ignored > EACH)

  const stopped = await stop(owned)
  const before = unsure.totalConnections
  unsure.clearFaults()
  unsure.dropAll()
  // Before that, what is asked is answered over the other relay alone.
  await until(() => unsure.totalConnections > before && unsure.subscriptions > 0)
  await pingAll()
  await until(() => sent.since(stopped.at).length > 0)
  await asked

  expect(stopped.isGiven).toBe(true)
  expect(sent.since(stopped.at).filter((type) => !HARMLESS.test(type))).toEqual([])
})

test(
  `A stop that was answered outlasts kill -9, at ${KILLS} moments`,
  async (t) => {
    // Of 2026 only in a long run: such a co-signer takes half a minute to give new nonces after a kill.
    const { owned, sent, pingAll, askAll, stop } = await setUpFor(t, { cosigner: '2026' })
    const prng = seededPrng(SEED)
    let running = owned
    let answered = 0
    const signs = async () => {
      const { status } = await running.sign(newHash())
      return status === 200
    }
    for (let moment = 0; moment < KILLS; moment += 1) {
      await until(signs)
      await pingAll()
      const asked = Promise.allSettled(askAll(running))
      await sleep(prng.integer(STOPPED_WITHIN))
      const stopping = stop(running).catch(() => null)
      // The first time it is killed as soon as it has answered.
      await (moment === 0 ? stopping : sleep(prng.integer(KILLED_WITHIN)))

      running = await running.afterKill()
      const [stopped, answers] = [await stopping, await asked]
      await pingAll()
      const { text } = await running.sign(newHash())

      if (stopped !== null) {
        answered += 1
        const given = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
        expect(stopped.isGiven).toBe(true)
        expect(text).toContain('"STOPPED"')
        expect(sent.since(stopped.at).filter((type) => !HARMLESS.test(type))).toEqual([])
        expect(given.filter(({ at, isGiven }) => isGiven && at > stopped.at)).toEqual([])
      }
      await ask(running.floe, 'resume', { headers: running.by.owner })
    }
    await until(signs)
    expect(answered).toBeGreaterThan(0)
  },
  LIMIT,
)

/** Records what a member sends over a relay, and when it got there. */
class SentByMember {
  readonly #keyset: Keyset
  readonly #xonly: string
  readonly #sent: { at: number; event: NostrEvent }[] = []

  /** @param idx whose events are kept: those of the share with this index */
  constructor(relay: RelayFixture, keyset: Keyset, idx: number) {
    this.#keyset = keyset
    this.#xonly = xOnly(present(keyset.group.commits[idx - 1]).pubkey)
    relay.onEvent((event) => {
      if (event.pubkey === this.#xonly) this.#sent.push({ at: performance.now(), event })
    })
  }

  /**
   * What kinds of messages got to the relay since then, in either generation's words, read with the keys of
   * those they were for; `?` for one that nobody can read.
   *
   * @param time as `performance.now()` has it
   */
  since(time: number): string[] {
    return this.#sent.filter(({ at }) => at >= time).map(({ event }) => this.#typeOf(event))
  }

  #typeOf({ kind, tags, content }: NostrEvent): string {
    const recipient = tags.find(([name]) => name === 'p')?.[1]
    const idx = this.#keyset.group.commits.find(({ pubkey }) => xOnly(pubkey) === recipient)?.idx
    const share = this.#keyset.shares.find((one) => one.idx === idx)
    if (share === undefined) return '?'
    if (kind === EVENT_KIND) {
      const opened = openV1(content, sharedX(share.seckey, this.#xonly))
      return opened.ok ? opened.value.tag : '?'
    }
    const opened = openV2(content, conversationKey(share.seckey, this.#xonly))
    return opened.ok ? opened.value.type : '?'
  }
}
