import { expect, test } from 'vitest'
import { SIGNING } from '#tests/support/rules.ts'
import { peerEntry, recordedLog } from '#tests/support/signer-parts.ts'
import type { FailureCode } from '../failure.ts'
import { PeerBook } from '../peers/peers.ts'
import { V1Policy } from '../peers/v1-policy.ts'
import type { Protocol } from '../protocol.ts'
import type { V2Protocol } from '../v2/protocol.ts'
import { Warnings } from '../warnings.ts'
import { ProtocolChooser } from './choose-protocol.ts'

const now = () => 1

/** A request that may be made in both protocols: 2026 fails with a code, 1.x without one. */
async function failWith(code: FailureCode) {
  const other = peerEntry(2)
  const peers = new PeerBook({
    members: [{ idx: 2, pubkey: other.pubkey }],
    ...{ self: peerEntry(1).xonly, policies: new Map(), partialSignatures: new Map(), now },
  })
  for (const protocol of ['1.x', '2026'] as const) {
    const peer = peers.get(other.xonly)
    if (peer) peers.heardFrom(Object.assign(peer, { firstAllowed: true }), protocol)
  }
  let tried = 0
  const fails = (failure: { why: { error: string }; code?: FailureCode }) => async () => {
    tried += 1
    return { ok: false as const, ...failure }
  }
  const { log } = recordedLog()
  const chooser = new ProtocolChooser({
    v1: { sign: fails({ why: { error: 'older' } }) } as Partial<Protocol> as Protocol,
    v2: {
      canSign: () => true,
      sign: fails({ why: { error: 'newer' }, code }),
    } as Partial<V2Protocol> as V2Protocol,
    ...{ peers, need: 1, now, onTooFew: () => {}, ping: async () => {} },
    v1Policy: new V1Policy('warn', new Warnings(log, now)),
  })
  const outcome = await chooser.sign(SIGNING, [['aa'.repeat(32)]])
  return { outcome, tried }
}

test.for(['declined', 'unanswered'] as const)(
  'if 1.x fails too, the failure in 2026 is reported, because a person was asked there: %s',
  async (code) => {
    expect(await failWith(code)).toEqual({
      outcome: { ok: false, why: { error: 'newer' }, code },
      tried: 2,
    })
  },
)

test('if 1.x fails too after a peer was silent in 2026, the failure in 1.x is reported', async () => {
  expect(await failWith('timeout')).toMatchObject({
    outcome: { why: { error: 'older' } },
    tried: 2,
  })
})
