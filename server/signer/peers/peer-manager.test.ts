import { describe, expect, onTestFinished, test } from 'vitest'
import { protocolTexts as texts } from '#contract/messages.ts'
import { peersAnswer } from '#contract/peers.ts'
import { fail, ok } from '#lib/errors.ts'
import { xOnly } from '#nostr/x-only.ts'
import { outlineOf } from '#protocol/packages.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { keysetOf } from '#tests/support/keyset-reader.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { openPolicyEngine } from '#tests/support/rules.ts'
import { recordedLog } from '#tests/support/signer-parts.ts'
import { Signer } from '../signer.ts'
import { PeerManager, type PeerManagerOptions } from './peer-manager.ts'

const prng = seededPrng(31)
const { group, shares } = generateKeyset({ threshold: 2, totalMembers: 3, random: prng.bytes })
const [own = '', first = '', second = ''] = group.commits.map(({ pubkey }) => pubkey)

function manager(options: Partial<PeerManagerOptions> = {}): PeerManager {
  return new PeerManager({
    group: ok(outlineOf(group)),
    self: xOnly(own),
    signer: null,
    policies: () => new Map(),
    partialSignatures: () => new Map(),
    ...options,
  })
}

/** A signer that is not started: it has peers, but no relay. */
function idleSigner(): Signer {
  const [share] = shares
  if (share === undefined) throw new Error('no share')
  const signer = new Signer({
    keyset: keysetOf(group, share),
    policyEngine: openPolicyEngine(),
    relays: [],
    log: recordedLog().log,
  })
  onTestFinished(() => signer.stop())
  return signer
}

describe('the peer manager with a signer', () => {
  test('shows the current state of the peers', () => {
    const signer = idleSigner()
    const peer = signer.peers.get(first)
    if (peer === undefined) throw new Error('no peer')
    signer.peers.heardFrom(peer, '1.x')
    const view = manager({ signer }).view()
    expect(view).toMatchObject({ mode: 'full', total: 2, online: 1 })
    expect(view.summary).toMatchObject({ onlinePeers: [first], totalPeers: 2 })
    expect(view).not.toHaveProperty('reason')
    expect(peersAnswer.parse(view)).toEqual(view)
  })

  test('pings one peer by its key in any form, or all of them', async () => {
    const peers = manager({ signer: idleSigner() })
    expect(await peers.ping(`03${first.slice(2)}`)).toMatchObject([{ pubkey: first }])
    expect(await peers.ping('all')).toMatchObject([{ pubkey: first }, { pubkey: second }])
  })

  test('rejects a ping of an unknown peer', async () => {
    const ping = manager({ signer: idleSigner() }).ping('ab'.repeat(32))
    await expect(ping).rejects.toMatchObject({ code: 'NODE_ERROR', message: texts.peerNotFound })
  })
})

describe('the peer manager without a signer', () => {
  test("shows the group's members, with unknown states", () => {
    const view = manager().view()
    expect(view).toMatchObject({
      mode: 'static',
      reason: texts.startMonitoring,
      total: 2,
      online: 0,
      summary: { onlineCount: 0, totalPeers: 2 },
    })
    expect(view.peers.map(({ pubkey, status }) => [pubkey, status])).toEqual([
      [first, 'unknown'],
      [second, 'unknown'],
    ])
    expect(peersAnswer.parse(view)).toEqual(view)
  })

  test('shows the saved policies and the saved counts of partial signatures', () => {
    const policies = () => new Map([[xOnly(first), { allowSend: false, allowReceive: true }]])
    const partialSignatures = () => new Map([[xOnly(second), 7]])
    const { peers } = manager({ policies, partialSignatures }).view()
    expect(peers).toMatchObject([
      { allowSend: false, allowReceive: true, partialSignatures: 0 },
      { allowSend: true, allowReceive: true, partialSignatures: 7 },
    ])
  })

  test('shows every member when there is no share', () => {
    expect(manager({ self: null }).view()).toMatchObject({ mode: 'static', total: 3 })
  })

  test('cannot ping', async () => {
    const failure = { code: 'NODE_ERROR', message: texts.startMonitoring }
    await expect(manager().ping('all')).rejects.toMatchObject(failure)
  })
})

test('the peer manager without a sound group has failed, and says why', () => {
  const view = manager({ group: fail(texts.decodeGroup('the checksum does not match')) }).view()
  expect(view).toMatchObject({
    mode: 'failed',
    peers: [],
    total: 0,
    online: 0,
    reason: `${texts.createPeerManager}: ${texts.decodeGroup('the checksum does not match')}`,
  })
  expect(peersAnswer.parse(view)).toEqual(view)
})
