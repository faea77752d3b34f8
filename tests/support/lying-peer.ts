import { EVENT_KIND } from '#contract/limits.ts'
import { isNostrEvent, signEvent } from '#nostr/event.ts'
import { xOnly } from '#nostr/x-only.ts'
import { ecdhKeyshare } from '#protocol/v1/arithmetic.ts'
import type { Keyset } from '#protocol/v1/keyset.ts'
import { type EcdhPackage, parseEcdh } from '#protocol/v1/messages.ts'
import { validateShare } from '#protocol/v1/share.ts'
import { RelayPool } from '#relay/pool.ts'
import { Messenger } from '#signer/v1/messenger.ts'
import type { Scope } from './scope.ts'
import { until } from './until.ts'

export interface LyingPeerOptions {
  keyset: Keyset
  idx: number
  relay: string
  /**
   * The key share to answer with: a compressed point.
   *
   * @param honest the honest answer
   * @param asked the request, with the asker's own key share
   */
  keyshare(honest: EcdhPackage, asked: EcdhPackage): string
}

/** A member that answers pings honestly, and key exchanges with the key shares that the test makes. */
export interface LyingPeer {
  /** X-only. */
  pubkey: string
}

/** Starts a lying peer, which stops when the test ends. Resolves when it hears the relay. */
export async function startLyingPeer(scope: Scope, options: LyingPeerOptions): Promise<LyingPeer> {
  const { keyset, idx, relay, keyshare } = options
  const share = validateShare(keyset.shareCredentials[idx - 1])
  const member = keyset.group.commits.find((commit) => commit.idx === idx)
  if (!share.ok || !member) throw new Error('bad credentials in a test')
  const pubkey = xOnly(member.pubkey)
  const session = new RelayPool().session({ urls: [relay] })
  scope.onTestFinished(() => session.stop())
  const messenger = new Messenger({
    seckey: share.value.seckey,
    sign: (template) => signEvent(template, share.value.seckey, pubkey),
    publish: (event) => session.publish(event),
    wall: Date.now,
  })
  session.subscribe([{ kinds: [EVENT_KIND], '#p': [pubkey] }], (event) => {
    if (!isNostrEvent(event)) return
    session.seen.add(event.id)
    const envelope = messenger.open(event)
    if (!envelope.ok) return
    if (envelope.value.tag === '/ping/req') {
      const data = JSON.stringify({ send: true, recv: true })
      void messenger.send(event.pubkey, { tag: '/ping/res', id: envelope.value.id, data })
    }
    if (envelope.value.tag !== '/ecdh/req') return
    const question = parseEcdh(envelope.value.data)
    if (!question.ok) return
    const { members, ecdh_pk } = question.value
    const honest = ecdhKeyshare(members, ecdh_pk, share.value)
    const answer = { ...honest, keyshare: keyshare(honest, question.value) }
    const { id } = envelope.value
    void messenger.send(event.pubkey, { tag: '/ecdh/res', id, data: JSON.stringify(answer) })
  })
  session.start()
  await until(() => session.heard > 0)
  return { pubkey }
}
