import {
  combine_signature_pkgs,
  create_psig_pkg,
  create_session_pkg,
  create_session_template,
  get_session_ctx,
  verify_psig_pkg,
} from '@frostr/bifrost/lib'
import { bytesToHex } from '@noble/curves/utils.js'
import { expect, test } from 'vitest'
import { randomScalar, scalarHex } from '#crypto/curve/scalars.ts'
import { verifySignature } from '#nostr/event.ts'
import { rounds } from '#tests/support/long.ts'
import { type Prng, seededPrng } from '#tests/support/prng.ts'
import {
  combinePartialSignatures,
  hashContext,
  partialSignature,
  verifyPartialSignature,
} from './arithmetic.ts'
import { generateKeyset, type Keyset } from './keyset.ts'
import type { SighashVector, SignSession } from './messages.ts'
import { createSession } from './session.ts'

/** Ten thousand take about ten minutes, because the genuine library is slow. */
const SESSIONS = rounds(10, 10_000)
const PER_KEYSET = 10

/**
 * Small groups come often and large ones seldom, as in the field; the genuine node is slow with
 * large ones.
 */
function randomSize(prng: Prng): { threshold: number; totalMembers: number } {
  const totalMembers = prng.integer(10) === 0 ? 1 + prng.integer(15) : 1 + prng.integer(4)
  return { threshold: 1 + prng.integer(totalMembers), totalMembers }
}

function randomSession({ group }: Keyset, prng: Prng): SignSession {
  const spare = group.commits.length - group.threshold
  const members = prng
    .shuffle(group.commits)
    .slice(0, group.threshold + prng.integer(1 + Math.min(1, spare)))
    .map(({ idx }) => idx)
  const vector: SighashVector = [
    bytesToHex(prng.bytes(32)),
    ...Array.from({ length: prng.pick([0, 0, 1, 2, 3]) }, () =>
      scalarHex(randomScalar(prng.bytes)),
    ),
  ]
  return createSession(group, members, [vector], {
    stamp: prng.integer(2 ** 32),
    type: prng.pick(['message', 'event', '', 'é 👾']),
    content: prng.pick([null, '', bytesToHex(prng.bytes(20))]),
  })
}

/** Our results for a session. `accepted`: whether each partial signature is valid unchanged, and changed. */
function ours({ group, shares }: Keyset, session: SignSession) {
  const [vector = ['']] = session.hashes
  const context = hashContext(group, session, vector)
  const members = shares.filter(({ idx }) => session.members.includes(idx))
  const partials = members.map((share) => partialSignature(context, share))
  const signature = combinePartialSignatures(context, partials)
  const accepted = members.map(({ idx }, at) => {
    const pubkey = group.commits.find((commit) => commit.idx === idx)?.pubkey ?? ''
    const answer = { idx, pubkey, psigs: [], sid: session.sid }
    return [partials[at] ?? '', changed(partials[at] ?? '')].map((psig) =>
      verifyPartialSignature(context, answer, psig),
    )
  })
  const isValid = verifySignature(signature, vector[0], context.pubkey)
  return { sid: session.sid, partials, signature, pubkey: context.pubkey, isValid, accepted }
}

function genuine({ group, shares }: Keyset, { members, hashes, ...session }: SignSession) {
  const template = create_session_template([...members], hashes, session)
  if (template === null) throw new Error('the genuine library refuses this session')
  const created = create_session_pkg(structuredClone(group), template)
  const context = get_session_ctx(structuredClone(group), created)
  const parts = shares
    .filter(({ idx }) => members.includes(idx))
    .map((share) => create_psig_pkg(context, share))
  const [[, pubkey, signature] = []] = combine_signature_pkgs(context, parts)
  const accepted = parts.map((part) =>
    [part.psigs, part.psigs.map(([hash, psig]) => [hash, changed(psig)] as [string, string])].map(
      (psigs) => verify_psig_pkg(context, { ...part, psigs }) === null,
    ),
  )
  return {
    sid: created.sid,
    partials: parts.map(({ psigs }) => psigs[0]?.[1]),
    signature,
    pubkey: pubkey?.slice(2),
    isValid: true,
    accepted,
  }
}

/** Flips the last bit. */
const changed = (psig: string): string =>
  psig.slice(0, -1) + (Number.parseInt(psig.slice(-1), 16) ^ 1).toString(16)

test(`${SESSIONS} random sessions are signed as the genuine library signs them, byte for byte`, {
  timeout: 3_600_000,
}, () => {
  const prng = seededPrng(1_967)
  for (let done = 0; done < SESSIONS; done += PER_KEYSET) {
    const keyset = generateKeyset({ ...randomSize(prng), random: prng.bytes })
    for (let i = 0; i < PER_KEYSET; i += 1) {
      const session = randomSession(keyset, prng)
      expect(ours(keyset, session)).toEqual(genuine(keyset, session))
    }
  }
})
