import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  EVENT_KIND,
  MAX_COMMITS,
  MAX_RELAYS,
  PING_TIMEOUT,
  RELAY_LIST_MAX,
  RELAY_URL_CHARS_MAX,
  SHARE_CHARS,
} from '#contract/limits.ts'
import { decoding, protocolTexts as nodeTexts, validation } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import type { PingResult } from '#contract/peers.ts'
import { normaliseRelayUrl, validateRelayList, validateRelaySettings } from '#contract/relay-url.ts'
import { serverCurve } from '#crypto/curve/hex.ts'
import { checkEnvUpdate } from '#keysets/env-changes.ts'
import { checkShareRecord } from '#keysets/share-records.ts'
import { FrostrError, fail, ok } from '#lib/errors.ts'
import {
  decodeNostrKey,
  parseSecretKey,
  validateHexKey,
  validateHexPrivateKey,
  validateNsec,
} from '#nostr/keys.ts'
import { validateCombined } from '#protocol/keyset.ts'
import { validateKeysetParameters } from '#protocol/keyset-parameters.ts'
import {
  COMBINED_CHARS_MAX,
  COMBINED_CHARS_MIN,
  GROUP_CHARS_MAX,
  GROUP_CHARS_MIN,
} from '#protocol/limits.ts'
import { outlineOf } from '#protocol/packages.ts'
import { newMessageId } from '#protocol/v1/envelope.ts'
import * as reading from '#protocol/v1/group.ts'
import { encodeGroup, generateKeyset } from '#protocol/v1/keyset.ts'
import type { PartialSignatures } from '#protocol/v1/messages.ts'
import {
  checkCompatibility,
  recoverSecret,
  validateMinimumShares,
  validateShares,
} from '#protocol/v1/recovery.ts'
import { decodeShare, encodeShare, validateShare } from '#protocol/v1/share.ts'
import { PeerManager } from '#signer/peers/peer-manager.ts'
import { Running, type RunningOptions } from '#signer/running.ts'
import { Signer } from '#signer/signer.ts'
import { SignQueue } from '#signer/signing/sign-queue.ts'
import { Supervisor, type SupervisorOptions } from '#signer/supervisor.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { mistype } from '../support/credentials.ts'
import { type FloeSigner, type FloeSignerOptions, startFloeSigner } from '../support/floe-signer.ts'
import { keysetOf, reader } from '../support/keyset-reader.ts'
import { SILENT } from '../support/patient.ts'
import { seededPrng } from '../support/prng.ts'
import { type Conduct, lying, RoguePeer } from '../support/rogue-peer.ts'
import { openPolicyEngine, SIGNING } from '../support/rules.ts'
import { recordedLog } from '../support/signer-parts.ts'
import { thrownBy } from '../support/thrown.ts'
import { until } from '../support/until.ts'
import { present, vectors } from '../support/v2-vectors.ts'

/** A text as it is shown, and what brings its case about and returns what is shown. */
type Row = [text: string, provoke: () => unknown]

/** A row for every text of a group: a text without one does not compile, and fails. */
type Table<Texts> = { [Key in keyof Texts]: Row }

const prng = seededPrng(601)
const hex = (bytes = 32) => Buffer.from(prng.bytes(bytes)).toString('hex')
const keyset = generateKeyset({ threshold: 2, totalMembers: 3, random: prng.bytes })
const foreign = generateKeyset({ threshold: 2, totalMembers: 3, random: prng.bytes })
const { group, groupCredential } = keyset
const shareText = keyset.shareCredentials[0] ?? ''
const [share] = keyset.shares
if (share === undefined) throw new Error('no share')

const decodeGroup = (text: string) => reading.decodeGroup(text, serverCurve)
const validateGroup = (text: unknown) => reading.validateGroup(text, serverCurve)

/** The error of a result, or what stands in its place. */
const errorOf = (result: { ok: boolean; error?: string }): unknown => result.error ?? result

