import { refusal } from '#contract/messages.ts'
import { isPoint } from '#crypto/curve/hex.ts'
import { lagrange } from '#crypto/curve/scalars.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import type { Permit } from '#policy/engine.ts'
import type { Check, CheckedParts } from '#protocol/ecdh-proof.ts'
import { newMessageId } from '#protocol/v1/envelope.ts'
import { type EcdhPackage, parseEcdh } from '#protocol/v1/messages.ts'
import { exchangeKeys, ofOneKey } from '../ecdh/key-exchange.ts'
import type { EcdhOperation, ExchangeOptions, ExchangeOutcome } from '../ecdh/shared-secrets.ts'
import type { PeerEntry } from '../peers/peers.ts'
import type { Answers, Asked } from '../signing/ask-peers.ts'
import { ATTEMPT_STOPPED, type AttemptOutcome } from '../signing/hedge.ts'
import { OURSELVES } from '../worker/work-queue.ts'
import { askMembers } from './ask-members.ts'
import type { V1Context } from './context.ts'

/** Our request, and what the answers are checked with; null when they are not checked. */
interface Own {
  id: string
  part: EcdhPackage
  check: Check | null
}

/**
 * Asks threshold − 1 peers for their parts of a key exchange. With `proven`, each is also asked for its
 * part of a blinded key, which proves that both are right: another Floe in the same message, other
 * implementations in a second one. Never rejects.
 *
 * @param ecdhPk the other party's public key, 32 or 33 bytes, hex
 */
export async function exchange(
  context: V1Context,
  permit: Permit<EcdhOperation>,
  ecdhPk: string,
  { proven }: ExchangeOptions,
): Promise<ExchangeOutcome> {
  const { work, peers } = context
  const outcome = await exchangeKeys<Own, EcdhPackage>(context, permit, {
    protocol: '1.x',
    peers: peers.all,
    keys: 1,
    isTrial: false,
    isProven: proven,
    trips: proven ? 2 : 1,
    own: (members) => ownPart(context, permit, ecdhPk, { members, proven }),
    ask: (members, own) => askForParts(context, permit, members, own),
    check: async (own, answers) => checkParts(context, own, answers),
    combine: async ({ part }, answers) => {
      const secret = await work.run(OURSELVES, 'exchange', [part, ...answers])
      return secret === null ? null : [secret]
    },
  })
  return ofOneKey(outcome)
}

async function ownPart(
  context: V1Context,
  permit: Permit<EcdhOperation>,
  ecdhPk: string,
  { members, proven }: { members: number[]; proven: boolean },
): Promise<Result<Own> | null> {
  const { work, self } = context
  const part = await work
    .run(OURSELVES, 'keyshare', { members: members.toSorted(), ecdhPk }, { permit })
    .catch(() => 'invalid' as const)
  if (part === 'invalid') return fail(refusal.publicKeyInvalid)
  if (part === null) return null
  const id = newMessageId()
  if (!proven || members.length === 1) return ok({ id, part, check: null })
  const check = await work.run(OURSELVES, 'blind', {
    publicKeys: [ecdhPk],
    own: {
      parts: [part.keyshare],
      holder: { pubkey: pubkeyOf(context, self.idx), weight: lagrange(members, self.idx) },
    },
    context: { asker: self.xonly, id },
  })
  return check && ok({ id, part, check })
}

/** Checks all parts, which have their weight in 1.x. */
function checkParts(
  context: V1Context,
  { part: { members }, check }: Own,
  answers: EcdhPackage[],
): CheckedParts[] | Promise<CheckedParts[] | null> {
  if (check === null) return []
  const theirs = answers.map(({ idx, keyshare, blinded_keyshare = '' }) => ({
    idx,
    parts: [keyshare],
    ofBlinded: blinded_keyshare,
    member: { pubkey: pubkeyOf(context, idx), weights: [lagrange(members, idx)] },
  }))
  return context.work.run(OURSELVES, 'checkParts', { blinding: check.blinding, members: theirs })
}

