import { refusal } from '../../contract/messages.ts'
import { isPoint } from '../../curve/hex.ts'
import { fail, ok, type Result } from '../../errors.ts'
import { type EcdhPackage, parseEcdh } from '../../frostr/gen1/messages.ts'
import type { Permit } from '../../rules/judge.ts'
import { OURSELVES } from '../curve-work.ts'
import type { ExchangeOutcome } from '../exchanges.ts'
import { exchangeKeys } from '../key-exchange.ts'
import type { KeyUse } from '../key-use.ts'
import type { PeerEntry } from '../peers.ts'
import { askMembers } from './ask-members.ts'
import type { Gen1Context } from './context.ts'

/**
 * Asks threshold − 1 peers for their parts of a key exchange. An answer can't be verified on this
 * wire. Never rejects.
 *
 * @param ecdhPk the other party's public key, 32 or 33 bytes, hex
 */
export function exchange(
  context: Gen1Context,
  permit: Permit<KeyUse>,
  ecdhPk: string,
  avoid: ReadonlySet<string>,
): Promise<ExchangeOutcome> {
  const { work, peers } = context
  return exchangeKeys<EcdhPackage>(
    context,
    permit,
    {
      generation: '1.x',
      peers: peers.all,
      own: (members) =>
        work.run(OURSELVES, 'keyshare', { members: members.toSorted(), ecdhPk }, { permit }).then(
          (own) => own && ok(own),
          () => fail(refusal.publicKeyInvalid),
        ),
      ask: (members, own) =>
        askMembers<EcdhPackage>(context, members, {
          requestTag: '/ecdh/req',
          answerTag: '/ecdh/res',
          // Our part: whoever is asked and has threshold − 1 others could go without us.
          data: JSON.stringify(own),
          signal: permit.signal,
          check: (data, peer) => checkAnswer(own, data, peer),
        }),
      combine: (packages) => work.run(OURSELVES, 'exchange', packages),
    },
    avoid,
  )
}

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
