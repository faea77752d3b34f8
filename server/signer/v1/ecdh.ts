import { ECDH_CACHE_MAX, REQUEST_TIMEOUT } from '../../contract/limits.ts'
import { refusal, request } from '../../contract/messages.ts'
import { fail, ok, type Result } from '../../frostr/errors.ts'
import { combineEcdh, ecdhKeyshare } from '../../frostr/v1/arithmetic.ts'
import { type EcdhPackage, parseEcdh } from '../../frostr/v1/messages.ts'
import { isCompressedPoint } from '../../frostr/v1/points.ts'
import type { Failure } from '../failure.ts'
import { type Attempt, type AttemptOutcome, askHedged } from '../hedge.ts'
import type { PeerEntry } from '../peers.ts'
import { askMembers } from './ask.ts'
import { OWN_TURNS, UNBOUNDED, type V1Context } from './context.ts'
import { hedgeDelay } from './hedge-delay.ts'

/** The shared point, compressed, 33 bytes, hex: a secret. */
export type EcdhOutcome = { ok: true; secret: string } | Failure

interface Kept {
  secret: string
  /** X-only keys of the peers that it came from. */
  peers: string[]
}

/**
 * Key exchange with the group's key. An answer can't be verified on this wire, so what is kept is
 * bounded, and whoever finds that a secret does not decrypt asks for a fresh one from others.
 */
export class EcdhAsker {
  readonly #context: V1Context
  readonly #kept = new Map<string, Kept>()

  constructor(context: V1Context) {
    this.#context = context
  }

  /**
   * The point that the group's secret key and a public key share. Never rejects.
   *
   * @param ecdhPk the other party's public key, 32 or 33 bytes, hex
   */
  async secret(ecdhPk: string): Promise<EcdhOutcome> {
    const key = ecdhPk.toLowerCase()
    const kept = this.#kept.get(key)
    if (kept === undefined) return this.#exchange(key, new Set())
    this.#keep(key, kept)
    return { ok: true, secret: kept.secret }
  }

  /** A fresh secret in place of one that did not decrypt, from other members where there are. */
  async fresh(ecdhPk: string): Promise<EcdhOutcome> {
    const key = ecdhPk.toLowerCase()
    const avoid = new Set(this.#kept.get(key)?.peers)
    this.#kept.delete(key)
    return this.#exchange(key, avoid)
  }

  async #exchange(ecdhPk: string, avoid: ReadonlySet<string>): Promise<EcdhOutcome> {
    const context = this.#context
    const startedAt = context.now()
    const need = context.group.threshold - 1
    const launch = (peers: readonly PeerEntry[]) => attempt(context, ecdhPk, peers)
    const outcome =
      need === 0
        ? await launch([]).done
        : await askHedged({
            peers: context.peers.all,
            need,
            timeout: REQUEST_TIMEOUT,
            hedgeAfter: (peers) => hedgeDelay(peers, 1),
            launch,
            onSilent: context.onSilent,
            distrusted: new Set([...context.distrusted.peers, ...avoid]),
            random: context.random,
          })
    const took = context.now() - startedAt
    if (!outcome.ok) {
      context.log.add('error', `ECDH failed: ${outcome.reason}`, { took })
      return { ok: false, reason: outcome.reason, code: outcome.code }
    }
    const { secret, peers } = outcome.value
    this.#keep(ecdhPk, { secret, peers: peers.map((peer) => peer.xonly) })
    const names = peers.map((peer) => peer.pubkey.slice(0, 8)).join(', ')
    const withWhom = peers.length === 0 ? '' : ` with ${names}`
    context.log.add('ecdh', `ECDH completed${withWhom}, ${took} ms`, {
      peers: peers.map((peer) => peer.pubkey),
      took,
    })
    return { ok: true, secret }
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    if (this.#kept.size > ECDH_CACHE_MAX) {
      const oldest = this.#kept.keys().next()
      if (!oldest.done) this.#kept.delete(oldest.value)
    }
  }
}

interface Exchanged {
  secret: string
  peers: readonly PeerEntry[]
}

function attempt(
  context: V1Context,
  ecdhPk: string,
  peers: readonly PeerEntry[],
): Attempt<Exchanged> {
  const members = [context.self.idx, ...peers.map((peer) => peer.idx)].sort()
  let own: EcdhPackage
  try {
    own = ecdhKeyshare(members, ecdhPk, context.share)
  } catch {
    const reason = refusal.publicKeyInvalid
    const outcome = { ok: false as const, reason, code: 'invalid' as const, culprits: [] }
    return { done: Promise.resolve(outcome), silent: () => [], resend: () => {}, cancel: () => {} }
  }
  const ask = askMembers<EcdhPackage>(context, peers, {
    requestTag: '/ecdh/req',
    answerTag: '/ecdh/res',
    data: JSON.stringify(own),
    check: (data, peer) => checkAnswer(own, data, peer),
  })
  const finish = async (): Promise<AttemptOutcome<Exchanged>> => {
    const answers = await ask.answers
    if (!answers.ok) return answers
    const packages = [own, ...answers.values.values()]
    try {
      const secret = await context.turns.run(OWN_TURNS, combineSteps(packages), UNBOUNDED)
      return secret === null
        ? { ok: false, reason: request.stopped, code: 'stopped', culprits: [] }
        : { ok: true, value: { secret, peers } }
    } catch {
      // The key shares add up to no point. Among several peers nothing tells who made it so.
      const culprits = peers.length === 1 ? [...peers] : []
      for (const liar of culprits) context.distrusted.add(liar, refusal.keyshareInvalid)
      return { ok: false, reason: refusal.keyshareInvalid, culprits }
    }
  }
  return { ...ask.controls, done: finish() }
}

function* combineSteps(packages: readonly EcdhPackage[]) {
  yield
  return combineEcdh(packages)
}

function checkAnswer(own: EcdhPackage, data: string, peer: PeerEntry): Result<EcdhPackage> {
  const parsed = parseEcdh(data)
  if (!parsed.ok) return parsed
  const { idx, members, ecdh_pk, keyshare } = parsed.value
  if (idx !== peer.idx) return fail(refusal.indexMismatch)
  if (ecdh_pk.toLowerCase() !== own.ecdh_pk || members.join() !== own.members.join()) {
    return fail(refusal.otherExchange)
  }
  return isCompressedPoint(keyshare) ? ok(parsed.value) : fail(refusal.keyshareInvalid)
}