/** The message of the error thrown, and the reason in its details. */
function thrown(call: () => unknown): { message: string; reason: unknown } {
  const error = thrownBy(call)
  if (!(error instanceof FrostrError)) throw error
  return { message: error.message, reason: error.details?.['reason'] }
}

/** Why a saved credential is refused, without the field's name before it. */
function settingRefused(body: Record<string, string>): unknown {
  const refused = errorOf(checkEnvUpdate(body, reader.readCredentials({}), reader))
  return String(refused).replace(/^[A-Z_]+: /, '')
}

/** Why a keyset whose name another has is refused, without the field's name. */
function takenName(): unknown {
  const record = { shareCredential: shareText, groupCredential, name: 'Family' }
  const other = { ...record, shareCredential: 'another', name: 'Family share 2' }
  return String(errorOf(checkShareRecord(record, [other], reader))).replace(/^name: /, '')
}

const { log } = recordedLog()
/** A keyset of 2026, on which a signer can't run without nonces. */
const ofTheOther = keysetOf(vectors.keyset.group, present(vectors.keyset.shares[0]))
const long = (prefix: string, chars: number) => `${prefix}1${'q'.repeat(chars)}`

const validationTexts: Table<typeof validation> = {
  shareRequired: [validation.shareRequired, () => errorOf(validateShare(''))],
  sharePrefix: [validation.sharePrefix, () => errorOf(validateShare('nsec1abcdef'))],
  shareLength: [validation.shareLength(SHARE_CHARS), () => errorOf(validateShare('bfshare1q'))],
  shareBech32m: [
    validation.shareBech32m,
    () => errorOf(validateShare(`${shareText.slice(0, -1)}b`)),
  ],

  groupRequired: [validation.groupRequired, () => errorOf(validateGroup(' '))],
  groupPrefix: [validation.groupPrefix, () => errorOf(validateGroup(shareText))],
  groupTooShort: [
    validation.groupTooShort(GROUP_CHARS_MIN),
    () => errorOf(validateGroup('bfgroup1q')),
  ],
  groupTooLong: [
    validation.groupTooLong(GROUP_CHARS_MAX),
    () => errorOf(validateGroup(long('bfgroup', GROUP_CHARS_MAX))),
  ],
  groupBech32m: [
    validation.groupBech32m,
    () => errorOf(validateGroup(`${groupCredential.slice(0, -1)}b`)),
  ],

  combinedRequired: [validation.combinedRequired, () => errorOf(validateCombined(''))],
  combinedPrefix: [validation.combinedPrefix, () => errorOf(validateCombined(shareText))],
  combinedTooShort: [
    validation.combinedTooShort(COMBINED_CHARS_MIN),
    () => errorOf(validateCombined('bfcred1q')),
  ],
  combinedTooLong: [
    validation.combinedTooLong(COMBINED_CHARS_MAX),
    () => errorOf(validateCombined(long('bfcred', COMBINED_CHARS_MAX))),
  ],
  combinedBech32m: [
    validation.combinedBech32m,
    () => errorOf(validateCombined(`${long('bfcred', COMBINED_CHARS_MIN)}b`)),
  ],

  relayRequired: [validation.relayRequired, () => errorOf(normaliseRelayUrl(' '))],
  relayProtocol: [validation.relayProtocol, () => errorOf(normaliseRelayUrl('ftp://a.example'))],
  relayFormat: [validation.relayFormat, () => errorOf(normaliseRelayUrl('wss://no..dot'))],
  relayDotless: [
    `${validation.relayFormat}. ${validation.relayDotless}`,
    () => errorOf(normaliseRelayUrl('wss://nodot')),
  ],
  relayListRequired: [validation.relayListRequired, () => errorOf(validateRelayList([]))],
  relayItem: [
    validation.relayItem(2, validation.relayFormat),
    () => errorOf(validateRelayList(['wss://a.example', 'wss://no..dot'])),
  ],
  relayNoneValid: [validation.relayNoneValid, () => errorOf(validateRelayList(['wss://no..dot']))],
  relayTooMany: [
    validation.relayTooMany(MAX_RELAYS),
    () => {
      const relays = Array.from({ length: MAX_RELAYS + 1 }, (_, n) => `wss://r${n}.example`)
      return errorOf(validateRelayList(relays))
    },
  ],
  relayTooLong: [
    validation.relayTooLong(RELAY_URL_CHARS_MAX),
    () => errorOf(normaliseRelayUrl('x'.repeat(RELAY_URL_CHARS_MAX + 1))),
  ],
  relayListTooLong: [
    validation.relayListTooLong(RELAY_LIST_MAX),
    () => errorOf(validateRelayList(Array(RELAY_LIST_MAX + 1).fill('wss://a.example'))),
  ],
  relayListCredential: [validation.relayListCredential, () => errorOf(validateRelaySettings([]))],

  nsecRequired: [validation.nsecRequired, () => errorOf(validateNsec(''))],
  nsecFormat: [validation.nsecFormat, () => errorOf(validateNsec('nsec1abc'))],
  privateKeyRequired: [validation.privateKeyRequired, () => errorOf(validateHexPrivateKey(''))],
  privateKeyFormat: [validation.privateKeyFormat, () => errorOf(validateHexPrivateKey('abc'))],
  secretKeyFormat: [validation.secretKeyFormat, () => errorOf(parseSecretKey('abc'))],
  hexKeyFormat: [validation.hexKeyFormat, () => errorOf(validateHexKey('abc'))],
  nostrKeyFormat: [validation.nostrKeyFormat, () => errorOf(decodeNostrKey('note1abc'))],

  thresholdPositive: [
    validation.thresholdPositive,
    () => errorOf(validateKeysetParameters({ threshold: 0, totalMembers: 3 })),
  ],
  totalMembersPositive: [
    validation.totalMembersPositive,
    () => errorOf(validateKeysetParameters({ threshold: 2, totalMembers: 0.5 })),
  ],
  thresholdTooHigh: [
    validation.thresholdTooHigh,
    () => errorOf(validateKeysetParameters({ threshold: 4, totalMembers: 3 })),
  ],
  totalMembersTooHigh: [
    validation.totalMembersTooHigh(MAX_COMMITS),
    () => errorOf(validateKeysetParameters({ threshold: 2, totalMembers: 16 })),
  ],

  nameRequired: [validation.nameRequired, () => settingRefused({ GROUP_NAME: ' ' })],
  nameTooLong: [validation.nameTooLong(200), () => settingRefused({ GROUP_NAME: 'x'.repeat(201) })],

  nameTaken: [validation.nameTaken, takenName],

  noShares: [validation.noShares, () => errorOf(validateMinimumShares([], group))],
  notEnoughShares: [
    validation.notEnoughShares(2, 1),
    () => errorOf(validateMinimumShares([shareText], group)),
  ],
  shareItem: [
    validation.shareItem(2, validation.sharePrefix),
    () => {
      const shares = validateShares([shareText, 'nonsense'])
      return shares.ok ? shares : shares.errors[0]?.error
    },
  ],
  shareIndexMissing: [
    validation.shareIndexMissing,
    () => errorOf(checkCompatibility(group, [{ ...share, idx: Number.NaN }])),
  ],
  shareNotInGroup: [
    validation.shareNotInGroup,
    () => settingRefused({ SHARE_CRED: shareText, GROUP_CRED: foreign.groupCredential }),
  ],
  packaged: [validation.packaged, () => errorOf(reader.readShare(vectors.packages.bfshare.text))],
}

