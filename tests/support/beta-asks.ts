import { randomBytes } from 'node:crypto'
import { schnorr } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/curves/utils.js'
import {
  aggregate,
  generateNonce,
  type HashContext,
  partialSignature,
  verifyPartialSignature,
} from '#protocol/v2/frost.ts'
import { contextOf } from '#protocol/v2/jobs.ts'
import type { EcdhPackage, Nonce } from '#protocol/v2/messages.ts'
import { parsePayload } from '#protocol/v2/parse.ts'
import { createSession } from '#protocol/v2/session.ts'
import { type BetaSelf, exchangePackage, memberOf, secretOf } from './beta-answers.ts'
import type { Arrived, Payload } from './beta-line.ts'
import { present } from './v2-vectors.ts'

/** A signature, or the x of a shared secret, hex; or why there is none. */
export type Outcome = { ok: true; value: string } | Failed

/** Sends a request to these members (x-only keys), and waits until each has sent a right answer. */
export type Ask = (
  members: readonly string[],
  request: Payload,
  isRight: (answer: Arrived) => boolean,
) => Promise<Answers>

/**
 * Has one hash signed in one session, with the newest nonce of each member.
 *
 * @param chosen as many peers as the threshold needs, x-only
 */
export async function askToSign(
  self: BetaSelf,
  ask: Ask,
  chosen: readonly string[],
  hash: string,
): Promise<Outcome> {
  const { group, share, pool } = self
  const own = generateNonce(share.seckey)
  // Other requests may have used nonces meanwhile.
  if (!chosen.every((peer) => pool.isUsable(peer))) return { ok: false, reason: 'no_peers' }
  const nonces = new Map<number, Nonce[]>([[share.idx, [own]]])
  for (const peer of chosen) {
    nonces.set(memberOf(group, peer).idx, [present(pool.takeNewest(peer))])
  }
  const stamp = Math.floor(Date.now() / 1000)
  const session = createSession(group, [hash], nonces, { stamp })
  const context = contextOf(group, session, 0)
  const partials = [partialSignature(context, share, own)]
  const answers = await ask(chosen, { type: 'SignRequest', data: session }, (answer) => {
    const partial = partialIn(self, answer, session.sid, context)
    if (partial !== undefined) partials.push(partial)
    return partial !== undefined
  })
  if (!answers.ok) return answers
  const value = aggregate(context, partials)
  const isValid = schnorr.verify(hexToBytes(value), hexToBytes(hash), hexToBytes(group.group_pk))
  return isValid ? { ok: true, value } : { ok: false, reason: 'invalid_response' }
}

/** Asks the chosen peers for their parts for one key, x-only, and adds the parts up. */
export async function askToExchange(
  self: BetaSelf,
  ask: Ask,
  chosen: readonly string[],
  key: string,
): Promise<Outcome> {
  const indices = chosen.map((peer) => memberOf(self.group, peer).idx)
  const members = [self.share.idx, ...indices].toSorted((a, b) => a - b)
  const data = exchangePackage(self, members, [key])
  const packages: EcdhPackage[] = [data]
  const answers = await ask(chosen, { type: 'EcdhRequest', data }, (answer) => {
    if (answer.type !== 'EcdhResponse') return false
    const parsed = parsePayload.EcdhResponse(answer.data)
    if (parsed.ok) packages.push(parsed.value)
    return parsed.ok
  })
  if (!answers.ok) return answers
  try {
    const parts = packages.map(({ entries }) => entries)
    return { ok: true, value: secretOf(key, parts) }
  } catch {
    return { ok: false, reason: 'invalid_response' }
  }
}

/** The partial signature in an answer; undefined if the answer is not right. Stores the answer's new nonces. */
function partialIn(
  { group, pool }: BetaSelf,
  answer: Arrived,
  sid: string,
  context: HashContext,
): string | undefined {
  if (answer.type !== 'SignResponse') return undefined
  const parsed = parsePayload.SignResponse(answer.data)
  if (!parsed.ok || parsed.value.sid !== sid) return undefined
  const [partial, more] = parsed.value.psigs
  if (partial?.sighash !== context.sighash || more !== undefined) return undefined
  const member = memberOf(group, answer.from)
  if (!verifyPartialSignature(context, member, partial.partial_sig)) return undefined
  pool.store(answer.from, parsed.value.replenish ?? [])
  return partial.partial_sig
}

type Failure = 'no_peers' | 'timeout' | 'peer_rejected' | 'invalid_response' | 'ended'

/** Why there is no result, and the error of a peer that refused. */
interface Failed {
  ok: false
  reason: Failure
  from?: string
  code?: string
  message?: string
}

/** A right answer of each member that was asked, by its key. */
type Answers = { ok: true; value: Map<string, Arrived> } | Failed

interface Round {
  left: Set<string>
  answers: Map<string, Arrived>
  isRight(answer: Arrived): boolean
  end(answers: Answers): void
}

/** The requests that a device waits for, each to several members. */
export class BetaRounds {
  readonly #rounds = new Map<string, Round>()

  /**
   * Has a request sent to these members, all under one id, and waits for their answers. The first error or
   * wrong answer ends the wait.
   *
   * @param patience milliseconds
   */
  ask(
    members: readonly string[],
    isRight: (answer: Arrived) => boolean,
    { patience, send }: { patience: number; send(to: string, id: string): void },
  ): Promise<Answers> {
    const id = randomBytes(16).toString('hex')
    return new Promise((resolve) => {
      const timer = setTimeout(() => end({ ok: false, reason: 'timeout' }), patience)
      const end = (answers: Answers) => {
        clearTimeout(timer)
        this.#rounds.delete(id)
        resolve(answers)
      }
      this.#rounds.set(id, { left: new Set(members), answers: new Map(), isRight, end })
      for (const to of members) send(to, id)
    })
  }

  /** Gives an answer to the round that waits for it. @returns whether there is one */
  take(answer: Arrived): boolean {
    const round = this.#rounds.get(answer.id)
    if (round === undefined) return false
    const { from, type, data } = answer
    if (!round.left.delete(from)) return true
    if (type === 'Error') {
      round.end({
        ok: false,
        reason: 'peer_rejected',
        from,
        code: data.code,
        message: data.message,
      })
    } else if (round.isRight(answer)) {
      round.answers.set(from, answer)
      if (round.left.size === 0) round.end({ ok: true, value: round.answers })
    } else {
      round.end({ ok: false, reason: 'invalid_response', from })
    }
    return true
  }

  endAll(): void {
    for (const round of [...this.#rounds.values()]) round.end({ ok: false, reason: 'ended' })
  }
}