const pubkeyOf = ({ group }: V1Context, idx: number): string =>
  group.commits.find((commit) => commit.idx === idx)?.pubkey ?? ''

/**
 * Asks for both parts in one message. A peer that answers with one does not know the field for the other.
 * It is asked for that one in a second message; the next time, both messages are sent at once.
 */
function askForParts(
  context: V1Context,
  permit: Permit<EcdhOperation>,
  peers: readonly PeerEntry[],
  { id, part, check }: Own,
): Asked<EcdhPackage> {
  const { signal } = permit
  if (check === null) return askFor(context, peers, { id, part, signal })
  const { key: ecdh_pk, proof, keyshare } = check
  const both = { ...part, blinded: { ecdh_pk, ...proof } }
  const second = { ...part, ecdh_pk, keyshare }
  const askApart = (some: PeerEntry[]) => askFor(context, some, { part: second, signal })
  const apart = peers.filter((peer) => peer.protocols.get('1.x')?.answersBlinded === false)
  const [first, early] = [askFor(context, peers, { id, part: both, signal }), askApart(apart)]
  const asked = [first, early]
  let isCancelled = false

  const collect = async (): Promise<AttemptOutcome<Parts>> => {
    const answers = await first.done
    if (!answers.ok) return answers
    const lacking = withoutBlinded(answers.value)
    if (isCancelled) return ATTEMPT_STOPPED
    const late = askApart(lacking.filter((peer) => !apart.includes(peer)))
    asked.push(late)
    for (const seconds of lacking.some((peer) => apart.includes(peer)) ? [early, late] : [late]) {
      const more = await seconds.done
      if (!more.ok) return more
      complete(answers.value, more.value)
    }
    return answers
  }

  const cancel = () => {
    isCancelled = true
    for (const one of asked) one.cancel()
  }
  return {
    done: collect().finally(cancel),
    silent: () => [...new Set(asked.flatMap((one) => one.silent()))],
    resend: (isFor) => {
      for (const one of asked) one.resend(isFor)
    },
    cancel,
  }
}

type Parts = Answers<EcdhPackage>

/** The peers whose part for the blinded key is missing; records of each peer whether it sends it. */
function withoutBlinded(answers: Parts): PeerEntry[] {
  const lacking: PeerEntry[] = []
  for (const [peer, { blinded_keyshare }] of answers) {
    const state = peer.protocols.get('1.x')
    if (state) state.answersBlinded = blinded_keyshare !== undefined
    if (blinded_keyshare === undefined) lacking.push(peer)
  }
  return lacking
}

/** Adds the parts for the blinded key that came in messages of their own. */
function complete(answers: Parts, seconds: Parts): void {
  for (const [peer, { keyshare }] of seconds) {
    const known = answers.get(peer)
    if (known) answers.set(peer, { blinded_keyshare: keyshare, ...known })
  }
}

/** Asks for the part of one key. The request contains ours, so a peer could go on without us. */
const askFor = (
  context: V1Context,
  peers: readonly PeerEntry[],
  { id, part, signal }: { id?: string; part: EcdhPackage; signal: AbortSignal },
): Asked<EcdhPackage> =>
  askMembers<EcdhPackage>(context, peers, {
    ...(id !== undefined && { id }),
    requestTag: '/ecdh/req',
    answerTag: '/ecdh/res',
    data: JSON.stringify(part),
    hashes: 1,
    signal,
    check: (data, peer) => checkAnswer(part, data, peer),
  })

function checkAnswer(own: EcdhPackage, data: string, peer: PeerEntry): Result<EcdhPackage> {
  const parsed = parseEcdh(data)
  if (!parsed.ok) return parsed
  const { idx, members, ecdh_pk, keyshare } = parsed.value
  if (idx !== peer.idx) return fail(refusal.indexMismatch)
  if (ecdh_pk.toLowerCase() !== own.ecdh_pk || members.join() !== own.members.join()) {
    return fail(refusal.otherExchange)
  }
  return isPoint(keyshare) ? ok(parsed.value) : fail(refusal.keyshareInvalid)
}