let relay: RelayFixture
let rogue: RoguePeer
/** Started first, because it takes as long as its text says. */
let unanswered: Promise<PingResult>

beforeAll(async () => {
  relay = await RelayFixture.start()
  rogue = await RoguePeer.start({ keyset, idx: 2, relay: relay.url })
  const floe = await startFloeSigner(nodeOptions())
  const absent = group.commits[2]?.pubkey ?? ''
  unanswered = floe.node.ping(absent).finally(() => floe.node.stop())
})

afterAll(async () => {
  await rogue.stop()
  await relay.stop()
})

const nodeOptions = (options: Partial<FloeSignerOptions> = {}): FloeSignerOptions => ({
  group: groupCredential,
  share: shareText,
  relays: [relay.url],
  timings: SILENT,
  ...options,
})

async function startNode(options: Partial<FloeSignerOptions> = {}): Promise<FloeSigner> {
  const floe = await startFloeSigner(nodeOptions(options))
  onTestFinished(() => floe.node.stop())
  return floe
}

/** Why something was refused, as the event log has it, once it is there. */
async function refusalIn({ entries }: FloeSigner): Promise<unknown> {
  const reasons = () =>
    entries.flatMap(({ data }) => (data as { reason?: string } | undefined)?.reason ?? [])
  await until(() => reasons().length > 0)
  return reasons()[0]
}

