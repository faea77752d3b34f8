import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js'
import type { BetaDevice } from './beta-device.ts'
import { startBeta } from './beta-member.ts'
import type { FloeSigner } from './floe-signer.ts'
import { seededPrng } from './prng.ts'
import { EXCHANGING } from './rules.ts'
import type { Scope } from './scope.ts'
import { faultsOf, randomVectors, signByFloe } from './signatures.ts'
import { until } from './until.ts'
import { carriedTexts, noncesFor, type V2Group, type V2Member, v2Group } from './v2-group.ts'

const random = seededPrng(2606)
/** The secret key of every group here; its public key has an even y. */
const SECRET_KEY = '3'.padStart(64, '0')

const SECRET = /^[0-9a-f]{64}$/

/** A Floe that speaks only 2026 and can be restarted. */
export interface RestartableFloe {
  readonly xonly: string
  /** The node that runs now. */
  now: V2Member
  /** The nodes that ran before, and the one that runs now. */
  readonly all: V2Member[]
  /** @param isWhole whether it keeps its nonces; otherwise they are lost, as after a restored back-up */
  restart(options: { isWhole: boolean }): Promise<void>
}

export interface BetaGroup {
  group: V2Group
  startFloe(idx: number): Promise<RestartableFloe>
  startBeta(idx: number): Promise<BetaDevice>
}

/** A group whose members are Floes, devices of Igloo beta, and what the test adds. */
export async function betaGroup(
  scope: Scope,
  sizes: { threshold: number; totalMembers: number },
): Promise<BetaGroup> {
  const group = await v2Group(scope, { ...sizes, secretKey: SECRET_KEY })
  return {
    group,
    startBeta: (idx) => startBeta(scope, group, idx),
    startFloe: async (idx) => {
      const credentials = carriedTexts(group.keyset, idx)
      let { folder, ...v2 } = noncesFor(scope)
      const floe: RestartableFloe = {
        xonly: group.xonly(idx),
        now: await group.start(idx, { ...credentials, v2 }),
        all: [],
        restart: async ({ isWhole }) => {
          await floe.now.node.stop()
          const next = noncesFor(scope, ...(isWhole ? [folder] : []))
          folder = next.folder
          floe.now = await group.start(idx, { ...credentials, v2: next })
          floe.all.push(floe.now)
        },
      }
      floe.all.push(floe.now)
      return floe
    },
  }
}

/** Pings a peer until it answers in 2026. */
export const meet = ({ node }: FloeSigner, peer: string): Promise<void> =>
  until(async () => (await node.ping(peer)).generation === '2026', { what: `${peer} to answer` })

/** From now on Floe asks only these peers, so that a slow machine does not do the same work twice. */
function askOnly({ node }: FloeSigner, of: readonly string[]): void {
  for (const { xonly } of node.peers.all) {
    node.peers.setPolicy(xonly, { allowSend: of.includes(xonly), allowReceive: true })
  }
}

/** Has Floe ask these peers for signatures, one after another. @returns the faults found, each once */
export async function signedByFloe(
  floe: FloeSigner,
  { keyset }: V2Group,
  of: readonly string[],
  count: number,
): Promise<string[]> {
  askOnly(floe, of)
  const faults: string[] = []
  for (const vector of randomVectors(random, count)) {
    const signed = await signByFloe(floe.node, [vector])
    faults.push(...faultsOf(keyset.group.group_pk, [vector], signed))
  }
  return [...new Set(faults)]
}

/** Has a device of Igloo beta ask these peers for signatures. @returns the faults found, each once */
export async function signedByBeta(
  device: BetaDevice,
  of: readonly string[],
  count: number,
): Promise<string[]> {
  const faults: string[] = []
  for (const [hash] of randomVectors(random, count)) {
    const signed = await device.sign(hash, of)
    if (!signed.ok) faults.push(`${signed.reason} ${signed.code ?? ''}`)
  }
  return [...new Set(faults)]
}

/** Has Floe exchange keys with these peers, each time with a new key. @returns the faults found, each once */
export async function exchangedByFloe(
  floe: FloeSigner,
  of: readonly string[],
  count: number,
): Promise<string[]> {
  askOnly(floe, of)
  return exchanges(count, async (key) => {
    const exchanged = await floe.node.ecdh(EXCHANGING, `02${key}`)
    return exchanged.ok ? exchanged.secret.slice(2) : exchanged.why.error
  })
}

/** Has a device of Igloo beta exchange keys with these peers. @returns the faults found, each once */
export const exchangedByBeta = (
  device: BetaDevice,
  of: readonly string[],
  count: number,
): Promise<string[]> =>
  exchanges(count, async (key) => {
    const exchanged = await device.exchange(key, of)
    return exchanged.ok ? exchanged.value : `${exchanged.reason} ${exchanged.code ?? ''}`
  })

async function exchanges(
  count: number,
  exchange: (key: string) => Promise<string>,
): Promise<string[]> {
  const faults: string[] = []
  for (let n = 0; n < count; n += 1) {
    const key = bytesToHex(secp256k1.getPublicKey(random.bytes(32))).slice(2)
    const shared = secp256k1.getSharedSecret(hexToBytes(SECRET_KEY), hexToBytes(`02${key}`))
    const secret = await exchange(key)
    if (secret === bytesToHex(shared).slice(2)) continue
    faults.push(SECRET.test(secret) ? 'a wrong secret' : secret)
  }
  return [...new Set(faults)]
}

/** Floe's errors and warnings that name a member, from its log and for its owner. */
export function saidAgainst(floe: RestartableFloe, xonly: string): string[] {
  return floe.all.flatMap(({ node, entries }) => {
    const name = node.peers.get(xonly)?.pubkey.slice(0, 8) ?? ''
    const logged = entries.flatMap(({ type, message }) =>
      type === 'error' || type === 'warning' ? [message] : [],
    )
    return [...logged, ...node.warnings.list].filter((text) => text.includes(name))
  })
}

/** Codes of a device's nonces that Floe has used in more than one request. */
export function usedAgain({ heard }: BetaDevice, idx: number): string[] {
  const codes = heard.flatMap(({ type, data }) => {
    if (type !== 'SignRequest') return []
    const set = data.nonces.find((one: { idx: number }) => one.idx === idx)
    return (set?.entries ?? []).map(({ code }: { code: string }) => code) as string[]
  })
  return codes.filter((code, at) => codes.indexOf(code) !== at)
}
