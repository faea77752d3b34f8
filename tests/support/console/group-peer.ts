import { xOnly } from '#nostr/x-only.ts'
import type { Keyset } from '#protocol/v1/keyset.ts'
import { startFloeNode } from '../floe-node.ts'
import { EXCHANGING, SIGNING } from '../permits.ts'

/** Whether a peer got what it asked for, and why not. */
export type PeerAnswer = { ok: true } | { ok: false; reason: string }

/** Another member of the group, which speaks 1.x alone: a node in this process, without a console. */
export interface GroupPeer {
  /** X-only, hex. */
  pubkey: string
  /** Asks this signer, member 1, for its part of a signature of 32 bytes, hex. */
  sign(hash: string): Promise<PeerAnswer>
  /** Asks for the secret that the group shares with a public key. */
  ecdh(publicKey: string): Promise<PeerAnswer>
  stop(): Promise<void>
}

export interface GroupPeerOptions {
  keyset: Keyset
  /** Index of its share. */
  idx: number
  relays: string[]
}

/** Resolves when it hears its relay. */
export async function startGroupPeer({
  keyset,
  idx,
  relays,
}: GroupPeerOptions): Promise<GroupPeer> {
  const pubkeyOf = (member: number) =>
    xOnly(keyset.group.commits.find((commit) => commit.idx === member)?.pubkey ?? '')
  const others = keyset.group.commits.map((commit) => commit.idx)
  const { node } = await startFloeNode({
    group: keyset.groupCredential,
    share: keyset.shareCredentials[idx - 1] ?? '',
    relays,
    // In 1.x no request names who is to answer: it asks nobody else.
    policies: new Map(
      others
        .filter((member) => member !== 1)
        .map((member) => [pubkeyOf(member), { allowSend: false, allowReceive: true }]),
    ),
    timings: { startDelay: 0, drain: 0 },
  })
  return {
    pubkey: pubkeyOf(idx),
    sign: (hash) => node.sign(SIGNING, hash),
    ecdh: (publicKey) => node.ecdh(EXCHANGING, publicKey),
    stop: () => node.stop(),
  }
}
