/**
 * A Floe node that, once armed, dies as in a power cut at one step of answering a signing request. Run as a
 * process, it gets its options from its parent over IPC, and kills itself.
 */
import { flushCompileCache } from 'node:module'
import type { NonceStore } from '#signer/v2/nonce-store.ts'
import { createNonces } from '#store/nonces/nonces.ts'
import { createFloeSigner } from './floe-signer.ts'
import { until } from './until.ts'

/**
 * The steps between a request and its answer: the request is remembered; it is read; it is checked, and its
 * nonces are about to be deleted; they are deleted from the disk; its partial signatures are made and new
 * nonces saved; the signatures are in the audit; the answer is sent.
 */
export const STEPS = [
  'remembered',
  'received',
  'uncommitted',
  'committed',
  'replenished',
  'computed',
  'answered',
] as const
export type Step = (typeof STEPS)[number]

export interface DyingNodeOptions {
  group: string
  share: string
  relay: string
  /** The folder of its nonces. */
  folder: string
  step: Step
  /** Broken on purpose: nonces are deleted only after the answer was sent. */
  commitsLate?: boolean
  /** Broken on purpose: the nonces in the folder are used, whatever the peer reports. */
  trustsFolder?: boolean
}

export interface DyingNode {
  arm(): void
  stop(): Promise<void>
}

if (import.meta.main) {
  // A killed process does not save its compiled code.
  flushCompileCache()
  process.once('message', async (options: DyingNodeOptions) => {
    const node = await startDyingNode(options, () => process.kill(process.pid, 'SIGKILL'))
    process.on('message', () => {
      node.arm()
      process.send?.('armed')
    })
    process.send?.('ready')
  })
}

/** @param die called at the step, once the node is armed: what the node does after that must not count */
export async function startDyingNode(
  options: DyingNodeOptions,
  die: () => void,
): Promise<DyingNode> {
  const { group, share, relay, folder, step, commitsLate, trustsFolder } = options
  let isArmed = false
  const at = (reached: Step) => {
    if (!isArmed || reached !== step) return
    isArmed = false
    die()
  }
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  const nonces = createNonces(folder, silent).keyset(1)
  const late: (() => void)[] = []
  const watched = (store: NonceStore): NonceStore => ({
    unspent: (peer) => {
      const kept = store.unspent(peer)
      return trustsFolder ? kept.map(({ nonce }) => ({ nonce, madeSinceStart: true })) : kept
    },
    add: (peer, list) => {
      store.add(peer, list)
      at('replenished')
    },
    spend: (peer, codes) => {
      at('uncommitted')
      const isSpent = commitsLate === true || store.spend(peer, codes)
      if (commitsLate) late.push(() => store.spend(peer, codes))
      at('committed')
      return isSpent
    },
    poolId: (peer) => store.poolId(peer),
    renewPool: (peer) => store.renewPool(peer),
    peerNonces: (peer) => store.peerNonces(peer),
    keepPeerNonces: (peer, list) => store.keepPeerNonces(peer, list),
    note: (request, now) => {
      const isNew = store.note(request, now)
      at('remembered')
      return isNew
    },
    settle: (request, now) => store.settle(request, now),
    release: (request) => store.release(request),
    remember: (request, now) => {
      const isNew = store.remember(request, now)
      at('remembered')
      return isNew
    },
  })
  const { node, log } = createFloeSigner({
    group,
    share,
    relays: [relay],
    timings: { startDelay: 3_600_000, drain: 0 },
    v2: { nonces: (identity) => watched(nonces.of(identity)), groupName: () => 'Test' },
    onAudit: () => at('computed'),
  })
  log.listen(({ message }) => {
    if (message.startsWith('Signature request received')) at('received')
    if (!message.startsWith('Signature response sent')) return
    at('answered')
    for (const spend of late.splice(0)) spend()
  })
  node.start()
  await until(() => node.isReady)
  return {
    arm: () => {
      isArmed = true
    },
    stop: async () => {
      await node.stop()
      nonces.close()
    },
  }
}