/** What a node says about an event that a relay brings it, whatever it subscribed to. */
async function brought(make: (self: string) => object): Promise<unknown> {
  const floe = await startNode()
  relay.faults.ignoreFilters = true
  relay.inject(make(floe.node.self.xonly) as NostrEvent)
  relay.faults.ignoreFilters = false
  return refusalIn(floe)
}

const request = (tag: string, data: string) => ({ tag, id: newMessageId(), data })
const ping = request('/ping/req', 'ping')

/** What a node says about a peer's request. */
const asked = (tag: string, data: string) => brought((self) => rogue.seal(self, request(tag, data)))

/** What a node says about an answer, when there is nobody else to ask. */
async function answered(conduct: Conduct): Promise<unknown> {
  const floe = await startNode()
  rogue.conduct = conduct
  for (const { xonly } of floe.node.peers.all) {
    floe.node.peers.setPolicy(xonly, { allowSend: xonly === rogue.xonly, allowReceive: true })
  }
  const outcome = await floe.node.sign(SIGNING, hex())
  return outcome.ok ? outcome : outcome.why.error
}

const signLie = (change: (answer: PartialSignatures) => unknown) =>
  answered(lying('/sign/res', change))

function supervisor(options: Partial<SupervisorOptions & RunningOptions> = {}) {
  const recorded = recordedLog()
  const made = new Supervisor({
    policyEngine: openPolicyEngine(),
    running: new Running({
      settings: () => ({ shareCredential: shareText, groupCredential, relays: relay.url }),
      reader,
      ...options,
    }),
    policies: () => new Map(),
    partialSignatures: () => new Map(),
    audit: () => {},
    auditExchange: () => {},
    log: recorded.log,
    timings: SILENT,
    ...options,
  })
  onTestFinished(() => made.stop())
  return { ...recorded, supervisor: made }
}

const peerManager = (node: Signer | null, sound = true) =>
  new PeerManager({
    group: sound ? ok(outlineOf(group)) : fail('damaged'),
    self: rogue.xonly,
    signer: node,
    policies: () => new Map(),
    partialSignatures: () => new Map(),
  })

/** The message that a promise is rejected with. */
async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch((error: unknown) => (error instanceof Error ? error.message : error))
}

/** How an echo through this relay ends while the relay does something wrong. */
async function echo(disturb: () => void, timeout?: number): Promise<unknown> {
  const floe = await startNode()
  disturb()
  return errorOf(await floe.node.sendEcho(timeout === undefined ? {} : { timeout }))
}

const nodeTable: Table<typeof nodeTexts> = {
  decodeShare: [
    nodeTexts.decodeShare(decoding.checksum),
    () => errorOf(decodeShare(mistype(shareText, 60))),
  ],
  decodeGroup: [
    nodeTexts.decodeGroup(decoding.checksum),
    () => errorOf(decodeGroup(mistype(groupCredential, 60))),
  ],

  invalidKeysetParameters: [
    nodeTexts.invalidKeysetParameters,
    () => thrown(() => generateKeyset({ threshold: 4, totalMembers: 3 })).message,
  ],
  invalidSecretKey: [
    nodeTexts.invalidSecretKey,
    () => thrown(() => generateKeyset({ threshold: 2, totalMembers: 3, secretKey: 'x' })).message,
  ],
  generateKeyset: [
    nodeTexts.generateKeyset,
    () => {
      const random = () => new Uint8Array(1)
      return thrown(() => generateKeyset({ threshold: 2, totalMembers: 3, random })).message
    },
  ],

  recoveryInput: [
    nodeTexts.recoveryInput,
    () => thrown(() => recoverSecret({ group, shares: [] })).message,
  ],
  recoveryNotEnough: [
    nodeTexts.recoveryNotEnough(2),
    () => thrown(() => recoverSecret({ group, shares: [share] })).message,
  ],
  notEnoughShares: [
    nodeTexts.notEnoughShares,
    () => thrown(() => recoverSecret({ group, shares: [share] })).reason,
  ],
  recoverSecretKey: [
    nodeTexts.recoverSecretKey,
    () => thrown(() => recoverSecret({ group, shares: foreign.shares })).message,
  ],

  createNode: [
    nodeTexts.createNode,
    () =>
      thrown(
        () => new Signer({ keyset: ofTheOther, policyEngine: openPolicyEngine(), relays: [], log }),
      ).message,
  ],
  connectNode: [
    nodeTexts.connectNode,
    () =>
      thrown(() =>
        new Signer({
          ...{ keyset: keysetOf(group, share), policyEngine: openPolicyEngine(), relays: [], log },
        }).start(),
      ).message,
  ],
  closeNode: [
    nodeTexts.closeNode,
    async () => {
      let broken = false
      const now = () => {
        if (broken) throw new Error('no clock')
        return Date.now()
      }
      const { supervisor: signer, messages } = supervisor({ now })
      await signer.apply()
      await until(() => signer.signer?.isReady === true)
      // The answer to the relay's first ping asks for the time as well, and if it threw, nobody would know.
      await until(() => signer.relayStates.every(({ latencyMs }) => latencyMs !== null))
      broken = true
      await signer.stop().catch(() => {})
      broken = false
      return messages()
        .find((message) => message.startsWith(nodeTexts.closeNode))
        ?.split(':')[0]
    },
  ],

  echoNotReceived: [
    nodeTexts.echoNotReceived(0.2),
    async () => errorOf(await (await startNode()).node.awaitEcho(200)),
  ],
  echoConnectionClosed: [
    nodeTexts.echoConnectionClosed,
    async () => {
      const floe = await startNode({ timings: { drain: 0 } })
      const awaited = floe.node.awaitEcho()
      await floe.node.stop()
      return errorOf(await awaited)
    },
  ],
  echoRejected: [
    nodeTexts.echoRejected,
    () =>
      echo(() => {
        relay.faults.rejectKinds = [EVENT_KIND]
      }),
  ],
  echoResponseTimeout: [
    nodeTexts.echoResponseTimeout(0.2),
    () =>
      echo(() => {
        relay.faults.mute = true
      }, 200),
  ],
  nodeError: [
    nodeTexts.nodeError,
    async () => {
      let broken = false
      const now = () => {
        if (broken) throw new Error('no clock')
        return Date.now()
      }
      const floe = await startNode({ now })
      broken = true
      const outcome = await floe.node.sendEcho()
      broken = false
      return errorOf(outcome)
    },
  ],

  pingTimeout: [nodeTexts.pingTimeout(PING_TIMEOUT), async () => (await unanswered).error],
  peerDataNotFound: [
    nodeTexts.peerDataNotFound,
    async () => (await (await startNode()).node.ping(hex())).error,
  ],
  invalidPingResponse: [
    nodeTexts.invalidPingResponse,
    async () => {
      rogue.conduct = ({ id }) => ({ tag: '/ping/res', id, data: 'pong' })
      return (await (await startNode()).node.ping(rogue.xonly)).error
    },
  ],
  publishResponse: [
    nodeTexts.publishResponse,
    async () => {
      const floe = await startNode()
      relay.faults.rejectKinds = [EVENT_KIND]
      relay.inject(rogue.seal(floe.node.self.xonly, ping))
      const refused = () => floe.entries.find(({ message }) => message.includes('/ping/req'))
      await until(() => refused() !== undefined)
      return (refused()?.data as { reason: string } | undefined)?.reason
    },
  ],

  eventIdMismatch: [
    nodeTexts.eventIdMismatch,
    () => brought((self) => ({ ...rogue.seal(self, ping), id: hex() })),
  ],
  invalidEventSignature: [
    nodeTexts.invalidEventSignature,
    () => brought((self) => ({ ...rogue.seal(self, ping), sig: hex(64) })),
  ],
  eventSchema: [
    nodeTexts.eventSchema,
    () => brought((self) => ({ ...rogue.seal(self, ping), sig: 'none' })),
  ],
  notAPeer: [
    nodeTexts.notAPeer,
    () => brought((self) => ({ ...rogue.seal(self, ping), pubkey: hex() })),
  ],
  envelopeSchema: [
    nodeTexts.envelopeSchema,
    () => brought((self) => rogue.seal(self, { ...ping, tag: 'x' })),
  ],
  unauthorized: [nodeTexts.unauthorized, () => asked('/shutdown/req', '')],

  sessionIdMismatch: [
    nodeTexts.sessionIdMismatch,
    () => signLie((one) => ({ ...one, sid: hex() })),
  ],
  pubkeyNotInGroup: [
    nodeTexts.pubkeyNotInGroup,
    () => signLie((one) => ({ ...one, pubkey: `02${hex()}` })),
  ],
  partialSignatureInvalid: [
    nodeTexts.partialSignatureInvalid,
    () => signLie((one) => ({ ...one, psigs: one.psigs.map(([sighash]) => [sighash, hex()]) })),
  ],
  missingPartialSignatures: [
    nodeTexts.missingPartialSignatures,
    () => signLie((one) => ({ ...one, psigs: [] })),
  ],
  signatureMissing: [
    nodeTexts.signatureMissing,
    async () => {
      const queue = new SignQueue({
        signBatch: async () => ({ ok: true, signatures: [] }),
        now: Date.now,
      })
      const outcome = await queue.push(SIGNING, [hex()])
      return outcome.ok ? outcome : outcome.why.error
    },
  ],

  ecdhSchema: [nodeTexts.ecdhSchema, () => asked('/ecdh/req', '{}')],
  sessionSchema: [nodeTexts.sessionSchema, () => asked('/sign/req', '{}')],
  signatureSchema: [nodeTexts.signatureSchema, () => signLie(() => ({}))],
  groupSchema: [
    nodeTexts.groupSchema,
    () => thrown(() => encodeGroup({ ...group, commits: [] })).message,
  ],
  shareSchema: [
    nodeTexts.shareSchema,
    () => thrown(() => encodeShare({ ...share, seckey: '' })).message,
  ],
  invalidCredentials: [
    nodeTexts.invalidCredentials,
    async () => {
      const { supervisor: signer } = supervisor({
        settings: () => ({ shareCredential: 'nonsense', groupCredential }),
      })
      await signer.apply()
      return signer.health.reason.error.split(':')[0]
    },
  ],
  peerNotFound: [
    nodeTexts.peerNotFound,
    async () => rejection(peerManager((await startNode()).node).ping(hex())),
  ],
  startMonitoring: [nodeTexts.startMonitoring, () => peerManager(null).view().reason],
  createPeerManager: [
    nodeTexts.createPeerManager,
    () => peerManager(null, false).view().reason?.split(':')[0],
  ],
}

describe.each([
  ['section 5', validation, validationTexts],
  ['section 8', nodeTexts, nodeTable],
])('the texts of the specification, %s:', (_, texts, table) => {
  test('each has its case here', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(texts).sort())
  })

  test.each(Object.entries<Row>(table))('%s is shown in its case', async (__, row) => {
    onTestFinished(() => {
      relay.clearFaults()
      rogue.conduct = (___, honest) => honest()
    })
    const [text, provoke] = row
    expect(await provoke()).toBe(text)
  })
})
